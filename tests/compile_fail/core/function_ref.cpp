// compiles
// SPDX-License-Identifier: MIT
#include <lanemark/core/function_ref.hpp>

int twice(int x) { return 2 * x; }
int call(lanemark::function_ref<int(int)> f) { return f(2); }
int right(int y) {
  return call([](int x) { return twice(x); }) + call([&](int x) { return x + y; });
}
