// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/level_zero/driver.hpp>

namespace lanemark {
/// Devices with a Level Zero driver, which are Intel's. Proven on a made-up driver alone.
using level_zero = accelerator_backend<on_level_zero::driver>;
static_assert(marking_backend<level_zero> && blocking_backend<level_zero>);
static_assert(times<timing::device_events, level_zero> && times<timing::tsc, level_zero> &&
              !times<timing::virtual_time, level_zero>);
}  // namespace lanemark
