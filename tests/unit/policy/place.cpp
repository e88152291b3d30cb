// SPDX-License-Identifier: MIT
#include <lanemark/policy/place.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct vague {
  static constexpr std::string_view name = "somewhere";
};
struct anonymous {
  static constexpr placement wanted() { return {}; }
};
}  // namespace

static_assert(affinity<place::anywhere> && affinity<place::near_device> && affinity<place::far_device> &&
              affinity<place::numa<0>>);
static_assert(!affinity<int> && !affinity<vague> && !affinity<anonymous> && !affinity<placement>);
static_assert(place::near_device::wanted() == placement{});  // the default of a request and of a probe
static_assert(place::numa<2>::wanted() == placement{placement::wish::node, 2});
static_assert(place::numa<2>::wanted() != place::numa<3>::wanted());

TEST_CASE("places spell what is wished") {
  CHECK(to_string(place::anywhere::wanted()) == "none");
  CHECK(to_string(place::near_device::wanted()) == "near");
  CHECK(to_string(place::far_device::wanted()) == "far");
  CHECK(to_string(place::numa<3>::wanted()) == "node:3");
  CHECK(place::near_device::name == "near");
}
