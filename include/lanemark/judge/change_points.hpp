// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include <lanemark/judge/spread.hpp>
#include <lanemark/judge/student_t.hpp>

namespace lanemark {
/// When a history has left its level.
struct step_rule {
  std::size_t least_runs = 4;  ///< a level holds at least so long: a spike of a night or two is no step
  double p = 0.001;            ///< of Student's t for the best of all places, each place counted as a test
  double least = 0.03;         ///< difference of the levels' medians, in logarithms; smaller ones are no steps
};

/// A stretch of runs on one level: [first, last) with its median.
struct level {
  std::size_t first = 0, last = 0;
  double median = 0;
};

namespace detail {
inline double median_between(std::span<double const> x, std::size_t first, std::size_t last) {
  std::vector<double> part(x.begin() + static_cast<std::ptrdiff_t>(first),
                           x.begin() + static_cast<std::ptrdiff_t>(last));
  return take_median(part);
}

/// Sums from the left, so that a stretch costs two subtractions.
class stretches {
  std::vector<double> sums{0}, squares{0};

 public:
  explicit stretches(std::span<double const> x) {
    for (auto const v : x) {
      auto const d = v - x[0];  // near the values: their squares would cancel else
      sums.push_back(sums.back() + d);
      squares.push_back(squares.back() + d * d);
    }
  }
  double mean(std::size_t first, std::size_t last) const {
    return (sums[last] - sums[first]) / static_cast<double>(last - first);
  }
  /// Sum of squares around the mean.
  double scatter(std::size_t first, std::size_t last) const {
    auto const sum = sums[last] - sums[first];
    return std::max(0.0, squares[last] - squares[first] - sum * sum / static_cast<double>(last - first));
  }
};

/// How values scatter from one to the next, whatever steps lie between: the median absolute difference of neighbours
/// over sqrt(2), never finer than 0.1 %.
inline double scatter_of_neighbours(std::span<double const> x) {
  std::vector<double> d;
  for (std::size_t i = 1; i < x.size(); ++i) d.push_back(std::fabs(x[i] - x[i - 1]));
  return std::max(0.001, d.empty() ? 0 : 1.482602218505602 * take_median(d) / std::sqrt(2.0));
}

/// Where levels begin: the partition of least cost, the squares around each level's mean over the variance plus 3 ln n
/// for each further level (optimal partitioning: Jackson et al., 2005; the price is the Bayesian criterion's).
inline std::vector<std::size_t> best_partition(std::span<double const> x, std::size_t least_runs) {
  auto const n = x.size();
  stretches const of(x);
  auto const sd = scatter_of_neighbours(x);
  auto const price = 3 * std::log(static_cast<double>(n)) * sd * sd;
  std::vector<double> cost(n + 1, std::numeric_limits<double>::infinity());
  std::vector<std::size_t> from(n + 1, 0);
  cost[0] = -price;
  for (std::size_t end = least_runs; end <= n; ++end)
    for (std::size_t first = 0; first + least_runs <= end; ++first) {
      auto const all = cost[first] + price + of.scatter(first, end);
      if (all < cost[end]) cost[end] = all, from[end] = first;
    }
  std::vector<std::size_t> starts;
  for (auto end = n; end > 0; end = from[end]) starts.push_back(from[end]);
  std::reverse(starts.begin(), starts.end());
  return starts;
}

/// Student's t of two neighbouring levels with their common variance; two-sided p.
inline double p_of_step(stretches const& of, level const& a, level const& b) {
  auto const n = static_cast<double>(a.last - a.first), m = static_cast<double>(b.last - b.first);
  auto const variance = std::max((of.scatter(a.first, a.last) + of.scatter(b.first, b.last)) / (n + m - 2),
                                 1e-6);  // never finer than 0.1 %
  auto const t = (of.mean(a.first, a.last) - of.mean(b.first, b.last)) / std::sqrt(variance * (1 / n + 1 / m));
  return student_t_two_sided(t, n + m - 2);
}
}  // namespace detail

/// The levels of a history (logarithms of medians, oldest first). Neighbours that Student's t does not tell apart, each
/// possible place counted as a test, or whose medians differ by less than the least effect, are one level; those that
/// differ least are joined first.
inline std::vector<level> levels_of(std::span<double const> x, step_rule const& rule) {
  if (x.empty()) return {};
  auto const n = x.size(), least_runs = std::max<std::size_t>(rule.least_runs, 2);
  if (n < 2 * least_runs) return {{0, n, detail::median_between(x, 0, n)}};
  auto places = detail::best_partition(x, least_runs);
  places.push_back(n);
  std::vector<level> all;
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    all.push_back({places[i], places[i + 1], detail::median_between(x, places[i], places[i + 1])});
  detail::stretches const of(x);
  auto const tests = static_cast<double>(n - 2 * least_runs + 1);
  while (all.size() > 1) {
    std::size_t closest = 0;
    auto gap = [&](std::size_t i) { return std::fabs(all[i].median - all[i - 1].median); };
    for (std::size_t i = 1; i < all.size(); ++i) {
      bool const is_step =
          gap(i) >= rule.least * (1 - 1e-9) && detail::p_of_step(of, all[i - 1], all[i]) * tests <= rule.p;
      if (!is_step && (closest == 0 || gap(i) < gap(closest))) closest = i;
    }
    if (closest == 0) break;
    auto& left = all[closest - 1];
    left.last = all[closest].last;
    left.median = detail::median_between(x, left.first, left.last);
    all.erase(all.begin() + static_cast<std::ptrdiff_t>(closest));
  }
  return all;
}

/// What a run is held against, and since when its level has been left.
struct reference_level {
  std::vector<std::size_t> runs{};  ///< places in the history
  std::size_t left_at = 0;          ///< first run of the level for the worse that nobody accepted; 0: none
};

/// The last level that is not worse than the one before it: a level for the worse is not got used to, one for the
/// better is taken over once it has lasted `learning` runs. `higher_is_better` is of the values' unit.
inline reference_level reference_of(std::vector<level> const& levels, bool higher_is_better, double least,
                                    std::size_t learning) {
  reference_level r;
  double median = 0;
  auto take = [&](level const& l) {
    for (auto i = l.first; i < l.last; ++i) r.runs.push_back(i);
  };
  for (auto const& l : levels) {
    if (&l == &levels.front()) {
      take(l), median = l.median;
      continue;
    }
    auto const gain = (higher_is_better ? 1 : -1) * (l.median - median);
    if (gain <= -least * (1 - 1e-9)) {
      if (r.left_at == 0) r.left_at = l.first;
      continue;
    }
    r.left_at = 0;
    if (gain >= least) {
      if (l.last - l.first < learning) continue;
      r.runs.clear(), median = l.median;
    }
    take(l);
  }
  return r;
}
}  // namespace lanemark
