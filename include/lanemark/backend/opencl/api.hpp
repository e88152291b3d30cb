// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/backend/accelerator/code_name.hpp>
#include <lanemark/backend/loader.hpp>
#include <lanemark/core/say.hpp>

// What lanemark calls of OpenCL 1.2 and later, by prototypes of its own. Source of names and values: The OpenCL C API
// Specification, Khronos, and the header registry cl.h.

namespace lanemark::on_opencl {
using cl_int = std::int32_t;
using cl_uint = std::uint32_t;
using cl_ulong = std::uint64_t;
using platform_id = struct platform_object*;
using device_id = struct device_object*;
using context = struct context_object*;
using command_queue = struct queue_object*;
using mem = struct mem_object*;
using event = struct event_object*;

inline constexpr cl_ulong device_type_all = 0xFFFFFFFF, type_cpu = 2, queue_profiling = 2, mem_read_write = 1;
inline constexpr cl_uint device_name = 0x102B, device_global_mem_size = 0x101F, device_max_mem_alloc_size = 0x1010,
                         device_profiling_timer_resolution = 0x1025, device_pci_bus_info = 0x410F, device_type = 0x1000,
                         platform_name = 0x0902, profiling_end = 0x1283, event_execution_status = 0x11D3;
inline constexpr cl_int complete = 0, success = 0, device_not_found = -1, platform_not_found = -1001;

/// The functions, by their exported names.
struct functions {
  cl_int (*get_platforms)(cl_uint, platform_id*, cl_uint*);
  cl_int (*get_platform_info)(platform_id, cl_uint, std::size_t, void*, std::size_t*);
  cl_int (*get_devices)(platform_id, cl_ulong, cl_uint, device_id*, cl_uint*);
  cl_int (*get_device_info)(device_id, cl_uint, std::size_t, void*, std::size_t*);
  context (*create_context)(std::intptr_t const*, cl_uint, device_id const*,
                            void (*)(char const*, void const*, std::size_t, void*), void*, cl_int*);
  cl_int (*release_context)(context);
  command_queue (*create_queue)(context, device_id, cl_ulong, cl_int*);
  cl_int (*release_queue)(command_queue);
  mem (*create_buffer)(context, cl_ulong, std::size_t, void*, cl_int*);
  cl_int (*release_mem)(mem);
  cl_int (*write)(command_queue, mem, cl_uint blocking, std::size_t at, std::size_t n, void const*, cl_uint,
                  event const*, event*);
  cl_int (*read)(command_queue, mem, cl_uint blocking, std::size_t at, std::size_t n, void*, cl_uint, event const*,
                 event*);
  cl_int (*copy)(command_queue, mem from, mem to, std::size_t from_at, std::size_t to_at, std::size_t n, cl_uint,
                 event const*, event*);
  cl_int (*migrate)(command_queue, cl_uint, mem const*, cl_ulong flags, cl_uint, event const*, event*);
  cl_int (*marker)(command_queue, cl_uint, event const*, event*);
  cl_int (*flush)(command_queue);
  cl_int (*finish)(command_queue);
  cl_int (*get_event_info)(event, cl_uint, std::size_t, void*, std::size_t*);
  cl_int (*get_profiling_info)(event, cl_uint, std::size_t, void*, std::size_t*);
  cl_int (*release_event)(event);
  event (*create_user_event)(context, cl_int*);
  cl_int (*set_user_event_status)(event, cl_int);
};

inline status bind(functions& f, library const& from) {
  return symbols(from)
      .required(f.get_platforms, "clGetPlatformIDs")
      .required(f.get_platform_info, "clGetPlatformInfo")
      .required(f.get_devices, "clGetDeviceIDs")
      .required(f.get_device_info, "clGetDeviceInfo")
      .required(f.create_context, "clCreateContext")
      .required(f.release_context, "clReleaseContext")
      .required(f.create_queue, "clCreateCommandQueue")
      .required(f.release_queue, "clReleaseCommandQueue")
      .required(f.create_buffer, "clCreateBuffer")
      .required(f.release_mem, "clReleaseMemObject")
      .required(f.write, "clEnqueueWriteBuffer")
      .required(f.read, "clEnqueueReadBuffer")
      .required(f.copy, "clEnqueueCopyBuffer")
      .required(f.migrate, "clEnqueueMigrateMemObjects")
      .required(f.marker, "clEnqueueMarkerWithWaitList")
      .required(f.flush, "clFlush")
      .required(f.finish, "clFinish")
      .required(f.get_event_info, "clGetEventInfo")
      .required(f.get_profiling_info, "clGetEventProfilingInfo")
      .required(f.release_event, "clReleaseEvent")
      .required(f.create_user_event, "clCreateUserEvent")
      .required(f.set_user_event_status, "clSetUserEventStatus")
      .done();
}

/// `CL_OUT_OF_RESOURCES (-5)`: OpenCL has no call that names its codes.
[[gnu::cold]] inline std::string explain(int code) {
  constexpr on_accelerator::code_name names[] = {
      {-1, "CL_DEVICE_NOT_FOUND"},
      {-2, "CL_DEVICE_NOT_AVAILABLE"},
      {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
      {-5, "CL_OUT_OF_RESOURCES"},
      {-6, "CL_OUT_OF_HOST_MEMORY"},
      {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
      {-8, "CL_MEM_COPY_OVERLAP"},
      {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
      {-30, "CL_INVALID_VALUE"},
      {-33, "CL_INVALID_DEVICE"},
      {-34, "CL_INVALID_CONTEXT"},
      {-35, "CL_INVALID_QUEUE_PROPERTIES"},
      {-36, "CL_INVALID_COMMAND_QUEUE"},
      {-38, "CL_INVALID_MEM_OBJECT"},
      {-57, "CL_INVALID_EVENT_WAIT_LIST"},
      {-58, "CL_INVALID_EVENT"},
      {-59, "CL_INVALID_OPERATION"},
      {-61, "CL_INVALID_BUFFER_SIZE"},
      {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
  };
  if (auto const* const name = on_accelerator::name_in(names, code)) return say({name, " (", code, ")"});
  return say({"OpenCL error ", code});
}
}  // namespace lanemark::on_opencl
