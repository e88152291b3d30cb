// SPDX-License-Identifier: MIT
#include <utility>

#include <lanemark/backend/cuda/cuda.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "accelerators.hpp"

namespace lanemark::tool {
result<std::unique_ptr<machine>> open_cuda(std::string const& path) {
  auto opened = cuda::open_all(path);
  if (!opened) return opened.error();
  return std::unique_ptr<machine>(std::make_unique<machine_of<cuda>>(std::move(*opened)));
}
}  // namespace lanemark::tool
