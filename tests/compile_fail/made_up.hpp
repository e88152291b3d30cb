// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/measure/probe_measure.hpp>
#include <lanemark/plan/machine_of.hpp>
#include <lanemark/policy/clock.hpp>

// Two backends that do nothing: `copier` blocks, `simulator` queues and is simulated. Neither has a sync.
namespace made_up {
using namespace lanemark;

struct copier_track {
  status fill(pattern const&) { return {}; }
  status check(pattern const&) { return {}; }
  status trouble() { return {}; }
  obtained placement() const { return {}; }
  status enter(unsigned) { return {}; }
};
struct simulator_track : copier_track {
  status enter(unsigned) = delete;
  void arm(submit_function<simulator_track>, std::size_t) noexcept {}
  progress settle(nanoseconds) noexcept { return progress::done; }
  nanoseconds lasted() noexcept { return {}; }
};
template <int Kind = 0>
struct copy {
  using measures = quantity::bandwidth;
  static constexpr std::string_view mechanism = "nothing";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(copier_track&, unsigned, std::size_t) noexcept {}
  static void submit(simulator_track&, std::size_t) noexcept {}
};

template <class Track, class Timer, class... Operations>
struct backend_of {
  using track = Track;
  using operations = axis<Operations...>;
  using timers = axis<Timer>;
  static constexpr std::string_view name = "made up";
  static constexpr auto domain = Timer::domain;
  std::vector<device_info> devices() const { return {}; }
  status supports(request const&) const { return {}; }
  result<track> open(request const&) { return track{}; }
  nanoseconds now() const noexcept { return {}; }
};
struct copier : backend_of<copier_track, timing::steady, copy<>> {};
struct simulator : backend_of<simulator_track, timing::virtual_time, copy<>> {
  static constexpr std::size_t queue_room = 8;
  bool hold() noexcept { return true; }
  void release() noexcept {}
  nanoseconds mark_step() const noexcept { return {}; }
};
static_assert(blocking_backend<copier> && marking_backend<simulator>);

using up = host_to_device<copier>;
using simulated_up = host_to_device<simulator>;
}  // namespace made_up

using namespace made_up;
using namespace lanemark::literals;
