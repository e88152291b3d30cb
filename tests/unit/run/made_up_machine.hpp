// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <csignal>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lanemark/plan/machine.hpp>
#include <lanemark/plan/series_id.hpp>

// A machine that takes 1 us for everything and misbehaves by the name of the test.
namespace made_up {
class stage final : public lanemark::stage {
  std::atomic<bool>* stop;
  double clock = 0;

 public:
  stage(std::size_t how_many, std::atomic<bool>* stop_flag) : stop(stop_flag) {
    lanes = how_many;
    moves = false;
    mechanism = "thought", timer = {.name = "counted", .ns_per_tick = 1, .step_ns = 0.001, .overhead_ns = 0};
  }
  lanemark::progress play(std::size_t samples, std::size_t repeats, lanemark::nanoseconds,
                          std::vector<lanemark::lap>& out) override {
    for (std::size_t i = 0; i < samples; ++i) {
      auto const ns = 1000.0 * static_cast<double>(repeats);
      clock += ns;
      out.push_back({.lane_ns = std::vector<double>(lanes, ns), .wall_ns = ns});
    }
    if (stop && samples == 5) *stop = true;  // while it is being calibrated
    return lanemark::progress::done;
  }
  lanemark::status fill(lanemark::pattern const&) override { return {}; }
  lanemark::status check(lanemark::pattern const&) override { return {}; }
  lanemark::status trouble() override { return {}; }
  lanemark::nanoseconds now() const override { return lanemark::nanoseconds{clock}; }
  std::vector<lanemark::obtained> placements() override { return std::vector<lanemark::obtained>(lanes); }
};

class machine final : public lanemark::machine {
 public:
  int opened = 0, stop_at = 0;
  std::atomic<bool> stop = false;
  lanemark::inventory describe() const override {
    lanemark::inventory i{.backend = "made-up", .simulated = true};
    i.devices = {{.id = 0, .label = "made0", .product = "MADE-UP"}};
    return i;
  }
  lanemark::result<std::unique_ptr<lanemark::stage>> open(lanemark::cell const& c) override {
    ++opened;
    if (c.test == "unsupported")
      return lanemark::problem{lanemark::fault::unsupported, "the made-up machine cannot do that"};
    if (c.test == "broken") return lanemark::problem{lanemark::fault::failed, "the made-up machine broke"};
    if (c.test == "no-memory") throw std::bad_alloc();
    if (c.test == "throws") throw std::runtime_error("a sentence");
    if (c.test == "throws-int") throw 3;
    // what only a worker survives
    if (c.test == "killed") kill(getpid(), SIGKILL);
    if (c.test == "exits") _exit(7);
    while (c.test == "stuck") pause();
    return std::unique_ptr<lanemark::stage>(new stage(c.lanes.size(), opened == stop_at ? &stop : nullptr));
  }
};

inline lanemark::cell planned(std::string direction, std::vector<lanemark::lane> lanes, std::uint64_t size) {
  lanemark::cell c{.test = "pairs", .direction = std::move(direction), .lanes = std::move(lanes)};
  c.size = c.size_requested = {size};
  c.affinity = {.kind = lanemark::placement::wish::near};
  c.id = lanemark::series_id("made-up", c);
  return c;
}
}  // namespace made_up
