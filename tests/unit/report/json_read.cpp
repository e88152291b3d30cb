// SPDX-License-Identifier: MIT
#include <lanemark/report/json_read.hpp>

#include <clocale>
#include <limits>

#include <made_up_machine.hpp>
#include <lanemark/report/run_text.hpp>
#include <lanemark/run/environment_read.hpp>

#include <lanemark_catch2.hpp>

#include "made_up.hpp"

using namespace lanemark;
using namespace made_up;

namespace {
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// A run with something in every field that a report holds.
run_result rich() {
  run_result r{.id = "20260131T020000Z-0123456789abcdef",
               .started = "2026-01-31T02:00:00Z",
               .duration_ns = 1234567890123,
               .version = "0.1.0",
               .command = {"lanemark", "run", "a \"b\"\n<c>.toml"},
               .backend = "host"};
  r.seed = ~0ULL;
  r.scenario = {.name = "nightly",
                .description = "d\xc3\xa9j\xc3\xa0 \xe2\x80\xaevu",
                .path = "x.toml",
                .sha256 = "ab",
                .values = {{"test.pairs.size", "4096", "x.toml:3:1"}}};
  r.machine.granularity = "core";
  r.machine.devices = {{.id = 0,
                        .label = "core0\t<&>",
                        .product = "P",
                        .pci = "0000:03:00.0",
                        .uuid = "u",
                        .numa = 1,
                        .chiplets = 4,
                        .memory = 1ULL << 60,
                        .cpus = {0, 1}},
                       {.id = 7}};
  r.nodes = {{0, "n0", 17}, {1, "", 0}};
  r.records = {
      cell({upload(0)}, 10.5e9, 4096),
      cell({device_lane(0, 1), device_lane(1, 0)}, 0.1 + 0.2, ~0ULL, "bidirectional"),
      latency({{host_end(1), {.host = false, .index = 2, .chiplet = 3, .node = 4}}}, 730.55),
      not_measured(cell({upload(1)}, 1), outcome::skipped, "no such device"),
      not_measured(cell({upload(2)}, 1), outcome::timed_out, "late"),
      not_measured(cell({upload(3)}, 1), outcome::crashed, "gone"),
      not_measured(cell({upload(4)}, 1), outcome::failed, "broken"),
      not_measured(latency({upload(5)}, 1), outcome::not_run, "stopped"),
  };
  auto& full = r.records[0];
  full.lanes[0].obtained = {.cpus = {3, 4},
                            .source_node = 1,
                            .destination_node = 0,
                            .pages = "huge",
                            .path = "staged",
                            .issuer = side::destination};
  full.affinity = "near", full.cache = "cold", full.semantics = "queue", full.threads = 0;
  full.pages = "mixed", full.repeats = 1ULL << 55, full.gated = false, full.skew_ns = 1.5, full.overlap = 0.875;
  full.involuntary_switches = 3, full.seconds = 0.25, full.simulated = true;
  full.warnings = {"noisy", "hot"};
  full.physical_limit = 31507692307.692308, full.physical_limit_source = "Gen5 x8";
  full.samples = {1e-300, 1.7976931348623157e308, 5, -0.0, nan};
  r.records[1].summary = sum(3, 2), r.records[1].skew_ns = -1, r.records[1].overlap = nan;
  r.records[1].summary->median = nan, r.records[1].seconds = nan, r.records[1].timer.step_ns = nan;
  r.records[1].samples = {}, r.records[1].lanes[1].summary.reset();
  r.records[2].measure = "sync", r.records[2].size = r.records[2].size_requested = {0};
  r.verdicts = {{.what = ruling::ok, .series = full.id, .limit = "min", .value = 1, .bound = 2, .unit = "B/s"},
                {.what = ruling::below_limit,
                 .series = full.id,
                 .limit = "min = \"20 GB/s\" (x.toml:1:1)",
                 .value = 18.2e9,
                 .bound = 20e9,
                 .unit = "B/s",
                 .sentence = "slow"},
                {.what = ruling::unmet, .sentence = "no record answers"},
                {.what = ruling::learning, .series = r.records[2].id, .value = nan, .bound = nan}};
  r.planned = 12;
  r.notes = {"a note"}, r.warnings = {"two runs at once"}, r.problems = {"cannot write"};
  r.exit = {3, "1 against the machine"};
  made_up_root const root;
  write_two_socket_machine(root);
  r.surroundings = read_environment({.root = root.path()});
  r.surroundings->load = 0.1 + 0.7;
  r.surroundings->busy = {{3, 0.25, 0.125}};
  r.surroundings_warnings = warnings_of(*r.surroundings);
  return r;
}

std::string several(std::vector<run_result> const& runs) {
  std::string text =
      R"({"schema": "lanemark-reports/1", "exit": {"code": 1, "reason": "x"}, "problems": [], "reports": [)";
  for (auto const& r : runs) text += (&r == &runs[0] ? "" : ",") + report::json_report(r);
  return text + "]}";
}

/// What is said of a text that is no report.
std::string refusal(std::string_view text, fault kind = fault::invalid) {
  auto const got = report::read_reports(text, "x.json");
  if (got) return "it was taken";
  CHECK(got.error().kind == kind);
  return got.error().text;
}
bool says(std::string const& all, std::string_view part) {
  if (all.find(part) != all.npos) return true;
  UNSCOPED_INFO(all << "\nlacks " << part);
  return false;
}
/// The report of a small run with one part of its text changed.
std::string changed(std::string const& from, std::string const& to) {
  run_result r{.id = "r1", .started = "2026-01-31T02:00:00Z", .version = "0.1.0"};
  r.records = {cell({upload(0)}, 10.5e9, 4096), cell({upload(1)}, 10.5e9, 4096)};
  auto text = report::json_report(r);
  auto const at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}
}  // namespace

TEST_CASE("what was written and read is written alike") {
  for (auto const& r : {rich(), run_result{}, run_result{.simulated = true, .problems = {"x.toml:1:1: error: no"}}}) {
    auto const text = report::json_report(r);
    auto const back = report::read_reports(text, "x.json");
    INFO((back ? std::string() : back.error().text));
    REQUIRE(back);
    REQUIRE(back->size() == 1);
    CHECK(report::json_report(back->front()) == text);
    CHECK(report::run_text(back->front()) == report::run_text(r));
  }
}

TEST_CASE("every field comes back, not only those that are written again") {
  auto const r = rich();
  auto const got = report::read_reports(report::json_report(r), "x.json");
  REQUIRE(got);
  auto const& b = got->front();
  CHECK(b.seed == ~0ULL);
  CHECK(b.machine.devices[0].memory == 1ULL << 60);
  CHECK(b.machine.devices[1].numa == -1);
  CHECK(b.records[0].repeats == 1ULL << 55);
  CHECK(b.records[0].threads == 0);
  CHECK(b.records[0].lanes[0].obtained.cpus == std::vector<int>{3, 4});
  CHECK(b.records[1].size.count == ~0ULL);
  CHECK(b.records[1].lanes[1].path == device_lane(1, 0));
  CHECK(b.records[1].samples.empty());
  CHECK(b.records[2].lanes[0].path.destination == r.records[2].lanes[0].path.destination);
  CHECK(b.records[5].status == outcome::crashed);
  CHECK(b.records[7].reason == "stopped");
  CHECK(b.verdicts.size() == 4);
  CHECK(b.verdicts[2].series.empty());
  CHECK(b.planned == 12);
  CHECK(fingerprint(*b.surroundings) == fingerprint(*r.surroundings));
  CHECK(facts_of(*b.surroundings) == facts_of(*r.surroundings));
  CHECK(b.surroundings_warnings == r.surroundings_warnings);
  auto const& samples = b.records[0].samples;
  CHECK(samples[1] == r.records[0].samples[1]);
  CHECK(samples[4] != samples[4]);
}

TEST_CASE("a document of several reports, in any order of its keys") {
  run_result second{.id = "r2"};
  second.records = {latency({upload(0)}, 1)};
  auto const text = several({rich(), second});
  auto const got = report::read_reports(text, "x.json");
  REQUIRE(got);
  REQUIRE(got->size() == 2);
  CHECK(report::json_report((*got)[0]) == report::json_report(rich()));
  CHECK(report::json_report((*got)[1]) == report::json_report(second));
  auto const sorted = nlohmann::json::parse(text).dump();  // with "exit" first and "schema" last
  auto const again = report::read_reports(sorted, "x.json");
  REQUIRE(again);
  CHECK(report::json_report((*again)[0]) == report::json_report(rich()));
  auto const one = report::read_reports(nlohmann::json::parse(report::json_report(rich())).dump(1), "x.json");
  REQUIRE(one);
  CHECK(report::json_report(one->front()) == report::json_report(rich()));
}

TEST_CASE("keys that are not known are passed over, at every depth") {
  for (auto const* at : {"\"run\": {", "\"devices\":[", "\"lanes\":[{", "\"exit\": {", "\"schema\": "}) {
    auto const more = std::string("\"newer\":[{\"a\":[[1]],\"series\":[3]}],");
    auto const with = std::string(at).back() == '{' ? at + more : more + at;
    CHECK(report::read_reports(changed(at, with), "x.json"));
  }
  CHECK(report::read_reports(changed("\"schema\": ", R"("reports": [1], "schema": )"), "x.json").error().text.size() >
        9);
  CHECK(report::read_reports(changed("\"notes\": ", R"("reports": [1], "notes": )"), "x.json"));
}

TEST_CASE("another schema is told from what is no report") {
  using std::string;
  auto const newer = refusal(changed("lanemark-report/1", "lanemark-report/2"), fault::unsupported);
  CHECK(
      says(newer, "x.json: error: its schema is \"lanemark-report/2\", this version reads \"lanemark-report/1\"; use"));
  CHECK(says(refusal(R"({"schema":"lanemark-reports/12","reports":7})", fault::unsupported), "lanemark-reports/12"));
  CHECK(says(refusal(R"({"schema":"lanemark-plan/1","plans":[]})", fault::unsupported), "a report's is"));
  CHECK(
      says(refusal(R"({"schema":"lanemark-reports/1","reports":[{"schema":"lanemark-report/2"}]})", fault::unsupported),
           "lanemark-report/2"));
  CHECK(says(refusal(R"({"schema":"other/1"})"), "schema is \"other/1\""));
  CHECK(says(refusal(R"({"schema":1})"), "schema must be a text"));
  CHECK(says(refusal(R"({"benchmarks":[]})"), "has no \"schema\""));
  CHECK(says(refusal(R"({"schema":"lanemark-reports/1"})"), "reports is missing"));
  CHECK(says(refusal(R"({"schema":"lanemark-reports/1","reports":[3]})"), "reports[0] is no object"));
  CHECK(says(refusal(R"({"schema":"lanemark-reports/1","reports":{}})"), "reports is an object; it must be a list"));
  CHECK(says(refusal(R"({"schema":"lanemark-reports/1","reports":[{}]})"), "reports[0].schema is missing"));
}

TEST_CASE("what is no report gets a sentence with its place") {
  struct row {
    char const *from, *to, *sentence;
  };
  auto const row = GENERATE(values<struct row>({
      {R"("status":"measured")", R"("status":"fine")",
       R"(series[0].status is "fine", a word that this version does not)"},
      {R"("status":"measured")", R"("status":null)", "series[0].status is null; it must be a text"},
      {R"("unit":"B/s")", R"("unit":"MB/s")", R"(series[0].unit is "MB/s"; it must be "B/s" or "ns")"},
      {R"("size_bytes":4096)", R"("size_bytes":-1)", "series[0].size_bytes is -1; it must be a whole number of 0 to"},
      {R"("size_bytes":4096)", R"("size_bytes":"4K")", R"(series[0].size_bytes is a text; it must be a whole number)"},
      {R"("size_bytes":4096)", R"("size_bytes":40.5)", "series[0].size_bytes is 40.5; it must be a whole number"},
      {R"("source":"host")", R"("source":"hots")", R"(series[0].lanes[0].source is "hots"; it must be an endpoint)"},
      {R"("source":"host")", R"("source":[])", "series[0].lanes[0].source is a list; it must be a text"},
      {R"("median":)", R"("median":"x","m":)",
       "series[0].lanes[0].summary.median is a text; it must be a number or null"},
      {R"("samples":[)", R"("samples":["NaN",)", "series[0].samples[0] is a text; it must be a number or null"},
      {R"("samples":[)", R"("samples":7,"s":[)", "series[0].samples is 7; it must be a list"},
      {R"("gated":true)", R"("gated":1)", "series[0].gated is 1; it must be true or false"},
      {R"("threads":1)", R"("threads":-1)", "series[0].threads is -1; it must be a whole number of 0 to 4294967295"},
      {R"("cpus":[])", R"("cpus":[99999999999])", "series[0].lanes[0].cpus[0] is 99999999999; it must be a whole"},
      {R"({"id":"night)", R"({"id":"","i":"night)", "series[0].id is empty"},
      {R"({"id":"night)", R"(3,{"id":"night)", "series holds something that is no object"},
      {R"("series": [)", R"("series": {}, "s": [)", "series is an object; it must be a list"},
      {R"("series": [)", R"("s": [)", "series is missing; it must be a list"},
      {R"("run": {)", R"("run": null, "r": {)", "run is null; it must be an object"},
      {R"("exit": {"code":0)", R"("exit": {"c":0)", "exit.code is missing"},
      {R"("exit": {"code":0)", R"("exit": {"code":1e3)", "exit.code is 1000.0; it must be a whole number"},
      {R"(host>1/size)", R"(host>0/size)",
       R"(series[1].id is "nightly/pairs/bandwidth/h2d/single/host>0/size=4096/tim)"},
  }));
  auto const said = refusal(changed(row.from, row.to));
  CHECK(says(said, std::string("x.json: error: ") + row.sentence));
  CHECK(says(said, "; give a file that lanemark run --json wrote"));
}

TEST_CASE("what is no JSON gets a sentence with its line") {
  auto const whole = changed("r1", "r1");
  CHECK(says(refusal(""), "x.json: error: it is empty"));
  CHECK(says(refusal(" \n\t"), "it is empty"));
  CHECK(says(refusal("lanemark 0.1.0, nightly"), "x.json:1:1: error: this is no JSON"));
  CHECK(says(refusal("[1]"), "the document is no object"));
  CHECK(says(refusal("7"), "the document is no object"));
  CHECK(says(refusal(whole + "x"), "this is no JSON"));
  CHECK(says(refusal(changed("\"median\":", "\"median\":NaN,\"m\":")), "this is no JSON"));
  CHECK(says(refusal(changed("\"median\":", "\"median\":1e999,\"m\":")), "number overflow"));
  CHECK(says(refusal(changed("nightly/", "\xff")), "ill-formed UTF-8"));
  CHECK(says(refusal(std::string("{\"\0\":1}", 8)), "x.json:1:3: error: this is no JSON"));
  CHECK(report::read_reports("\xef\xbb\xbf" + whole, "x.json"));  // some editors put a mark in front
  for (std::size_t n = 1; n + 2 < whole.size(); n += 7) {
    auto const said = refusal(whole.substr(0, n));
    CHECK(says(said, "; the file is cut short; give"));
  }
  auto const got = report::read_reports("", "-");
  REQUIRE(!got);
  CHECK(says(got.error().text, "standard input: error: it is empty"));
}

TEST_CASE("hostile documents cost no more than their size") {
  std::string const deep(2'000'000, '[');
  CHECK(says(refusal(deep), "the document is no object"));
  CHECK(says(refusal("{\"series\":" + deep), "series holds something"));
  CHECK(says(refusal("{\"x\":" + deep), "nested more than 64 deep"));
  std::string objects = "{\"x\":";
  for (int i = 0; i < 100'000; ++i) objects += "{\"a\":";
  CHECK(says(refusal(objects), "nested more than 64 deep"));
  std::string many = "{\"schema\":\"lanemark-report/1\",\"run\":{";
  for (int i = 0; i < 200'000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  CHECK(says(refusal(many + "\"id\":\"x\"},\"exit\":{\"code\":0}}"), "run.scenario is missing"));
}

TEST_CASE("reading knows no foreign locale") {
  auto const* found = std::setlocale(LC_ALL, "de_DE.UTF-8");
  auto const text = report::json_report(rich());
  auto const got = report::read_reports(text, "x.json");
  REQUIRE(got);
  CHECK(report::json_report(got->front()) == text);
  if (found) std::setlocale(LC_ALL, "C");
}
