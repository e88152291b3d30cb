// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/ascend/driver.hpp>

namespace lanemark {
/// Huawei's NPUs. Proven on a made-up driver alone. (`lanemark::ascend` are the words of the vendor's command line.)
using ascend_npu = accelerator_backend<on_ascend::driver>;
static_assert(marking_backend<ascend_npu> && blocking_backend<ascend_npu>);
static_assert(times<timing::device_events, ascend_npu> && times<timing::tsc, ascend_npu> &&
              !times<timing::virtual_time, ascend_npu>);
}  // namespace lanemark
