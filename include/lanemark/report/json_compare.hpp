// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/judge/compare_verdicts.hpp>
#include <lanemark/judge/groups.hpp>
#include <lanemark/report/compare_view.hpp>
#include <lanemark/report/json_list.hpp>
#include <lanemark/report/json_value.hpp>

namespace lanemark::report {
inline json night_json(night const& n) {
  return {{"id", n.id},
          {"started", text_or_null(n.started)},
          {"version", n.version},
          {"backend", text_or_null(n.backend)},
          {"simulated", n.simulated},
          {"scenario", n.scenario},
          {"file", text_or_null(n.from)}};
}
/// `history`: how many of the latest runs are looked at; none: all.
inline json judging_json(judging const& how, std::optional<std::size_t> history) {
  return {{"least_bandwidth", how.least.bandwidth},
          {"least_latency", how.least.latency},
          {"least_sync", how.least.sync},
          {"least_latency_ns", how.least.latency_ns},
          {"screen_p", how.screen},
          {"fdr", name_of(how.rule)},
          {"fdr_q", how.fdr},
          {"max_confirm", how.max_confirm},
          {"learning_runs", how.learning},
          {"history", history ? json(*history) : json(nullptr)},
          {"allow_missing", how.allow_missing}};
}
inline json verdict_json(series_verdict const& v, comparison const& c, series_book const& book) {
  auto figure = [](double x) { return x > 0 ? number(x) : json(nullptr); };
  bool const judged = v.reference > 0;
  return {{"id", book[v.series].id},
          {"ruling", name_of(v.what)},
          {"sentence", text_or_null(sentence_of(v, c))},
          {"unit", text_or_null(v.unit)},
          {"value", figure(v.value)},
          {"reference", figure(v.reference)},
          {"effect", judged ? number(v.effect) : json(nullptr)},
          {"low", number(v.low)},
          {"high", number(v.high)},
          {"p", judged ? number(v.p) : json(nullptr)},
          {"p_adjusted", judged ? number(v.adjusted) : json(nullptr)},
          {"could_see", number(v.could_see)},
          {"runs", v.runs},
          {"samples", {{"new", v.n_value}, {"base", v.n_reference}}},
          {"rerun", number(v.rerun)},
          {"since", text_or_null(v.since)}};
}

/// The document of `compare`: effects and intervals are shares, figures in base units.
inline void json_compare(compare_view const& c, std::vector<std::string> const& problems, text_sink const& out) {
  document d(out);
  d.add("schema", "lanemark-compare/1");
  d.add("exit", to_json(c.exit));
  d.list("problems", problems, [](std::string const& p) { return json(p); });
  d.add("method", c.result.by == comparison::method::history ? "history" : "samples");
  d.add("judging", judging_json(c.how, c.how.history));
  d.add("new", night_json(c.now));
  d.list("base", c.base, [](night const& n) { return night_json(n); });
  d.add("rerun", text_or_null(c.confirmed_by));
  d.list("incomparable", c.incomparable, [](std::string const& t) { return json(t); });
  d.list("environment", c.environment, [](std::string const& t) { return json(t); });
  json counts;
  counts["tested"] = c.result.tested;
  for (auto const r : {ruling::ok, ruling::improved, ruling::regressed, ruling::inconclusive, ruling::unstable,
                       ruling::learning, ruling::fresh, ruling::missing, ruling::incomparable})
    counts[std::string(name_of(r))] = count_of(c.result, r);
  counts["without-figure"] = c.result.neither;
  d.add("counts", counts);
  d.add("machine_wide", c.result.machine_wide);
  d.add("confirmed", c.result.confirmed);
  d.list("common", c.result.common, [](common_shift const& s) {
    return json{{"measure", s.measure}, {"effect", number(s.effect)}, {"p", number(s.p)},
                {"series", s.series},   {"removed", s.removed},       {"against", s.against}};
  });
  std::vector<verdict_group> groups;
  for (auto const kind : {ruling::regressed, ruling::incomparable, ruling::missing, ruling::inconclusive,
                          ruling::unstable, ruling::improved, ruling::fresh})
    for (auto& g : group_verdicts(c.result, c.book, kind)) groups.push_back(std::move(g));
  d.list("findings", groups, [&](verdict_group const& g) {
    json ids = json::array();
    for (auto const i : g.members) ids.push_back(c.book[c.result.all[i].series].id);
    bool const judged = g.as != ruling::missing && g.as != ruling::fresh && g.as != ruling::incomparable;
    return json{{"what", g.what},
                {"ruling", name_of(g.as)},
                {"of", g.of},
                {"worst", judged ? number(g.worst) : json(nullptr)},
                {"median", judged ? number(g.median) : json(nullptr)},
                {"series", std::move(ids)}};
  });
  std::vector<std::string> again;
  for (auto const s : c.result.candidates) again.push_back(c.book[s].id);
  d.list("candidates", again, [](std::string const& t) { return json(t); });
  d.list("series", c.result.all, [&](series_verdict const& v) { return verdict_json(v, c.result, c.book); });
  std::vector<std::string> notes = c.result.notes;
  notes.insert(notes.end(), c.notes.begin(), c.notes.end());
  d.list("notes", notes, [](std::string const& t) { return json(t); });
  d.end();
}

/// The document of `trend`: levels with their first and last run by place in `runs`.
inline void json_trend(trend_view const& t, std::vector<std::string> const& problems, text_sink const& out) {
  document d(out);
  d.add("schema", "lanemark-trend/1");
  d.add("exit", to_json(t.exit));
  d.list("problems", problems, [](std::string const& p) { return json(p); });
  d.add("judging", judging_json(t.how, t.history));
  d.list("runs", t.nights, [](night const& n) { return night_json(n); });
  d.list("incomparable", t.incomparable, [](std::string const& s) { return json(s); });
  std::size_t k = 0;
  d.list("steps", t.result.steps, [&](trend_step const& s) {
    json series = json::array(), groups = json::array();
    for (auto const& [one, effect] : s.series) series.push_back({{"id", t.book[one].id}, {"effect", number(effect)}});
    for (auto const& g : s.groups)
      groups.push_back({{"what", g.what},
                        {"series", g.members.size()},
                        {"of", g.of},
                        {"median", number(g.median)},
                        {"worst", number(g.worst)}});
    json const changed = k < t.environment.size() ? json(t.environment[k]) : json::array();
    ++k;
    return json{{"run", t.nights[s.night].id},
                {"started", text_or_null(t.nights[s.night].started)},
                {"worse", s.worse},
                {"accepted", s.accepted},
                {"by", text_or_null(s.by)},
                {"why", text_or_null(s.why)},
                {"findings", std::move(groups)},
                {"environment", changed},
                {"series", std::move(series)}};
  });
  d.list("series", t.result.all, [&](series_trend const& s) {
    json levels = json::array(), values = json::array();
    for (auto const& l : s.levels)
      levels.push_back({{"first", l.first}, {"last", l.last}, {"runs", l.runs}, {"median", number(l.median)}});
    for (auto const& [h, x] : s.values) values.push_back({h, number(x)});
    return json{{"id", t.book[s.series].id},
                {"unit", text_or_null(s.unit)},
                {"runs", s.runs},
                {"worse", s.worse},
                {"learning", s.learning},
                {"reference", s.reference > 0 ? number(s.reference) : json(nullptr)},
                {"effect", s.reference > 0 ? number(s.now_effect) : json(nullptr)},
                {"levels", std::move(levels)},
                {"values", std::move(values)},
                {"without_figure", s.unusable},
                {"other_unit", s.other_unit}};
  });
  d.list("notes", t.notes, [](std::string const& s) { return json(s); });
  d.end();
}
}  // namespace lanemark::report
