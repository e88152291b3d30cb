// SPDX-License-Identifier: MIT
#include "accelerators.hpp"

namespace lanemark::tool {
std::span<accelerator_row const> accelerators() {
  static constexpr accelerator_row rows[] = {
      {"cuda", &open_cuda},     {"hip", &open_hip},   {"level-zero", &open_level_zero},
      {"ascend", &open_ascend}, {"rbln", &open_rbln}, {"opencl", &open_opencl},
  };
  return rows;
}
}  // namespace lanemark::tool
