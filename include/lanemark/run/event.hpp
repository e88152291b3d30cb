// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/measure/record.hpp>

namespace lanemark {
/// A run is a stream of these. The journal is the stream on disk, a report is a fold over it, progress is a view of it.
namespace event {
struct started {
  std::string backend{};
  bool simulated = false;
  std::size_t cells = 0;
};
struct cell_started {
  std::size_t index = 0;
  std::string id{};
};
struct batch {
  std::size_t index = 0;
  std::vector<double> samples{};
};
struct cell_finished {
  std::size_t index = 0;
  record what{};
};
struct finished {
  std::size_t measured = 0, skipped = 0, failed = 0;
  bool interrupted = false;
};
}  // namespace event
using any_event =
    std::variant<event::started, event::cell_started, event::batch, event::cell_finished, event::finished>;
using event_sink = function_ref<void(any_event const&)>;
}  // namespace lanemark
