// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/policy/clock.hpp>
#include <lanemark/policy/timer.hpp>

/// A driver with queues, marks and a start gate, whose clock is a number. n copies of a lane last
/// `start_ns + n * size / bytes_per_ns`, real bytes are copied, and each lane can be told to go wrong.
namespace queued {
struct lane_script {
  double start_ns = 500, bytes_per_ns = 10;
  double signal_ns = 1000;  ///< one way of a sync
  bool hangs = false, corrupts = false;
  std::string fails{};           ///< what the driver says instead of copying
  std::string engine_refuses{};  ///< what it says, afterwards, of a copy-engine it does not start: no work, no time
};

/// One batch of work on one queue.
struct job {
  bool waits = false;  ///< for the gate
  double begin = 0, length = 0;
};

struct driver {
  double clock = 0, mark_step_ns = 0;
  double arming_ns = 0;  ///< enqueuing takes that long
  bool has_gate = true, held = false;
  int devices = 2;
  std::size_t memory = std::size_t{1} << 30;   ///< of one buffer, at most
  std::map<std::string, lane_script> lanes{};  ///< by `host>0`; what is not named is as by default
  std::vector<std::weak_ptr<job>> jobs{};
  std::size_t holds = 0, releases = 0, most_turns = 0, opened = 0;

  void start_all() {
    for (auto const& weak : jobs)
      if (auto const j = weak.lock(); j && j->waits) j->waits = false, j->begin = clock;
  }
};

constexpr std::size_t room = 64;

struct track {
  std::shared_ptr<driver> d{};
  lane_script how{};
  std::vector<std::byte> from{}, to{};
  std::shared_ptr<job> work = std::make_shared<job>();
  std::string said{};
  lanemark::obtained got{};

  lanemark::status fill(lanemark::pattern const& p) {
    lanemark::fill_pattern(from, p);
    lanemark::fill_poison(to, p);
    return {};
  }
  lanemark::status check(lanemark::pattern const& p) { return lanemark::check_pattern(to, p); }
  lanemark::status trouble() {
    if (said.empty()) return {};
    return lanemark::problem{lanemark::fault::failed, std::exchange(said, {})};
  }
  lanemark::obtained placement() const { return got; }

  void arm(lanemark::submit_function<track> submit, std::size_t n) noexcept {
    work->waits = d->held;
    work->begin = d->clock;
    work->length = 0;
    d->most_turns = std::max(d->most_turns, n);
    if (d->held && n > room) work->length = 1e30;  // a real queue would have filled before the gate could open
    submit(*this, n);
    d->clock += d->arming_ns;
  }
  lanemark::progress settle(lanemark::nanoseconds deadline) noexcept {
    if (!how.fails.empty()) return said = how.fails, lanemark::progress::failed;
    auto const end = work->begin + work->length;
    if (how.hangs || work->waits || end > deadline.count()) {
      d->clock = std::max(d->clock, deadline.count());
      return lanemark::progress::late;
    }
    d->clock = std::max(d->clock, end);
    return lanemark::progress::done;
  }
  lanemark::nanoseconds lasted() noexcept { return lanemark::nanoseconds{work->length}; }
};

/// Copies; `Slowness` times as long as the lane could.
template <class Quantity, int Slowness = 1>
struct copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = Slowness == 1 ? "copy-engine" : "kernel-copy";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void submit(track& t, std::size_t n) noexcept {
    if (n == 0) return;
    if (Slowness == 1 && !t.how.engine_refuses.empty()) {
      t.said = t.how.engine_refuses;
      return;
    }
    if (!t.from.empty()) std::memcpy(t.to.data(), t.from.data(), t.from.size());
    if (t.how.corrupts) t.to[t.to.size() / 2] ^= std::byte{0x10};
    auto const bytes = static_cast<double>(n) * static_cast<double>(t.from.size());
    t.work->length += Slowness * (t.how.start_ns + bytes / t.how.bytes_per_ns);
  }
};
struct ping {
  using measures = lanemark::quantity::sync;
  static constexpr std::string_view mechanism = "queue-values";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = false;
  static constexpr double per_turn = 0.5;
  static void submit(track& t, std::size_t n) noexcept {
    t.work->length += 2 * t.how.signal_ns * static_cast<double>(n);
  }
};

struct backend {
  using track = queued::track;
  using operations = lanemark::axis<copy<lanemark::quantity::bandwidth, 2>, copy<lanemark::quantity::bandwidth>,
                                    copy<lanemark::quantity::latency>, ping>;
  using timers = lanemark::axis<lanemark::timing::virtual_time>;
  static constexpr std::string_view name = "queued";
  static constexpr auto domain = lanemark::time_domain::simulated;
  static constexpr std::size_t queue_room = room;
  std::shared_ptr<driver> d = std::make_shared<driver>();

  std::vector<lanemark::device_info> devices() const {
    std::vector<lanemark::device_info> all;
    for (int i = 0; i < d->devices; ++i) all.push_back({.id = i, .label = "queued" + std::to_string(i)});
    return all;
  }
  lanemark::status supports(lanemark::request const& r) const {
    for (auto const& e : {r.path.source, r.path.destination})
      if (!e.host && e.index >= d->devices)
        return lanemark::problem{lanemark::fault::unsupported, "queued: no device " + std::to_string(e.index) +
                                                                   ": there are " + std::to_string(d->devices)};
    return {};
  }
  lanemark::result<track> open(lanemark::request const& r) {
    if (r.size.count > d->memory)
      return lanemark::problem{lanemark::fault::failed, "queued: out of memory for " + to_string(r.size)};
    ++d->opened;
    track t{.d = d};
    if (auto const said = d->lanes.find(to_string(r.path)); said != d->lanes.end()) t.how = said->second;
    t.from.resize(r.size.count);
    t.to.resize(r.size.count);
    t.got.issuer = lanemark::side::source;
    d->jobs.push_back(t.work);
    return t;
  }
  lanemark::nanoseconds now() const noexcept { return lanemark::nanoseconds{d->clock}; }
  bool hold() noexcept {
    ++d->holds;
    return d->held = d->has_gate;
  }
  void release() noexcept {
    ++d->releases;
    d->held = false;
    d->start_all();
  }
  lanemark::nanoseconds mark_step() const noexcept { return lanemark::nanoseconds{d->mark_step_ns}; }
};
static_assert(lanemark::marking_backend<backend> && !lanemark::blocking_backend<backend>);
}  // namespace queued
