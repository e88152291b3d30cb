// SPDX-License-Identifier: MIT
#include <lanemark/run/journal.hpp>

#include <string>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
record measured(std::string id, double median) {
  record r{.id = std::move(id), .measure = "bandwidth"};
  r.status = outcome::measured, r.unit = "B/s", r.samples = {median};
  r.summary = lanemark::summary{.n = 1, .median = median};
  return r;
}
journal_section some_section() {
  journal_section s{.id = "run-1",
                    .started = "2026-01-31T02:00:00Z",
                    .name = "nightly",
                    .path = "n.toml",
                    .sha256 = "abc",
                    .plan = "def"};
  s.fingerprint = "0123", s.backend = "sim", s.cells = 3;
  s.limits = {{.where = {.all = {{.key = "direction", .values = {"h2d"}}}, .where = "n.toml:3:1"},
               .min = 2e9,
               .unit = "B/s",
               .text = "min"}};
  s.missing_fails = {false, true, false};
  s.here.backend = "sim", s.here.devices.push_back({.id = 4, .label = "rbln4"});
  s.report = "{\n}\n";
  return s;
}
std::string const head =
    journal_line(journal_head{.version = "0.1.0", .run = "run-1", .started = "2026-01-31T02:00:00Z"});
std::string const section = journal_line(0, some_section());
std::string const first = journal_line(0, 0, measured("nightly/a", 1)),
                  second = journal_line(0, 2, measured("nightly/b", 2));
std::string const whole = head + section + first + second + journal_end_line(0, 500);

journal read(std::string const& text) {
  auto j = read_journal(text, "x.journal");
  REQUIRE(j);
  return *j;
}
}  // namespace

TEST_CASE("a journal gives back all that was put in") {
  auto const j = read(whole);
  CHECK(j.head.version == "0.1.0");
  CHECK(j.damaged.empty());
  CHECK(j.length == whole.size());
  REQUIRE(j.sections.size() == 1);
  auto const& s = j.sections[0];
  CHECK(wire::to_bytes(s.what) == wire::to_bytes(some_section()));
  CHECK(s.what.missing_fails == std::vector<bool>{false, true, false});
  CHECK(s.records.size() == 2);
  CHECK(s.records.at(0).id == "nightly/a");
  CHECK(s.records.at(2).summary->median == 2);
  CHECK(s.ended);
  CHECK(s.duration_ns == 500);
}

TEST_CASE("a journal that is cut anywhere gives the cells before the cut") {
  for (std::size_t n = 0; n < whole.size(); ++n) {
    auto const text = whole.substr(0, n);
    auto const j = read_journal(text, "x.journal");
    if (n < head.size()) {
      CHECK(!j);
      CHECK(is_bare_journal(text));
      continue;
    }
    REQUIRE(j);
    CHECK(!is_bare_journal(text));
    auto const lines = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    auto const cells = j->sections.empty() ? std::size_t{0} : j->sections[0].records.size();
    CHECK(cells == (lines >= 4 ? 2 : lines >= 3 ? 1U : 0U));
    CHECK(j->length == text.rfind('\n') + 1);
    CHECK(j->damaged.empty());
  }
}

TEST_CASE("a damaged line costs what it said and is counted") {
  auto damaged = first;
  damaged[damaged.size() / 2] ^= 1;
  auto const j = read(head + section + damaged + second);
  CHECK(j.damaged == std::vector<std::size_t>{3});
  CHECK(j.sections[0].records.count(0) == 0);
  CHECK(j.sections[0].records.count(2) == 1);
  CHECK(read(head + section + "\n" + second + "rubbish\n").damaged == std::vector<std::size_t>{3, 5});
  CHECK(read(head + first + section).damaged.size() == 1);  // a cell of no scenario
  CHECK(read(head + section + journal_line(0, 3, measured("nightly/c", 3))).damaged.size() ==
        1);  // a cell that is not planned
  CHECK(read(head + section + wire::to_line("later", 1)).damaged.size() == 1);
}

TEST_CASE("the first record of a cell is the one that counts") {
  auto const j = read(head + section + first + journal_line(0, 0, measured("nightly/a", 9)));
  CHECK(j.sections[0].records.at(0).summary->median == 1);
}

TEST_CASE("what is no journal of this format is refused with a reason") {
  auto refused = [](std::string const& text) {
    auto const j = read_journal(text, "x.journal");
    REQUIRE(!j);
    CHECK(j.error().text.find("x.journal") == 0);
    return j.error();
  };
  CHECK(refused("").text == "x.journal: the journal is empty");
  CHECK(refused("{\"schema\": \"lanemark-report/1\"}\n").kind == fault::invalid);
  auto const later = refused(wire::to_line("lanemark-journal", 2, std::string("9.0")));
  CHECK(later.kind == fault::unsupported);
  CHECK(later.text == "x.journal: a journal of format 2; this lanemark reads format 1");
}

TEST_CASE("records belong to the same scenario on the same machine") {
  auto const j = read(whole);
  auto const& then = j.sections[0];
  CHECK(!differs(then, some_section()));
  auto why = [&](auto change) {
    auto now = some_section();
    change(now);
    auto const no = differs(then, now);
    REQUIRE(no);
    return *no;
  };
  CHECK(why([](auto& s) { s.name = "other"; }).text == "the journal is of another scenario: nightly, now other");
  CHECK(why([](auto& s) { s.sha256 = "x"; }).kind == fault::invalid);
  CHECK(why([](auto& s) { s.plan = "x"; }).kind == fault::invalid);
  CHECK(why([](auto& s) { s.backend = "host"; }).kind == fault::unsupported);
  CHECK(why([](auto& s) { s.fingerprint = "x"; }).text == "the journal is of another machine: fingerprint 0123, now x");
}

TEST_CASE("the plan's hash changes with any cell") {
  std::vector<cell> cells(2);
  auto const base = hash_of(cells);
  CHECK(base == hash_of(std::vector<cell>(2)));
  cells[1].how.samples = 7;
  CHECK(hash_of(cells) != base);
  CHECK(hash_of({}) != base);
}

TEST_CASE("a scenario whose line is damaged takes its own cells along and nobody else's") {
  auto other = some_section();
  other.name = "other";
  auto broken = section;
  broken[30] ^= 1;
  auto const j = read(head + broken + first + journal_line(1, other) + journal_line(1, 0, measured("other/a", 5)));
  REQUIRE(j.sections.size() == 2);
  CHECK(!j.sections[0].there);
  CHECK(j.sections[0].records.empty());
  CHECK(j.sections[1].there);
  CHECK(j.sections[1].what.name == "other");
  CHECK(j.sections[1].records.size() == 1);
  CHECK(j.damaged == std::vector<std::size_t>{2, 3});
  CHECK(read(head + section + journal_line(0, 0, measured("other/a", 5))).damaged.size() == 1);
}
