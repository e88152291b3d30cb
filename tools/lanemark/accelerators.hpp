// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <span>
#include <string>

#include <lanemark/core/result.hpp>
#include <lanemark/plan/machine.hpp>

namespace lanemark::tool {
/// A backend over a vendor's driver: its library is looked for where the system looks, or at `path`.
struct accelerator_row {
  char const* name;
  result<std::unique_ptr<machine>> (*open)(std::string const& path);
};
/// All of them; `auto` takes the first that has a device.
std::span<accelerator_row const> accelerators();

result<std::unique_ptr<machine>> open_cuda(std::string const& path);
result<std::unique_ptr<machine>> open_hip(std::string const& path);
result<std::unique_ptr<machine>> open_level_zero(std::string const& path);
result<std::unique_ptr<machine>> open_ascend(std::string const& path);
result<std::unique_ptr<machine>> open_rbln(std::string const& path);
result<std::unique_ptr<machine>> open_opencl(std::string const& path);
}  // namespace lanemark::tool
