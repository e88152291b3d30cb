// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/level_zero/level_zero.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_level_zero(std::string const& path) {
  auto opened = level_zero::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<level_zero>>(std::move(*opened)));
}
}  // namespace lanemark::tool
