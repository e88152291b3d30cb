// SPDX-License-Identifier: MIT
#include <lanemark/backend/opencl/api.hpp>

#if __has_include(<CL/cl.h>)
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <CL/cl_ext.h>
#endif

#include <lanemark_catch2.hpp>

using namespace lanemark::on_opencl;

TEST_CASE("codes have names, and unknown ones their number") {
  CHECK(explain(-5) == "CL_OUT_OF_RESOURCES (-5)");
  CHECK(explain(-1001) == "CL_PLATFORM_NOT_FOUND_KHR (-1001)");
  CHECK(explain(-9999) == "OpenCL error -9999");
}

#ifdef CL_VERSION_1_2
static_assert(device_type_all == CL_DEVICE_TYPE_ALL && type_cpu == CL_DEVICE_TYPE_CPU);
static_assert(queue_profiling == CL_QUEUE_PROFILING_ENABLE && mem_read_write == CL_MEM_READ_WRITE);
static_assert(device_name == CL_DEVICE_NAME && device_type == CL_DEVICE_TYPE && platform_name == CL_PLATFORM_NAME);
static_assert(device_global_mem_size == CL_DEVICE_GLOBAL_MEM_SIZE &&
              device_max_mem_alloc_size == CL_DEVICE_MAX_MEM_ALLOC_SIZE &&
              device_profiling_timer_resolution == CL_DEVICE_PROFILING_TIMER_RESOLUTION);
static_assert(profiling_end == CL_PROFILING_COMMAND_END && event_execution_status == CL_EVENT_COMMAND_EXECUTION_STATUS);
static_assert(complete == CL_COMPLETE && device_not_found == CL_DEVICE_NOT_FOUND);
#endif
