// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/report/label.hpp>
#include <lanemark/report/run_result.hpp>
#include <lanemark/report/series_facts.hpp>
#include <lanemark/report/sink.hpp>

namespace lanemark::report {
/// A text inside XML 1.0: in an element, or in an attribute, where readers would make blanks of line ends. What XML
/// cannot hold (control characters, bytes that are no UTF-8, U+FFFE and U+FFFF) becomes U+FFFD: readers refuse the
/// whole file for one of them.
inline std::string xml_text(std::string_view text, bool in_attribute = false) {
  std::string out;
  while (!text.empty()) {
    auto const c = first_code_point(text);
    switch (c.value) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\n':
        out += in_attribute ? "&#10;" : "\n";
        break;
      case '\t':
        out += in_attribute ? "&#9;" : "\t";
        break;
      default:
        if (c.value < 0x20 || (c.value >= 0x7f && c.value < 0xa0) || c.value == 0xfffd || c.value == 0xfffe ||
            c.value == 0xffff)
          out += "\xef\xbf\xbd";
        else
          out += text.substr(0, c.length);
    }
    text.remove_prefix(c.length);
  }
  return out;
}
inline std::string xml_attribute(std::string_view text) { return xml_text(text, true); }

namespace junit_detail {
enum class kind { passed, failure, error, skipped };

/// What became of one test case: `type` and `message` for machines and lists, `text` in full.
struct outcome_of_case {
  junit_detail::kind kind = kind::passed;
  std::string type{}, message{}, text{};
};

/// Whole and decimal seconds; readers take no exponents.
inline std::string seconds_text(double s) { return is_finite(s) && s > 0 ? fixed(s, 6) : "0"; }

inline outcome_of_case case_of(record const& r, std::vector<verdict const*> const* judged) {
  std::string said = median_text(r);
  auto add = [&](std::string_view line) { said += (said.empty() ? "" : "\n") + std::string(line); };
  if (judged)
    for (auto const* v : *judged)
      add(say({name_of(v->what), ": ", v->sentence, v->limit.empty() ? "" : ", limit ", v->limit}));
  for (auto const& w : r.warnings) add("warning: " + w);
  auto const* v = judged ? deciding(*judged) : nullptr;
  if (counts_as_failed(r.status)) {
    auto const why = r.reason.empty() ? std::string("no reason was given") : r.reason;
    add(say({name_of(r.status), ": ", why}));
    return {kind::error, std::string(name_of(r.status)), why, said};
  }
  if (v && is_violation(v->what)) return {kind::failure, std::string(name_of(v->what)), v->sentence, said};
  if (v && (is_hole(v->what) || v->what == ruling::incomparable))
    return {kind::error, std::string(name_of(v->what)), v->sentence, said};
  if (r.status == outcome::skipped) {
    add("skipped: " + r.reason);
    return {kind::skipped, "skipped", r.reason, said};
  }
  if (!value_of(r)) {
    add("measured, but no finite median came out of it");
    return {kind::error, "no-figure", "measured, but no finite median came out of it", said};
  }
  return {kind::passed, "", "", said};
}

/// The run itself: what went wrong that is no series' fault. Some readers drop a suite without cases, and with it the
/// news that nothing was measured.
inline outcome_of_case case_of_run(run_result const& r, bool told_by_series) {
  std::string said = to_string(lanemark::tally_of(r)) + "\nexit " + std::to_string(r.exit.code) + ": " + r.exit.reason;
  if (r.simulated) said += "\nsimulated: these figures come from a model, not from hardware";
  std::string why;
  for (auto const& v : r.verdicts)
    if (v.series.empty() && (is_violation(v.what) || is_hole(v.what) || v.what == ruling::incomparable))
      why = v.sentence, said += "\n" + std::string(name_of(v.what)) + ": " + v.sentence;
  for (auto const& p : r.problems) why = p, said += "\n" + p;
  for (auto const& w : r.warnings) said += "\nwarning: " + w;
  for (auto const& n : r.notes) said += "\n" + n;
  if (why.empty() && (r.exit.code == 0 || (told_by_series && r.exit.code < 128))) return {kind::passed, "", "", said};
  return {r.exit.code == 3 && !told_by_series ? kind::failure : kind::error, "exit-" + std::to_string(r.exit.code),
          r.exit.code == 0 ? why : r.exit.reason, said};
}

inline void write_case(std::string const& suite, std::string const& name, double seconds, outcome_of_case const& o,
                       text_sink const& out) {
  auto const head = say({"    <testcase classname=\"", xml_attribute(suite), "\" name=\"", xml_attribute(name),
                         "\" time=\"", seconds_text(seconds), "\">\n"});
  out(head);
  constexpr std::string_view elements[] = {"", "failure", "error", "skipped"};
  auto const element = elements[static_cast<int>(o.kind)];
  if (o.kind == kind::skipped)
    out(say({"      <skipped message=\"", xml_attribute(o.message), "\"/>\n"}));
  else if (o.kind != kind::passed)
    out(say({"      <", element, " type=\"", xml_attribute(o.type), "\" message=\"", xml_attribute(o.message), "\">",
             xml_text(o.text), "</", element, ">\n"}));
  if (!o.text.empty() && (o.kind == kind::passed || o.kind == kind::skipped))
    out(say({"      <system-out>", xml_text(o.text), "</system-out>\n"}));
  out("    </testcase>\n");
}

struct tally_of_cases {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  void add(kind k) {
    ++tests;
    failures += k == kind::failure, errors += k == kind::error, skipped += k == kind::skipped;
  }
  std::string attributes(double seconds) const {
    return say({" tests=\"", tests, "\" failures=\"", failures, "\" errors=\"", errors, "\" skipped=\"", skipped,
                "\" time=\"", seconds_text(seconds), "\""});
  }
};

/// What a suite is called: the scenario, or the file where the scenario could not be read.
inline std::string suite_of(run_result const& r) {
  return !r.scenario.name.empty() ? r.scenario.name : !r.scenario.path.empty() ? r.scenario.path : "lanemark";
}
}  // namespace junit_detail

/// Runs as JUnit XML: a suite a run, a test case a series and one for the run as a whole. A violated limit and a
/// regression are failures, what could not be measured or judged is an error. Names are unique: of two alike GitLab
/// drops one.
inline void junit(std::span<run_result const> runs, text_sink const& out) {
  using namespace junit_detail;
  std::vector<tally_of_cases> tallies;
  tally_of_cases all;
  double seconds = 0;
  auto in_seconds = [](run_result const& r) { return static_cast<double>(r.duration_ns) / 1e9; };
  auto each_series = [](run_result const& r, auto&& take) {
    auto const verdicts = verdicts_by_series(r);
    bool told = false;
    for (auto const& x : r.records) {
      auto const at = verdicts.find(x.id);
      auto const o = case_of(x, at == verdicts.end() ? nullptr : &at->second);
      told = told || o.kind == kind::failure || o.kind == kind::error;
      take(x, o);
    }
    return told;
  };
  for (auto const& r : runs) {
    tally_of_cases t;
    auto const told = each_series(r, [&](record const&, outcome_of_case const& o) { t.add(o.kind); });
    t.add(case_of_run(r, told).kind);
    all.tests += t.tests, all.failures += t.failures, all.errors += t.errors, all.skipped += t.skipped;
    seconds += in_seconds(r);
    tallies.push_back(t);
  }
  out(say(
      {"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lanemark\"", all.attributes(seconds), ">\n"}));
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto const& r = runs[i];
    auto const suite = suite_of(r);
    auto unique = [&](std::string name) {
      if (!names.insert(name).second) {
        name += " (run " + r.id + ")";
        for (std::size_t n = 2; !names.insert(name).second; ++n) name += " " + std::to_string(n);
      }
      return name;
    };
    out(say({"  <testsuite name=\"", xml_attribute(suite), "\"", tallies[i].attributes(in_seconds(r))}));
    if (r.started.size() >= 19) out(say({" timestamp=\"", xml_attribute(r.started.substr(0, 19)), "\""}));
    if (r.surroundings && !r.surroundings->system.host_name.empty())
      out(say({" hostname=\"", xml_attribute(r.surroundings->system.host_name), "\""}));
    out(">\n    <properties>\n");
    auto property = [&](std::string_view name, std::string_view value) {
      if (!value.empty()) out(say({"      <property name=\"", name, "\" value=\"", xml_attribute(value), "\"/>\n"}));
    };
    property("lanemark.version", r.version);
    property("lanemark.run", r.id);
    property("lanemark.backend", r.backend);
    property("lanemark.simulated", r.simulated ? "true" : "false");
    property("lanemark.exit", std::to_string(r.exit.code));
    out("    </properties>\n");
    auto const told = each_series(r, [&](record const& x, outcome_of_case const& o) {
      write_case(suite + "." + (x.test.empty() ? "" : x.test + ".") + x.measure, unique(x.id), x.seconds, o, out);
    });
    write_case(suite, unique(suite + "/run"), in_seconds(r), case_of_run(r, told), out);
    out("  </testsuite>\n");
  }
  out("</testsuites>\n");
}
inline std::string junit(std::span<run_result const> runs) {
  std::string text;
  junit(runs, [&](std::string_view piece) { text += piece; });
  return text;
}
}  // namespace lanemark::report
