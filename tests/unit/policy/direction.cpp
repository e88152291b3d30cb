// SPDX-License-Identifier: MIT
#include <lanemark/policy/direction.hpp>

#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
using up = host_to_device<queued::backend>;
using down = device_to_host<queued::backend>;
using across = device_to_device<queued::backend>;
/// A user's own: from a device to itself.
struct within {
  using backend_type = queued::backend;
  static constexpr std::string_view name = "d2d";
  static constexpr lane between(int first, int) { return {device_end(first), device_end(first)}; }
};
struct nowhere {
  using backend_type = queued::backend;
  static constexpr std::string_view name = "none";
};
}  // namespace

static_assert(direction<up> && direction<down> && direction<across> && direction<within>);
static_assert(!direction<int> && !direction<queued::backend> && !direction<nowhere>);
static_assert(up::name == "h2d" && down::name == "d2h" && across::name == "d2d");
static_assert(std::same_as<up::backend_type, queued::backend>);
// a host end has no number; a lane reads back as its direction
static_assert(up::between(3, 7) == lane{host_end(), device_end(3)});
static_assert(down::between(3, 7) == lane{device_end(3), host_end()});
static_assert(across::between(3, 7) == lane{device_end(3), device_end(7)});
static_assert(direction_of(up::between(0, 1)) == up::name && direction_of(down::between(0, 1)) == down::name &&
              direction_of(across::between(0, 1)) == across::name);

TEST_CASE("directions spell their lanes") {
  CHECK(to_string(up::between(2, 0)) == "host>2");
  CHECK(to_string(down::between(2, 0)) == "2>host");
  CHECK(to_string(across::between(2, 0)) == "2>0");
}
