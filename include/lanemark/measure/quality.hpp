// SPDX-License-Identifier: MIT
#pragma once
#include <initializer_list>
#include <limits>
#include <string>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/measure/calibrate.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/measure/settings.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/measure/steadiness.hpp>

namespace lanemark {
/// What sampling saw beside the samples.
struct sampling_facts {
  double sample_ns = 0;                              ///< median duration of one sample
  std::vector<double> overlaps{};                    ///< one per sample
  double switches = 0;                               ///< involuntary context switches of the issuing threads
  double page_faults = 0;                            ///< of the issuing threads
  double condition_before = 0, condition_after = 0;  ///< stage's spot check; 0: none
};

/// Sentences about everything that is known to falsify a figure of this kind and was seen here.
[[gnu::cold]] inline std::vector<std::string> quality_warnings(record const& r, stage const& s, settings const& how,
                                                               sampling_facts const& seen) {
  std::vector<std::string> warnings;
  auto warn = [&](std::initializer_list<phrase> sentence) { warnings.push_back(say(sentence)); };
  if (how.constant && s.moves)
    warn(
        {"the payload is one repeated byte (", *how.constant,
         "): constant data can move up to 3 times faster than real data; leave `pattern` out for a figure that holds"});
  auto const steps = s.timer.step_ns > 0 ? seen.sample_ns / s.timer.step_ns : std::numeric_limits<double>::infinity();
  if (steps < 1000)
    warn({"one sample lasts ", fixed(steps, 0), " steps of the clock (", duration_text(s.timer.step_ns),
          " each): the clock alone may be off by ", fixed(100 / std::max(steps, 1e-9), 2), " %"});
  if (s.timer.overhead_ns > 0 && seen.sample_ns > 0 && s.lanes == 1 && s.timer.overhead_ns > 0.002 * seen.sample_ns)
    warn({"reading the clock takes ", fixed(100 * s.timer.overhead_ns / seen.sample_ns, 2), " % of a sample"});
  if (seen.switches > 0)
    warn(
        {"other work took the CPUs of the issuing threads while sampling (the record counts the involuntary switches); "
         "free them or raise `samples`"});
  if (seen.page_faults > 0.05 * static_cast<double>(r.samples.size()))
    warn({"pages were touched first, moved or merged inside the timed part (", fixed(seen.page_faults, 0),
          " page faults)"});
  if (r.measure == "bandwidth" && r.cache != "cold" && r.size.count < s.cache_bytes)
    warn({"the buffers fit in the last-level cache (", to_string(bytes{s.cache_bytes}),
          "): this is the speed of the cache, not of the memory"});
  if (s.lanes > 1 && !seen.overlaps.empty()) {
    if (auto const overlap = median_of(seen.overlaps); overlap < 0.9)
      warn({"the lanes ran together for only ", fixed(100 * overlap, 0),
            " % of the time: per-lane figures are partly uncontended"});
  }
  if (s.lanes > 1 && r.unit == "B/s" && r.summary) {
    double sum = 0;
    for (auto const& l : r.lanes) sum += l.summary ? l.summary->median : 0;
    if (auto const off = sum / r.summary->median - 1; magnitude(off) > 0.05)
      warn({"the lanes' own figures add up to ", rate_text(sum), ", ", fixed(100 * magnitude(off), 0), " % ",
            off > 0 ? "more" : "less", " than the total by wall time: trust the total"});
  }
  if (s.lanes > 1 && !s.gated) warn({"the backend has no start gate: the lanes started one after the other"});
  if (seen.condition_before > 0 && seen.condition_after > 0) {
    auto const low = std::min(seen.condition_before, seen.condition_after);
    auto const high = std::max(seen.condition_before, seen.condition_after);
    if (high > 1.6 * low)
      warn({"a cache line took ", duration_text(seen.condition_before), " from core to core before and ",
            duration_text(seen.condition_after),
            " after this cell: a hypervisor moved the cores between cache domains meanwhile; repeat the run"});
  }
  auto const steady = steadiness_of(r.samples);
  auto const least = std::max(how.precision, 0.005);  // less than that is nobody's trouble
  auto const change = [](double share) { return say({fixed(100 * magnitude(share), 1), " %"}); };
  auto const steps_apart = (steady.high_mode / steady.low_mode - 1) * steps;
  if (magnitude(steady.drift) > least)
    warn({"the median of the second half of the samples is ", change(steady.drift),
          steady.drift > 0 ? " above" : " below",
          " that of the first: the machine had not settled; raise `warmup`, or find out what changed meanwhile"});
  else if (steady.low_mode > 0 && steady.high_mode > (1 + 2 * least) * steady.low_mode && steps_apart > 3)
    warn({"the samples fall into two groups: ", fixed(100 * steady.high_share, 0), " % of them are ",
          change(steady.high_mode / steady.low_mode - 1),
          " above the others, and the median describes one group at best"});
  if (steady.correlation > 0)
    warn({"neighbouring samples resemble each other: the interval of the median was widened for that"});
  return warnings;
}
}  // namespace lanemark
