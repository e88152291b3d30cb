// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/plan/choices.hpp>

namespace lanemark {
/// The axes that a numbered test case of rblnBandwidthLatencyTest sets; some need several matrices.
///
///   0  all of 1 and 2
///   1  bandwidth of every lane: host to device, device to device, device to host
///   2  sync of every pair of devices
///   3  bandwidth along a chain: host to the first device, then for each other one from the first to it and on to the
///   host 4  sync from the first device to each other 5  bandwidth of the pairs of 3, both directions at once (the
///   vendor does not say; ours) 6  bandwidth of all devices at once: from the host, to the host, then around a ring
///   (ours)
inline std::vector<axis_choices> test_case(int number) {
  lane_choice const first{.keyword = "first", .said = true}, chain{.keyword = "chain", .said = true},
      ring{.keyword = "ring", .said = true};
  switch (number) {
    case 0: {
      auto all = test_case(1);
      all.push_back(test_case(2).front());
      return all;
    }
    case 1:
      return {{.measure = {"bandwidth"}, .direction = {"h2d", "d2d", "d2h"}}};
    case 2:
      return {{.measure = {"sync"}, .direction = {"d2d"}}};
    case 3:
      return {{.measure = {"bandwidth"}, .direction = {"h2d", "d2d", "d2h"}, .lanes = chain}};
    case 4:
      return {{.measure = {"sync"}, .direction = {"d2d"}, .lanes = first}};
    case 5:
      return {{.measure = {"bandwidth"}, .direction = {"d2d"}, .mode = {"bidirectional"}, .lanes = first}};
    case 6:
      return {{.measure = {"bandwidth"}, .direction = {"h2d", "d2h"}, .mode = {"parallel"}},
              {.measure = {"bandwidth"}, .direction = {"d2d"}, .mode = {"parallel"}, .lanes = ring}};
    default:
      return {};
  }
}

/// The axes of a case laid over others: what a case sets wins.
inline axis_choices laid_over(axis_choices under, axis_choices const& preset) {
  under.measure = preset.measure;
  under.direction = preset.direction;
  under.mode = preset.mode;
  under.lanes = preset.lanes;
  return under;
}
}  // namespace lanemark
