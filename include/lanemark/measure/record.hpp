// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/core/lane.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark {
/// What became of a cell. All but the first two count as failed.
enum class outcome { measured, skipped, failed, timed_out, crashed, not_run };
constexpr std::string_view name_of(outcome o) {
  constexpr std::string_view names[] = {"measured", "skipped", "failed", "timed-out", "crashed", "not-run"};
  return names[static_cast<int>(o)];
}
constexpr outcome outcome_of(fault f) {
  return f == fault::unsupported ? outcome::skipped
         : f == fault::late      ? outcome::timed_out
         : f == fault::crashed   ? outcome::crashed
                                 : outcome::failed;
}
constexpr bool counts_as_failed(outcome o) { return o != outcome::measured && o != outcome::skipped; }

/// Statistics of n samples, in the record's unit.
struct summary {
  std::size_t n = 0;
  double median = 0;
  std::optional<double> ci_low{}, ci_high{};  ///< 95 % order-statistic interval of the median; none below 6 samples
  double min = 0, max = 0, mean = 0, p05 = 0, p95 = 0;
};

/// What is known of the clock that timed a cell.
struct timer_info {
  std::string name{};
  double ns_per_tick = 1;
  double step_ns = 0;      ///< smallest step the clock was seen to move by
  double overhead_ns = 0;  ///< of one empty sample in the very loop that was used
};

struct lane_result {
  lane path{};
  std::optional<lanemark::summary> summary{};  ///< by the lane's own clock
  lanemark::obtained obtained{};
};

/// A finished cell. Plain data: reports, verdicts and journals need nothing else.
struct record {
  // identity, as planned
  std::string id{}, test{}, measure{}, direction{}, mode{};
  bytes size_requested{}, size{};  ///< both 0 where a size means nothing (sync)
  std::string affinity{}, issuer{}, cache{}, semantics{};
  unsigned threads = 1;
  bool simulated = false;
  // what happened
  outcome status = outcome::not_run;
  std::string reason{};  ///< why not measured; empty when measured
  std::string stop{};    ///< why sampling ended: precision, samples, time, iterations, interrupted
  timer_info timer{};
  std::string mechanism{};               ///< the loop that ran: memcpy, stream, rep, two-lines, copy-engine, ...
  std::string pages{};                   ///< obtained: huge, small, mixed; empty: unknown or not meant
  std::string unit{};                    ///< "B/s" or "ns"
  std::size_t repeats = 0;               ///< copies (or round trips) inside one sample
  bool gated = true;                     ///< all lanes started behind one gate
  double skew_ns = 0;                    ///< worst spread of the lanes' starts; -1 unknown
  double overlap = 1;                    ///< median share of the wall time in which all lanes ran
  std::size_t involuntary_switches = 0;  ///< of the issuing threads while sampling
  double seconds = 0;                    ///< the cell took, on the backend's clock
  std::vector<double> samples{};         ///< the cell's value: bytes/s of all lanes by wall time, or ns
  std::optional<lanemark::summary> summary{};
  std::vector<lane_result> lanes{};
  std::vector<std::string> warnings{};
  std::optional<double> physical_limit{};  ///< bytes/s of the narrowest hop, where known
  std::string physical_limit_source{};
};

constexpr std::string_view better_of(std::string_view unit) { return unit == "B/s" ? "higher" : "lower"; }
}  // namespace lanemark
