// SPDX-License-Identifier: MIT
#include <lanemark/core/axis.hpp>

#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct good {
  static constexpr std::string_view name = "good";
};
struct literal {
  static constexpr char const* name = "literal";
};
struct nameless {};
struct numbered {
  static constexpr int name = 1;
};
}  // namespace

static_assert(named<good> && named<literal>);
static_assert(!named<nameless> && !named<numbered> && !named<int>);
static_assert(axis<>::size == 0 && axis<good>::size == 1 && axis<good, good, literal>::size == 3);

TEST_CASE("a named type says its name") { CHECK(std::string(good::name) == "good"); }
