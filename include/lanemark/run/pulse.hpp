// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/plan/machine.hpp>

namespace lanemark {
/// What a worker asks of its backend: the last call before it died or fell silent.
enum class call : int { none, opening_backend, opening, starting, copying, filling, checking, closing };
constexpr std::string_view name_of(call c) {
  constexpr std::string_view names[] = {"no call of the backend was under way",
                                        "opening the backend",
                                        "opening the cell",
                                        "starting its threads",
                                        "copying",
                                        "filling its buffers",
                                        "checking its bytes",
                                        "closing the cell"};
  return names[static_cast<int>(c)];
}

/// How long a worker may be silent in a call, beyond what it needs to say so itself. `how`: of the cell it is at.
inline nanoseconds silence_limit(call c, settings const& how) {
  if (c == call::copying || c == call::starting) return std::min(how.wait, how.timeout);
  return c == call::closing ? how.wait + nanoseconds{10e9} : how.timeout;
}

/// In memory that a worker shares with its supervisor: a store before each call and none inside a timed region.
struct pulse {
  std::atomic<std::uint32_t> beats{0};
  std::atomic<call> now{call::none};
  static_assert(std::atomic<std::uint32_t>::is_always_lock_free && std::atomic<call>::is_always_lock_free);

  void enter(call c) noexcept {
    now.store(c, std::memory_order_relaxed);
    beats.fetch_add(1, std::memory_order_release);
  }
};

/// A stage that says what it is asked for.
class watched_stage final : public stage {
  std::unique_ptr<stage> inner;
  pulse& p;

  /// Keeps what the stage says of itself, which may change with any call, but for what was measured of its clock.
  void look() {
    auto const overhead = timer.overhead_ns;
    static_cast<stage_facts&>(*this) = *inner;
    timer.overhead_ns = overhead;
  }
  template <class F>
  auto watched(call c, F what) {
    p.enter(c);
    auto got = what();
    p.enter(call::none);
    look();
    return got;
  }

 public:
  watched_stage(std::unique_ptr<stage> s, pulse& to) : inner(std::move(s)), p(to) {
    static_cast<stage_facts&>(*this) = *inner;
  }
  ~watched_stage() override {
    p.enter(call::closing);
    inner.reset();
    p.enter(call::none);
  }
  progress ready(nanoseconds deadline) override {
    return watched(call::starting, [&] { return inner->ready(deadline); });
  }
  progress play(std::size_t samples, std::size_t repeats, nanoseconds deadline, std::vector<lap>& out) override {
    return watched(call::copying, [&] { return inner->play(samples, repeats, deadline, out); });
  }
  status fill(pattern const& what) override {
    return watched(call::filling, [&] { return inner->fill(what); });
  }
  status check(pattern const& what) override {
    return watched(call::checking, [&] { return inner->check(what); });
  }
  status trouble() override { return inner->trouble(); }
  nanoseconds now() const override { return inner->now(); }
  std::vector<obtained> placements() override { return inner->placements(); }
  std::size_t involuntary_switches() const override { return inner->involuntary_switches(); }
  std::size_t page_faults() const override { return inner->page_faults(); }
  double condition() override { return inner->condition(); }
};

/// A machine whose cells say what they are asked for.
class watched_machine final : public machine {
  machine& inner;
  pulse& p;

 public:
  watched_machine(machine& m, pulse& to) : inner(m), p(to) {}
  inventory describe() const override { return inner.describe(); }
  result<std::unique_ptr<stage>> open(cell const& c) override {
    p.enter(call::opening);
    auto got = inner.open(c);
    p.enter(call::none);
    if (!got) return got.error();
    return std::unique_ptr<stage>(std::make_unique<watched_stage>(std::move(*got), p));
  }
  result<std::unique_ptr<staging>> open_staging(int device, std::byte* host, std::size_t size) override {
    return inner.open_staging(device, host, size);
  }
};
}  // namespace lanemark
