// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/opencl/driver.hpp>

namespace lanemark {
/// Any OpenCL device. Proven on PoCL, whose devices are threads of this machine.
using opencl = accelerator_backend<on_opencl::driver>;
static_assert(marking_backend<opencl> && blocking_backend<opencl>);
static_assert(times<timing::device_events, opencl> && times<timing::tsc, opencl> &&
              !times<timing::virtual_time, opencl>);
}  // namespace lanemark
