// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <signal.h>
#include <time.h>

#include <lanemark/backend/sim/jitter.hpp>
#include <lanemark/backend/sim/rules.hpp>
#include <lanemark/backend/sim/world.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/policy/backend.hpp>
#include <lanemark/policy/operation.hpp>

namespace lanemark::on_sim {
/// Real pace: so much wall time.
inline void nap(double ns) noexcept {
  if (!(ns > 0)) return;
  timespec const t{.tv_sec = static_cast<time_t>(ns / 1e9),
                   .tv_nsec = static_cast<long>(ns - 1e9 * static_cast<double>(static_cast<time_t>(ns / 1e9)))};
  nanosleep(&t, nullptr);
}

/// A lane of a made-up machine. It holds no bytes: what a buffer holds is a payload's description, and a copy copies
/// that.
struct track {
  std::shared_ptr<world> where{};
  std::shared_ptr<flow> way{};
  cost alone{};          ///< of one copy
  double signal_ns = 0;  ///< one way of a sync
  double size = 0;
  bool real_pace = false;
  jitter_kind jitter = jitter_kind::none;
  double cv = 0;
  std::uint64_t seed = 0, series = 0, sample = 0;
  std::optional<fault_rule::kind> wrong{};  ///< what was injected here
  double slowness = 1;                      ///< factor on the time that was injected
  std::string label{};                      ///< of the lane, for sentences
  pattern source{}, destination{};
  bool poisoned = true;
  obtained got{};

  status fill(pattern const& p) {
    source = p;
    poisoned = true;
    return {};
  }
  status check(pattern const& p) const {
    if (!poisoned && destination.seed == p.seed && destination.constant == p.constant) return {};
    return problem{fault::corrupt, "data corrupt: first at offset 0, lane " + label + " holds " +
                                       (poisoned ? "what was there before the copy" : "another payload") +
                                       " (injected by the model)"};
  }
  status trouble() const {
    if (wrong == fault_rule::kind::fail)
      return problem{fault::failed, "lane " + label + ": the copy failed (injected by the model)"};
    auto const died = [&](char const* how) {
      return problem{fault::crashed, "lane " + label + ": the driver " + how + " (injected by the model)"};
    };
    if (wrong == fault_rule::kind::crash && !real_pace) return died("crashed");
    if (wrong == fault_rule::kind::abort && !real_pace) return died("aborted");
    if (wrong == fault_rule::kind::kill && !real_pace) return died("was killed");
    return {};
  }
  obtained placement() const { return got; }

  void arm(submit_function<track> submit, std::size_t n) noexcept { submit(*this, n); }
  /// What one turn costs, this time.
  void enqueue(double wait_ns, double bytes, std::size_t n) noexcept {
    auto const factor = jitter_factor(jitter, cv, seed, series, sample++) * slowness;
    way->wait_each = wait_ns * factor;
    way->bytes_each = bytes;
    way->own_rate = alone.rate / factor;
    way->turns = n;
    if (n == 0) way->finished = 0;
  }
  progress settle(nanoseconds deadline) noexcept {
    using kind = fault_rule::kind;
    if (wrong == kind::crash && real_pace) raise(SIGSEGV);
    if (wrong == kind::abort && real_pace) raise(SIGABRT);
    if (wrong == kind::kill && real_pace) raise(SIGKILL);
    while (wrong == kind::stuck && real_pace) nap(1e9);  // whoever supervises must end it
    auto const begin = where->now();
    auto const ended = wrong != kind::hang && wrong != kind::stuck && where->run(*way, deadline.count());
    if (!ended) where->skip_to(deadline.count());
    if (real_pace) nap(where->now() - begin);
    if (!ended) return progress::late;
    destination = source;
    if (wrong == kind::corrupt) destination.seed ^= 1;
    poisoned = false;
    return progress::done;
  }
  nanoseconds lasted() const noexcept { return nanoseconds{way->finished}; }
};

template <class Quantity>
struct copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "model";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void submit(track& t, std::size_t n) noexcept { t.enqueue(t.alone.wait_ns, t.size, n); }
};

/// A signal there and one back.
struct ping {
  using measures = quantity::sync;
  static constexpr std::string_view mechanism = "model";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = false;
  static constexpr double per_turn = 0.5;
  static void submit(track& t, std::size_t n) noexcept { t.enqueue(2 * t.signal_ns, 0, n); }
};
}  // namespace lanemark::on_sim
