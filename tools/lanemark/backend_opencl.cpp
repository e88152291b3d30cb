// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/opencl/opencl.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_opencl(std::string const& path) {
  auto opened = opencl::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<opencl>>(std::move(*opened)));
}
}  // namespace lanemark::tool
