// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include <lanemark/core/duration.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/policy/progress.hpp>

namespace lanemark {
/// One sample of a cell: `repeats` turns of every lane's loop.
struct lap {
  std::vector<double> lane_ns{};  ///< by each lane's own clock
  double wall_ns = 0;             ///< first start to last end
  double skew_ns = 0;             ///< spread of the starts; -1: unknown, marks of two devices cannot be compared
  double overlap = 1;             ///< share of the wall time in which all lanes ran
};

/// What a stage says of itself. Opening sets it; a call may change it.
struct stage_facts {
  timer_info timer{};
  std::string mechanism{};
  std::string suspect = "the device";  ///< what to look at when a lane does not finish
  std::size_t lanes = 1;
  double per_turn = 1;  ///< share of one turn that is the result: 0.5 for half a round trip
  bool gated = true;    ///< all lanes start behind one gate
  bool moves = true;    ///< bytes arrive that can be verified
  bool simulated = false;
  std::size_t most_repeats =
      std::numeric_limits<std::size_t>::max() / 4;  ///< a queue that fills behind a closed gate never opens
  std::size_t least_repeats = 1;                    ///< fewer turns than this do not fill the way there
  std::size_t culprit = 0;
  std::size_t cache_bytes = 0;          ///< last-level cache that a copy may hide in; 0: unknown, or there is none
  std::vector<std::string> warnings{};  ///< what opening noticed, for the record
};

/// A cell opened: its tracks behind one gate. The one boundary between templates (below) and plain code (above).
class stage : public stage_facts {
 public:
  stage() = default;
  stage(stage const&) = delete;
  stage& operator=(stage const&) = delete;
  virtual ~stage() = default;

  /// Waits until all that issues has started: a thread may hang while it makes its device current.
  virtual progress ready(nanoseconds) { return progress::done; }
  /// Appends `samples` laps of `repeats` turns to `out`. repeats = 0 is legal: it costs what measuring itself costs.
  /// Ends by `deadline` (a point on the clock of `now()`): then it says late and `culprit` names the lane.
  virtual progress play(std::size_t samples, std::size_t repeats, nanoseconds deadline, std::vector<lap>& out) = 0;
  /// Puts the pattern into every source and its complement into every destination.
  virtual status fill(pattern const& what) = 0;
  /// Compares every byte of every destination.
  virtual status check(pattern const& what) = 0;
  /// The first error of any track since last asked.
  virtual status trouble() = 0;
  virtual nanoseconds now() const = 0;
  /// What opening really gave, one entry per lane.
  virtual std::vector<obtained> placements() = 0;
  /// Involuntary context switches of the issuing threads so far.
  virtual std::size_t involuntary_switches() const { return 0; }
  /// Page faults of the issuing threads inside their loops so far.
  virtual std::size_t page_faults() const { return 0; }
  /// A quick figure of the machine's state that must not change while a cell runs: on the host, ns for a cache line
  /// between the issuing cores. 0: there is none.
  virtual double condition() { return 0; }
};
}  // namespace lanemark
