// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/rbln/rbln.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_rbln(std::string const& path) {
  auto opened = rbln_npu::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<rbln_npu>>(std::move(*opened)));
}
}  // namespace lanemark::tool
