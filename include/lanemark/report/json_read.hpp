// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/report/json.hpp>
#include <lanemark/report/json_read_environment.hpp>
#include <lanemark/report/json_read_record.hpp>
#include <lanemark/report/json_read_value.hpp>
#include <lanemark/report/run_result.hpp>

namespace lanemark::report {
inline constexpr std::string_view reports_schema = "lanemark-reports/1";

/// A document that was read. `exit` and `problems` are those of a command that wrote several reports; of a single one
/// they are the report's own.
struct report_document {
  std::vector<run_result> runs{};
  exit_status exit{};
  std::vector<std::string> problems{};
};

namespace read_detail {
/// A document that lanemark wrote, and that is none of ours to read.
struct other_schema {
  std::string found{};
};

inline exit_status read_exit(json_field const& f) {
  auto const code = f["code"];
  if (code.empty()) code.refuse_type("a whole number");
  return {code.whole<std::uint8_t>(), f["reason"].text()};
}
inline device_info read_device(json_field const& f) {
  device_info d{.id = f["id"].whole<int>(),
                .label = f["label"].text(),
                .product = f["product"].text(),
                .pci = f["pci"].text(),
                .uuid = f["uuid"].text(),
                .numa = f["numa"].whole<int>(-1),
                .chiplets = f["chiplets"].whole<int>(1),
                .memory = f["memory"].whole<std::uint64_t>()};
  d.cpus = f["cpus"].numbers();
  return d;
}

inline void read_run(json_field const& f, run_result& r) {
  r.id = f["id"].text(), r.started = f["started"].text();
  r.duration_ns = f["duration_ns"].whole<std::int64_t>();
  r.version = f["version"].text();
  r.command = f["command"].texts();
  r.backend = f["backend"].text();
  r.simulated = f["simulated"].truth(false);
  r.seed = f["seed"].whole<std::uint64_t>(1);
  auto const s = f["scenario"];
  r.scenario = {.name = s["name"].text(),
                .description = s["description"].text(),
                .path = s["path"].text(),
                .sha256 = s["sha256"].text()};
  s["values"].each([&](json_field const& v) {
    r.scenario.values.push_back({v["key"].text(), v["value"].text(), v["where"].text()});
  });
}
inline void read_machine(json_field const& f, run_result& r) {
  r.machine.backend = r.backend, r.machine.simulated = r.simulated;
  r.machine.granularity = f["granularity"].text();
  f["devices"].each([&](json_field const& d) { r.machine.devices.push_back(read_device(d)); });
  f["nodes"].each([&](json_field const& n) {
    r.nodes.push_back({n["rank"].whole<int>(), n["host"].text(), n["process"].whole<int>()});
  });
  if (auto const e = f["environment"]; !e.empty()) {
    r.surroundings = read_environment(e);
    r.surroundings_warnings = read_warnings(e);
  }
}

/// Takes documents apart while they are parsed, so that of a report of a million series one at a time is held as JSON.
class taker {
  std::vector<record> records{};
  std::vector<verdict> verdicts{};       // of the series: an early version wrote no others
  std::string schema{}, key{}, inner{};  // of the document; the key that is read, and that of a report in a list

  bool in_list() const { return key == "reports" && schema != report_schema; }
  std::size_t deep() const { return in_list() ? 2 : 0; }  // where the report that is read begins
  bool in_series() const { return (in_list() ? inner : key) == "series"; }
  std::string place() const {
    return in_list() ? "reports[" + std::to_string(document.runs.size()) + "]" : std::string();
  }

  void schema_is(parsed const& value, std::string_view most) {
    if (!value.is_string()) throw misread{"schema", "must be a text"};
    auto const said = value.get<std::string>();
    if (!in_list()) schema = said;
    if (said == report_schema || said == most) return;
    if (said.starts_with("lanemark-")) throw other_schema{said};
    throw misread{"schema", "is " + in_quotes(said) + "; that of a report is \"" + std::string(report_schema) + "\""};
  }
  void take_record(parsed const& value) {
    auto const at = place();
    auto const called = at + (at.empty() ? "" : ".") + "series[" + std::to_string(records.size()) + "]";
    json_field const f(value, called);
    records.push_back(read_record(f));
    if (auto const v = f["verdict"]; !v.empty()) verdicts.push_back(read_verdict(v, records.back().id));
  }
  void take_report(parsed const& value) {
    auto const at = place();
    json_field const f(value, at);
    if (f["schema"].needed() != report_schema) throw misread{at + ".schema", "must be that of a report"};
    run_result r;
    read_run(f["run"], r);
    read_machine(f["machine"], r);
    r.planned = f["counts"]["planned"].whole<std::size_t>();
    r.exit = read_exit(f["exit"]);
    if (f["series"].empty()) f["series"].refuse_type("a list");
    f["series"].each([](json_field const& rest) { rest.refuse_type("an object"); });
    r.records = std::exchange(records, {});
    std::unordered_set<std::string_view> ids;
    for (std::size_t i = 0; i < r.records.size(); ++i)
      if (!ids.insert(r.records[i].id).second)
        throw misread{at + (at.empty() ? "" : ".") + "series[" + std::to_string(i) + "].id",
                      "is " + in_quotes(r.records[i].id) + ", and so is another; an id names one series"};
    r.warnings = f["warnings"].texts(), r.notes = f["notes"].texts(), r.problems = f["problems"].texts();
    r.verdicts = std::exchange(verdicts, {});
    if (auto const all = f["verdicts"]; !all.missing()) {
      r.verdicts.clear();
      all.each([&](json_field const& v) { r.verdicts.push_back(read_verdict(v, v["series"].text())); });
    }
    document.runs.push_back(std::move(r));
  }

 public:
  report_document document{};

  /// Called by the parser for each event; false: keep nothing of it.
  bool operator()(int nesting, parsed::parse_event_t event, parsed& value) {
    using e = parsed::parse_event_t;
    auto const depth = static_cast<std::size_t>(nesting);
    bool const begins = event == e::object_start || event == e::array_start;
    if (begins && depth >= 64) throw misread{key, "is nested more than 64 deep"};
    if (event == e::key) {
      if (depth == 1) key = value.get<std::string>();
      if (depth == 3) inner = value.get<std::string>();
      constexpr std::string_view known[] = {"schema", "run",      "machine",  "counts",   "exit",   "series",
                                            "notes",  "warnings", "problems", "verdicts", "reports"};
      return depth != deep() + 1 ||
             std::find(std::begin(known), std::end(known), in_list() ? inner : key) != std::end(known);
    }
    if (depth == 0 && event != e::object_start && event != e::object_end) throw misread{"", "is no object"};
    if (depth == deep() + 1 && event == e::value && (in_list() ? inner : key) == "schema")
      schema_is(value, in_list() ? report_schema : reports_schema);
    if (in_list() && depth == 2 && event != e::object_start && event != e::object_end)
      throw misread{place(), "is no object; it must be a report"};
    if (depth == deep() + 2 && in_series()) {
      if (event != e::object_start && event != e::object_end)
        throw misread{in_list() ? place() + ".series" : "series", "holds something that is no object"};
      if (event == e::object_end) {
        take_record(value);
        return false;
      }
    }
    if (depth == 2 && in_list() && event == e::object_end) {
      take_report(value);
      inner.clear();
      return false;
    }
    if (depth == 0 && event == e::object_end) {
      json_field const f(value);
      auto const said = f["schema"].empty() ? std::string() : f["schema"].text();
      if (said.empty()) throw misread{"", "has no \"schema\", so it is no report of lanemark"};
      if (said == report_schema)
        key.clear(), take_report(value);
      else if (f["reports"].empty())
        f["reports"].refuse_type("a list");
      else
        f["reports"].each([](json_field const& rest) { rest.refuse_type("a report"); });
      document.exit = read_exit(f["exit"]);
      document.problems = f["problems"].texts();
    }
    return true;
  }
};

inline std::string at_byte(std::string_view text, std::size_t byte) {
  auto const before = text.substr(0, byte > 0 ? byte - 1 : 0);
  auto const newline = before.rfind('\n');
  auto const column = newline == before.npos ? before.size() : before.size() - newline - 1;
  return std::to_string(std::count(before.begin(), before.end(), '\n') + 1) + ":" + std::to_string(column + 1);
}
}  // namespace read_detail

/// Reads a report, or a document of several, that this version or another one with the same schema wrote. Keys that it
/// does not know are passed over. The problem is of kind `fault::unsupported` where lanemark wrote the document and
/// this version cannot read it (another schema, a newer major), else `fault::invalid`. `path` is for the sentence.
inline result<report_document> read_document(std::string_view text, std::string const& path) {
  auto const name = path == "-" ? std::string("standard input") : path;
  auto wrong = [&](fault kind, std::string const& why) { return problem{kind, name + ": error: " + why}; };
  auto const remedy = std::string("; give a file that lanemark run --json wrote");
  if (text.find_first_not_of(" \t\r\n") == text.npos) return wrong(fault::invalid, "it is empty" + remedy);
  read_detail::taker take;
  try {
    auto const rest = parsed::parse(
        text, [&](int depth, parsed::parse_event_t event, parsed& value) { return take(depth, event, value); });
    if (rest.is_discarded()) return wrong(fault::invalid, "nothing is left of it" + remedy);
    return std::move(take.document);
  } catch (read_detail::other_schema const& other) {
    auto const& s = other.found;
    bool const ours = s.starts_with("lanemark-report/") || s.starts_with("lanemark-reports/");
    return wrong(fault::unsupported,
                 "its schema is " + in_quotes(s) + (ours ? ", this version reads \"" : ", a report's is \"") +
                     std::string(report_schema) + "\"" +
                     (ours ? "; use the version of lanemark that wrote it, or measure again with this one" : remedy));
  } catch (misread const& m) {
    return wrong(fault::invalid, (m.where.empty() ? "the document" : m.where) + " " + m.why + remedy);
  } catch (parsed::parse_error const& e) {
    std::string why = e.what();
    if (auto const at = why.find(": "); at != why.npos) why = why.substr(at + 2);
    if (why.size() > 200) why = why.substr(0, 200) + "...";
    return problem{fault::invalid, name + ":" + read_detail::at_byte(text, e.byte) + ": error: this is no JSON: " +
                                       why + (e.byte > text.size() ? "; the file is cut short" : "") + remedy};
  } catch (parsed::exception const& e) {  // a number that no double can hold
    std::string why = e.what();
    if (auto const at = why.find("] "); at != why.npos) why = why.substr(at + 2);
    return wrong(fault::invalid, "this is no JSON: " + why.substr(0, 200) + remedy);
  }
}
/// The same, the reports alone.
inline result<std::vector<run_result>> read_reports(std::string_view text, std::string const& path) {
  auto got = read_document(text, path);
  if (!got) return got.error();
  return std::move(got->runs);
}
}  // namespace lanemark::report
