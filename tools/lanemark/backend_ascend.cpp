// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/ascend/ascend.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_ascend(std::string const& path) {
  auto opened = ascend_npu::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<ascend_npu>>(std::move(*opened)));
}
}  // namespace lanemark::tool
