// SPDX-License-Identifier: MIT
#include <lanemark/policy/probe.hpp>

#include <lanemark/policy/clock.hpp>

#include <blocking_backend.hpp>
#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::literals;

namespace {
using up = host_to_device<queued::backend>;

/// Threads whose only timer that can time them stands second.
struct threads {
  using track = blocking::track;
  using operations = axis<blocking::turn<2>, blocking::turn<1>>;
  using timers = axis<blocking::own_clock, timing::steady>;
  static constexpr std::string_view name = "threads";
  static constexpr auto domain = time_domain::real;
  std::vector<device_info> devices() const { return {}; }
  status supports(request const&) const { return {}; }
  result<track> open(request const&) { return track{}; }
  nanoseconds now() const noexcept { return {}; }
};
/// A user's own timer and place join by satisfying the concepts.
struct my_clock : timing::steady {
  static constexpr std::string_view name = "mine";
};
struct my_place {
  static constexpr std::string_view name = "there";
  static constexpr placement wanted() { return {placement::wish::node, 1}; }
};

// defaults
using plain = probe<up>;
static_assert(std::same_as<plain::direction_type, up>);
static_assert(std::same_as<plain::quantity_type, quantity::bandwidth>);
static_assert(std::same_as<plain::sizes_type, sizes::one<512_MiB>>);
static_assert(std::same_as<plain::affinity_type, place::near_device>);
static_assert(std::same_as<plain::timer_type, timing::virtual_time>);
static_assert(std::same_as<plain::operation_type, queued::copy<quantity::bandwidth, 2>>);  // the backend's first

// the quantity decides the default size and the operation
using quick = probe<up, quantity::latency>;
static_assert(std::same_as<quick::sizes_type, sizes::one<512_B>>);
static_assert(std::same_as<quick::operation_type, queued::copy<quantity::latency>>);
static_assert(std::same_as<probe<quantity::sync, up>::operation_type, queued::ping>);

// any order
using ordered = probe<up, quantity::latency, sizes::list<1_B>, place::far_device, timing::virtual_time>;
using mixed = probe<timing::virtual_time, place::far_device, sizes::list<1_B>, quantity::latency, up>;
static_assert(std::same_as<ordered::direction_type, mixed::direction_type> &&
              std::same_as<ordered::sizes_type, mixed::sizes_type> &&
              std::same_as<ordered::affinity_type, mixed::affinity_type> &&
              std::same_as<ordered::timer_type, mixed::timer_type> &&
              std::same_as<ordered::operation_type, mixed::operation_type>);
static_assert(std::same_as<ordered::affinity_type, place::far_device>);

// a timer that is named is taken; one's own too
static_assert(std::same_as<probe<host_to_device<threads>>::timer_type, blocking::own_clock>);
static_assert(std::same_as<probe<host_to_device<threads>, timing::tsc>::timer_type, timing::tsc>);
static_assert(std::same_as<probe<host_to_device<threads>, my_clock, my_place>::timer_type, my_clock>);
static_assert(std::same_as<probe<host_to_device<threads>, my_clock, my_place>::affinity_type, my_place>);
static_assert(std::same_as<probe<host_to_device<threads>>::operation_type, blocking::turn<2>>);
}  // namespace

TEST_CASE("what a probe is composed of is checked by the compiler") { SUCCEED(); }
