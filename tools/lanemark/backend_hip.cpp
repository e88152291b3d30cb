// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/hip/hip.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_hip(std::string const& path) {
  auto opened = hip::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<hip>>(std::move(*opened)));
}
}  // namespace lanemark::tool
