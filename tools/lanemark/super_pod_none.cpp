// SPDX-License-Identifier: MIT
#include "launched.hpp"
#include "super_pod.hpp"

namespace lanemark::tool {
result<std::unique_ptr<super_pod>> join_super_pod() {
  if (auto no = fabric::launch_obstacle(launched(), 0)) return *no;
  return std::unique_ptr<super_pod>{};
}
}  // namespace lanemark::tool
