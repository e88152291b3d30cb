// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/backend/sim/model.hpp>

/// Devices 0 to n-1, two to a bridge. Every lane takes 1000 ns and then moves 50 bytes a ns; a signal takes 2000 ns.
inline lanemark::on_sim::model made_up_model(int n) {
  lanemark::on_sim::model m{.name = "made-up"};
  for (int i = 0; i < n; ++i)
    m.devices.push_back({.id = i, .label = "dev" + std::to_string(i), .bridge = "bridge" + std::to_string(i / 2)});
  m.lanes.push_back({.bandwidth = 50, .overhead_ns = 1000});
  m.syncs.push_back({.one_way_ns = {{{2000}}}});
  return m;
}

inline lanemark::request lane_request(lanemark::endpoint from, lanemark::endpoint to, std::uint64_t size = 100'000) {
  return {.path = {from, to}, .size = {size}};
}
