// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/result.hpp>
#include <lanemark/judge/night.hpp>
#include <lanemark/plan/lanes.hpp>
#include <lanemark/report/json_cursor.hpp>
#include <lanemark/report/json_read.hpp>
#include <lanemark/report/night_of.hpp>

namespace lanemark::report {
/// Runs as they are judged, with their series in a book.
using read_nights_result = result<std::vector<night>>;

namespace night_detail {
inline std::optional<outcome> outcome_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(outcome::not_run); ++i)
    if (name_of(static_cast<outcome>(i)) == name) return static_cast<outcome>(i);
  return {};
}
inline bool is_violation_name(std::string_view name) {
  for (auto const r : {ruling::regressed, ruling::below_limit, ruling::above_limit})
    if (name_of(r) == name) return true;
  return false;
}

/// What a series is, from its text as a whole: only for those that the book does not know yet.
inline std::optional<series_info> describe(std::string_view text) {
  json_cursor c(text);
  series_info s;
  bool lanes_good = true;
  c.each_member([&](std::string_view key) {
    if (key == "id")
      s.id = c.plain_text();
    else if (key == "test")
      s.test = c.plain_text();
    else if (key == "measure")
      s.measure = c.plain_text();
    else if (key == "direction")
      s.direction = c.plain_text();
    else if (key == "mode")
      s.mode = c.plain_text();
    else if (key == "size_bytes") {
      auto const n = c.peek() == '"' ? 0.0 : c.number();  // a text is a size above 2^53 - 1
      s.size = n > 0 ? static_cast<std::uint64_t>(n) : 0;
    } else if (key == "lanes") {
      c.each_item([&] {
        std::optional<endpoint> from, to;
        c.each_member([&](std::string_view end) {
          if (end == "source")
            from = parse_endpoint(c.plain_text());
          else if (end == "destination")
            to = parse_endpoint(c.plain_text());
          else
            c.raw();
        });
        lanes_good = lanes_good && from && to;
        if (from && to) s.lanes.push_back({*from, *to});
      });
    } else
      c.raw();
  });
  if (!c.good || !lanes_good || s.id.empty()) return {};
  return s;
}

/// One series; false: not as this version writes it, so that the strict reader shall say what is wrong.
inline bool skim_series(json_cursor& whole, series_book& book, bool with_samples, std::string& id, reading& r) {
  auto const text = whole.raw();
  if (!whole.good || !text.starts_with('{')) return false;
  json_cursor c(text);
  r = {};
  r.median = std::numeric_limits<double>::quiet_NaN();
  bool status = false, violated = false;
  std::string_view sentence;
  id.clear();
  c.each_member([&](std::string_view key) {
    if (key == "id") {
      id = c.plain_text();
    } else if (key == "unit") {
      r.unit = c.plain_text();
    } else if (key == "status") {
      auto const o = outcome_named(c.plain_text());
      status = o.has_value();
      if (o) r.status = *o;
    } else if (key == "reason") {
      r.reason = c.plain_text();
    } else if (key == "summary" && c.peek() == '{') {
      c.each_member([&](std::string_view part) {
        if (part == "n")
          r.n = static_cast<std::size_t>(c.number());
        else if (part == "median")
          r.median = c.number();
        else
          c.raw();
      });
    } else if (key == "verdict" && c.peek() == '{') {
      c.each_member([&](std::string_view part) {
        if (part == "ruling")
          violated = is_violation_name(c.plain_text());
        else if (part == "sentence")
          sentence = c.plain_text();
        else
          c.raw();
      });
    } else if (key == "samples" && with_samples) {
      c.each_item([&] { r.samples.push_back(c.number()); });
    } else {
      c.raw();
    }
  });
  if (!c.good || !status || id.empty()) return false;
  if (violated) r.limit = sentence;
  r.series = book.find(id);
  if (r.series == series_book::none) {
    auto info = describe(text);
    if (!info) return false;
    r.series = book.add(std::move(*info));
  }
  return true;
}

/// A report of one run: its list of series is skimmed, all else goes through the strict reader.
inline std::optional<night> skim_night(std::string_view text, std::string const& path, series_book& book,
                                       bool with_samples) {
  json_cursor c(text);
  std::vector<reading> readings;
  std::string rest, id;
  bool fits = true, listed = false;
  c.each_member([&](std::string_view key) {
    if (key == "series") {
      listed = true;
      c.each_item([&] {
        readings.emplace_back();
        if (fits && !skim_series(c, book, with_samples, id, readings.back())) fits = false, c.good = false;
      });
      return;
    }
    auto const value = c.raw();
    if (key != "verdicts") ((((rest += rest.empty() ? "{\"" : ",\"") += key) += "\":") += value);
  });
  if (!fits || !listed || !c.finished()) return {};
  auto const head = read_reports(rest + ",\"series\":[]}", path);
  if (!head || head->size() != 1) return {};
  auto n = head_of((*head)[0], path);
  n.readings = std::move(readings);
  return n;
}
}  // namespace night_detail

/// Reads the runs of a report for judging. Fast for reports of one run; whatever is unusual about the text goes to the
/// reader of whole reports, which knows what to say. Samples are kept only where they are asked for.
inline read_nights_result read_nights(std::string_view text, std::string const& path, series_book& book,
                                      bool with_samples) {
  std::vector<night> out;
  if (auto n = night_detail::skim_night(text, path, book, with_samples)) {
    out.push_back(std::move(*n));
    return out;
  }
  auto const all = read_reports(text, path);
  if (!all) return all.error();
  for (auto const& r : *all) {
    out.push_back(night_of(r, book, path));
    if (!with_samples)
      for (auto& x : out.back().readings) x.samples = {};
  }
  return out;
}
}  // namespace lanemark::report
