// expect: lanemark: function_ref borrows an object; wrap the function in a lambda: [](auto... a) { f(a...); }
// SPDX-License-Identifier: MIT
#include <lanemark/core/function_ref.hpp>

int twice(int x) { return 2 * x; }
int call(lanemark::function_ref<int(int)> f) { return f(2); }
int mistake() { return call(twice); }
