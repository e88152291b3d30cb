// SPDX-License-Identifier: MIT
#include <lanemark/policy/timer.hpp>

#include <lanemark/policy/clock.hpp>

#include <blocking_backend.hpp>
#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct threads {
  using track = blocking::track;
  using operations = axis<blocking::turn<1>>;
  using timers = axis<timing::steady>;
  static constexpr std::string_view name = "threads";
  static constexpr auto domain = time_domain::real;
  std::vector<device_info> devices() const { return {}; }
  status supports(request const&) const { return {}; }
  result<track> open(request const&) { return track{}; }
  nanoseconds now() const noexcept { return {}; }
};
struct real_queues : queued::backend {
  static constexpr auto domain = time_domain::real;
};
struct throwing_clock : timing::steady {
  static std::uint64_t ticks() { return 0; }
};
struct short_clock : timing::steady {
  static std::uint32_t ticks() noexcept { return 0; }
};
struct sure_clock : timing::steady {
  static bool available() { return true; }
};
struct unmarked : timing::device_events {
  static constexpr bool reads_marks = false;
};
using copy = queued::copy<quantity::bandwidth>;
}  // namespace

static_assert(timer<timing::steady> && timer<timing::tsc> && timer<timing::device_events> &&
              timer<timing::virtual_time>);
static_assert(clock_timer<timing::steady> && clock_timer<timing::tsc>);
static_assert(!clock_timer<timing::device_events> && !clock_timer<timing::virtual_time>);
static_assert(mark_timer<timing::device_events> && mark_timer<timing::virtual_time>);
static_assert(!mark_timer<timing::steady> && !mark_timer<timing::tsc> && !mark_timer<unmarked>);
static_assert(!timer<int> && !timer<threads::track> && !clock_timer<throwing_clock> && !clock_timer<short_clock> &&
              !clock_timer<sure_clock>);

// a clock times what blocks, marks time what queues, and neither across real and simulated time
static_assert(times<timing::steady, threads> && times<timing::tsc, threads> && times<blocking::own_clock, threads>);
static_assert(!times<timing::device_events, threads> && !times<timing::virtual_time, threads>);
static_assert(times<timing::virtual_time, queued::backend> && !times<timing::device_events, queued::backend>);
static_assert(!times<timing::steady, queued::backend> && !times<timing::tsc, queued::backend>);
static_assert(times<timing::device_events, real_queues> && !times<timing::virtual_time, real_queues> &&
              !times<timing::steady, real_queues>);
static_assert(!times<timing::steady, int> && !times<int, threads>);

// and an operation needs the loop that the timer reads
static_assert(times_operation<timing::steady, threads, blocking::turn<1>>);
static_assert(!times_operation<timing::steady, threads, copy>);
static_assert(times_operation<timing::device_events, real_queues, copy>);
static_assert(!times_operation<timing::device_events, real_queues, blocking::turn<1>>);
static_assert(!times_operation<timing::virtual_time, real_queues, copy>);

TEST_CASE("who can time whom is checked by the compiler") { SUCCEED(); }
