// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/hip/driver.hpp>

namespace lanemark {
/// AMD GPUs, by the runtime library of ROCm.
using hip = accelerator_backend<on_hip::driver>;
static_assert(marking_backend<hip> && blocking_backend<hip>);
}  // namespace lanemark
