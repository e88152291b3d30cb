// SPDX-License-Identifier: MIT
#include <lanemark/core/function_ref.hpp>

#include <memory>
#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
int twice(function_ref<int(int)> f, int n) { return f(f(n)); }
struct counting {
  int calls = 0;
  int operator()(int n) {
    ++calls;
    return n + 1;
  }
};
}  // namespace

static_assert(sizeof(function_ref<void()>) == 2 * sizeof(void*));
static_assert(std::is_trivially_copyable_v<function_ref<int(int)>>);
static_assert(!std::is_constructible_v<function_ref<int(int)>, std::string>);
static_assert(!std::is_constructible_v<function_ref<int(int)>, decltype([](std::string) { return 0; })>);

TEST_CASE("it calls the caller's object, not a copy") {
  counting c;
  CHECK(twice(c, 5) == 7);
  CHECK(c.calls == 2);
  int sum = 0;
  auto add = [&](int n) { return sum += n; };
  CHECK(twice(add, 1) == 2);
  CHECK(sum == 2);
  auto const constant = [](int n) { return n * 2; };
  CHECK(twice(constant, 3) == 12);
}

TEST_CASE("empty until it is given something") {
  function_ref<void()> none;
  CHECK_FALSE(none);
  auto f = [] {};
  none = f;
  CHECK(none);
  auto const copy = none;
  CHECK(copy);
}

TEST_CASE("arguments go through as they are") {
  auto take = [](std::unique_ptr<int> p) { return *p; };
  function_ref<int(std::unique_ptr<int>)> by_value = take;
  CHECK(by_value(std::make_unique<int>(4)) == 4);
  auto grow = [](std::string& s) { s += "!"; };
  function_ref<void(std::string&)> by_reference = grow;
  std::string s = "a";
  by_reference(s);
  CHECK(s == "a!");
  auto number = [] { return 3; };
  function_ref<double()> converted = number;
  CHECK(converted() == 3.0);
  function_ref<void()> dropped = number;
  dropped();
}
