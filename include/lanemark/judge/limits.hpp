// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/judge/subject.hpp>
#include <lanemark/judge/verdict.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/plan/limit_rule.hpp>
#include <lanemark/plan/match_cell.hpp>
#include <lanemark/plan/series_id.hpp>

// Fixed limits, held against medians. No statistics: a limit says what is acceptable, whatever the noise.

namespace lanemark {
namespace detail {
/// Up to `digits` significant digits, all of those before the dot, and no zeros at the end.
inline std::string short_number(double x, int digits) {
  for (auto n = std::fabs(x); n >= 1e4 && n < 1e17; n /= 10) ++digits;
  char text[64];
  auto const end = std::to_chars(text, text + sizeof text, x, std::chars_format::general, std::min(digits, 17)).ptr;
  return {text, end};
}

/// `18.2 GB/s`, `730.6 ns`, `3 us`.
inline std::string short_figure(double x, std::string_view unit, int digits) {
  if (unit != "ns") return short_number(x / 1e9, digits) + " GB/s";
  auto const size = std::fabs(x);
  if (size < 1e3) return short_number(x, digits) + " ns";
  if (size < 1e6) return short_number(x / 1e3, digits) + " us";
  if (size < 1e9) return short_number(x / 1e6, digits) + " ms";
  return short_number(x / 1e9, digits) + " s";
}

struct figure_pair {
  std::string value, bound;
};
/// A value and a bound with as many digits as it takes to tell them apart: never `20 GB/s is below 20 GB/s`.
inline figure_pair figures(double value, double bound, std::string_view unit) {
  figure_pair text;
  for (int digits = 4; digits <= 17; ++digits) {
    text = {short_figure(value, unit, digits), short_figure(bound, unit, digits)};
    if (value == bound || text.value != text.bound) break;
  }
  return text;
}

/// Is this rule about figures in this unit? A share of the link is about rates; a share of the peers about both.
inline bool bounds_unit(limit_rule const& rule, std::string_view unit) {
  if (rule.unit == "% of link") return unit == "B/s";
  return rule.unit == "% of peers" || rule.unit == unit;
}
inline std::string said_at(limit_rule const& rule) {
  return rule.where.where.empty() ? "" : " (" + rule.where.where + ")";
}

/// The rules that hold for a subject, those with most keys only. More than one is a tie.
inline std::vector<limit_rule const*> rules_for(cell const& c, std::string_view unit, std::span<limit_rule const> rules,
                                                inventory const& inv) {
  std::vector<limit_rule const*> best;
  for (auto const& rule : rules) {
    if (!bounds_unit(rule, unit) || !matches(rule.where, c, inv)) continue;
    if (!best.empty() && rule.where.all.size() < best[0]->where.all.size()) continue;
    if (!best.empty() && rule.where.all.size() > best[0]->where.all.size()) best.clear();
    best.push_back(&rule);
  }
  return best;
}
inline std::string tie_text(std::string const& id, std::vector<limit_rule const*> const& tied) {
  std::string text = "two limits with equally many keys match " + id + ":";
  for (auto const* r : tied) text += (r == tied[0] ? " " : " and ") + r->text + said_at(*r);
  return text + "; add a key to the one that shall win, or write min and max in one limit";
}
}  // namespace detail

/// Ties between limits, looked for before anything runs. What depends on the timer that a cell will get is not seen
/// here.
inline std::vector<problem> find_ties(std::span<cell const> cells, std::span<limit_rule const> rules,
                                      inventory const& inv) {
  std::vector<problem> ties;
  for (auto const& c : cells) {
    auto const best = detail::rules_for(c, c.measure == "bandwidth" ? "B/s" : "ns", rules, inv);
    if (best.size() < 2) continue;
    auto text = detail::tie_text(c.id, best);
    if (ties.size() < 10) ties.push_back({fault::invalid, std::move(text)});  // the first show the pattern
  }
  return ties;
}

/// What the limits say of a run.
struct limit_verdicts {
  std::vector<verdict> all{};       ///< of every record that a limit matches, and of every limit that matches none
  std::vector<problem> problems{};  ///< ties
};

namespace detail {
/// The median of the medians of the records that differ from this one in their lanes only.
inline std::optional<double> median_of_peers(std::size_t self, std::span<record const> records,
                                             std::span<std::string const> families) {
  std::vector<double> medians;
  for (std::size_t i = 0; i < records.size(); ++i)
    if (i != self && families[i] == families[self] && records[i].status == outcome::measured && records[i].summary &&
        std::isfinite(records[i].summary->median))
      medians.push_back(records[i].summary->median);
  if (medians.empty()) return {};
  std::sort(medians.begin(), medians.end());
  auto const n = medians.size();
  return n % 2 ? medians[n / 2] : (medians[n / 2 - 1] + medians[n / 2]) / 2;
}

/// All of a record's id but its lanes.
inline std::string family_of(record const& r) {
  std::vector<lane> lanes;
  for (auto const& l : r.lanes) lanes.push_back(l.path);
  auto const text = lanes_text(lanes);
  std::size_t at = 0;
  for (int part = 0; part < 5 && at != r.id.npos; ++part)
    at = r.id.find('/', at) == r.id.npos ? r.id.npos : r.id.find('/', at) + 1;
  if (at == r.id.npos || r.id.compare(at, text.size(), text) != 0) return r.id;
  return r.id.substr(0, at) + r.id.substr(at + text.size());
}

inline verdict judge_record(record const& r, limit_rule const& rule, std::optional<double> reference,
                            std::string why_none) {
  verdict v{.series = r.id, .limit = rule.text + said_at(rule), .unit = r.unit};
  auto unmet = [&](std::string const& why) {
    v.what = ruling::unmet;
    v.sentence = "limit " + rule.text + " has no figure to hold against: " + why + said_at(rule);
    return v;
  };
  if (r.status != outcome::measured)
    return unmet(std::string(name_of(r.status)) + (r.reason.empty() ? "" : ", " + r.reason));
  if (!r.summary || !std::isfinite(r.summary->median)) return unmet("the median is no finite number");
  if (!reference) return unmet(why_none);
  v.value = r.summary->median;
  auto const whose = rule.unit == "% of link" ? " of link" : rule.unit == "% of peers" ? " of peers" : "";
  auto say = [&](double bound, std::optional<double> share, char const* relation, char const* kind) {
    v.bound = bound;
    auto const text = figures(v.value, bound, r.unit);
    v.sentence = "median " + text.value + " is " + relation + " the " + kind + " " + text.bound;
    if (*whose) v.sentence += ", " + short_number(*share * 100, 4) + "%" + whose;
    v.sentence += said_at(rule);
  };
  auto const min = rule.min ? std::optional(*rule.min * *reference) : std::nullopt;
  auto const max = rule.max ? std::optional(*rule.max * *reference) : std::nullopt;
  if (min && v.value < *min) {
    v.what = ruling::below_limit;
    say(*min, rule.min, "below", "minimum");
  } else if (max && v.value > *max) {
    v.what = ruling::above_limit;
    say(*max, rule.max, "above", "maximum");
  } else if (min && (!max || v.value - *min <= *max - v.value))
    say(*min, rule.min, "not below", "minimum");
  else if (max)
    say(*max, rule.max, "not above", "maximum");
  return v;
}
}  // namespace detail

/// Holds every record against the limit that matches it with most keys. A median equal to a bound is within it. No
/// figure to hold against a limit, and a limit that no record answers to, are unmet: silence is never a pass.
inline limit_verdicts judge_limits(std::span<record const> records, std::span<limit_rule const> rules,
                                   inventory const& inv) {
  limit_verdicts out;
  std::vector<bool> hit(rules.size());
  std::vector<std::string> families;
  bool const peers = std::any_of(rules.begin(), rules.end(), [](auto const& r) { return r.unit == "% of peers"; });
  for (auto const& r : records)
    if (peers) families.push_back(detail::family_of(r));
  for (std::size_t i = 0; i < records.size(); ++i) {
    auto const& r = records[i];
    auto const unit = r.measure == "bandwidth" ? "B/s" : "ns";
    auto const subject = subject_of(r);
    for (std::size_t k = 0; k < rules.size(); ++k)
      if (detail::bounds_unit(rules[k], unit) && matches(rules[k].where, subject, inv)) hit[k] = true;
    auto const best = detail::rules_for(subject, unit, rules, inv);
    if (best.empty()) continue;
    if (best.size() > 1) {
      out.problems.push_back({fault::invalid, detail::tie_text(r.id, best)});
      continue;
    }
    auto const& rule = *best[0];
    std::optional<double> reference = 1.0;
    std::string why;
    if (rule.unit == "% of link") {
      reference = r.physical_limit && std::isfinite(*r.physical_limit) && *r.physical_limit > 0 ? r.physical_limit
                                                                                                : std::nullopt;
      why = "the rate of its link is not known";
    } else if (rule.unit == "% of peers") {
      reference = detail::median_of_peers(i, records, families);
      why = "no other lane of this kind was measured";
    }
    out.all.push_back(detail::judge_record(r, rule, reference, why));
    if (out.all.back().unit.empty()) out.all.back().unit = unit;
  }
  for (std::size_t k = 0; k < rules.size(); ++k)
    if (!hit[k])
      out.all.push_back(
          {.what = ruling::unmet,
           .limit = rules[k].text + detail::said_at(rules[k]),
           .sentence = "limit " + rules[k].text + " matches no cell of this run" + detail::said_at(rules[k])});
  return out;
}
}  // namespace lanemark
