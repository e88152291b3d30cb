// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/cuda/driver.hpp>

namespace lanemark {
/// NVIDIA GPUs, by the driver API of the driver itself: no toolkit is needed.
using cuda = accelerator_backend<on_cuda::driver>;
static_assert(marking_backend<cuda> && blocking_backend<cuda>);
}  // namespace lanemark
