// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <lanemark/core/duration.hpp>
#include <lanemark/run/event.hpp>

namespace lanemark {
/// A stretch of time for people who wait: `8 s`, `1 min 20 s`, `2 h 5 min`.
inline std::string waiting_text(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return "unknown";
  auto const s = static_cast<long long>(std::min(std::ceil(seconds), 1e15));
  if (s < 60) return std::to_string(s) + " s";
  if (s < 3600) return std::to_string(s / 60) + " min" + (s % 60 ? " " + std::to_string(s % 60) + " s" : "");
  return std::to_string(s / 3600) + " h" + (s % 3600 / 60 ? " " + std::to_string(s % 3600 / 60) + " min" : "");
}

/// Progress as a view of a run's events: what to write now, if anything. Writes nothing and reads no clock itself.
class progress_line {
 public:
  enum class style {
    terminal,  ///< one line, written over
    lines,     ///< a line when a tenth more is done, and one in 30 s at least
  };

 private:
  std::vector<double> left_after;  ///< estimated seconds from cell i on
  style how;
  std::size_t width;
  nanoseconds begun{-1}, told{-1}, cell_begun{};
  std::size_t done = 0, first = 0, told_done = 0, shown = 0;
  bool any = false, estimated = false;
  std::string current{};

  /// Estimates are corrected by what the cells so far really took.
  double seconds_left(nanoseconds now) const {
    auto const whole = left_after[first], rest = left_after[done];
    auto const past = whole - rest;
    if (!(past > 0)) return rest;
    auto const factor = (cell_begun - begun).count() / 1e9 / past;
    return std::max(0.0, rest * factor - (now - cell_begun).count() / 1e9);
  }
  std::string counts(nanoseconds now) const {
    auto const total = left_after.size() - 1;
    auto text = std::to_string(done) + "/" + std::to_string(total);
    if (done > first || estimated) text += ", about " + waiting_text(seconds_left(now)) + " left";
    return text;
  }
  std::string over(std::string text) {
    if (width > 1 && text.size() > width - 1) text.resize(width - 1);
    auto const blank = shown > text.size() ? shown - text.size() : 0;
    shown = text.size();
    return "\r" + text + std::string(blank, ' ') + (text.empty() ? "\r" : "");
  }

 public:
  /// `estimates`: seconds each cell may take; all zero when unknown, then each counts the same and the first tells how
  /// long. `columns`: of the terminal; a longer line would wrap.
  progress_line(std::vector<double> const& estimates, style s, std::size_t columns = 80)
      : left_after(estimates.size() + 1), how(s), width(columns) {
    for (auto const e : estimates) estimated = estimated || e > 0;
    for (auto i = estimates.size(); i-- > 0;) left_after[i] = left_after[i + 1] + (estimated ? estimates[i] : 1);
  }

  std::string seen(any_event const& e, nanoseconds now) {
    if (begun.count() < 0) begun = told = cell_begun = now;
    if (auto const* start = std::get_if<event::cell_started>(&e)) {
      if (!any) first = done = std::min(start->index, left_after.size() - 1), any = true;
      current = start->id;
    } else if (auto const* end = std::get_if<event::cell_finished>(&e)) {
      done = std::min(end->index + 1, left_after.size() - 1);
      cell_begun = now;
    } else if (std::holds_alternative<event::finished>(e)) {
      return how == style::terminal && shown > 0 ? over("") : std::string{};
    }
    auto const since = (now - told).count() / 1e9;
    if (how == style::terminal) {
      if (shown > 0 && since < 0.1) return {};
      told = now;
      return over("[" + counts(now) + "] " + current);
    }
    auto const total = static_cast<double>(left_after.size() - 1);
    bool const tenth = static_cast<double>(done - told_done) >= total / 10 && since >= 5;
    if (done == left_after.size() - 1 || !(tenth || since >= 30)) return {};
    told = now, told_done = done;
    return "cell " + counts(now) + ": " + current + "\n";
  }
};
}  // namespace lanemark
