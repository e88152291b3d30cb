// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include <lanemark/backend/accelerator/code_name.hpp>
#include <lanemark/backend/accelerator/streams.hpp>

// What lanemark calls of NVIDIA's driver, libcuda.so.1, by prototypes of its own. Source of names, values and rules:
// CUDA Driver API, cuda.h of CUDA 13.0. The header's macros hide suffixes: cuMemAlloc means cuMemAlloc_v2 there, and
// the exported symbol without one is the interface of 2010 with 32-bit device pointers.

namespace lanemark::on_cuda {
using device_pointer = std::uint64_t;
using context = struct context_object*;

inline constexpr int stub_library = 34, no_device = 100, not_permitted = 800, system_not_ready = 802,
                     system_driver_mismatch = 803;
inline constexpr int attribute_host_numa_id = 134;  // of CUDA 12.9 and later
inline constexpr unsigned host_portable = 1, host_device_map = 2, wait_value_geq = 0;
/// The driver of CUDA 11.0 has all that is required.
inline constexpr int least_version = 11000;

/// The functions that are CUDA's own.
struct functions {
  int (*driver_version)(int*);
  int (*device_get)(int*, int ordinal);
  int (*device_attribute)(int*, int attribute, int device);
  int (*context_retain)(context*, int device);
  int (*context_release)(int device);
  int (*context_set)(context);
  int (*enable_peer)(context, unsigned flags);
  int (*host_allocate)(void**, std::size_t, unsigned flags);
  int (*host_free)(void*);
  int (*host_device_pointer)(device_pointer*, void*, unsigned flags);
  int (*up)(device_pointer, void const*, std::size_t, on_accelerator::stream);
  int (*down)(void*, device_pointer, std::size_t, on_accelerator::stream);
  int (*inside)(device_pointer to, device_pointer from, std::size_t, on_accelerator::stream);
  int (*across)(device_pointer to, context, device_pointer from, context, std::size_t, on_accelerator::stream);
  int (*wait_value)(on_accelerator::stream, device_pointer, std::uint32_t, unsigned flags);
};

inline status bind(on_accelerator::stream_functions<device_pointer>& common, functions& own, library const& from) {
  symbols s(from);
  s.required(common.init, "cuInit")
      .required(common.device_count, "cuDeviceGetCount")
      .required(common.device_name, "cuDeviceGetName")
      .required(common.device_pci, "cuDeviceGetPCIBusId")
      .required(common.device_memory, "cuDeviceTotalMem_v2")
      .optional(common.device_uuid, "cuDeviceGetUuid_v2")  // of CUDA 11.4: the instance's where a device is divided
      .required(common.can_access, "cuDeviceCanAccessPeer")
      .required(common.memory_info, "cuMemGetInfo_v2")
      .required(common.allocate, "cuMemAlloc_v2")
      .required(common.free, "cuMemFree_v2")
      .required(common.pin, "cuMemHostRegister_v2")
      .required(common.unpin, "cuMemHostUnregister")
      .required(common.stream_create, "cuStreamCreate")
      .optional(common.stream_create_with_priority, "cuStreamCreateWithPriority")
      .optional(common.priority_range, "cuCtxGetStreamPriorityRange")
      .required(common.stream_destroy, "cuStreamDestroy_v2")
      .required(common.stream_query, "cuStreamQuery")
      .required(common.stream_synchronize, "cuStreamSynchronize")
      .required(common.event_create, "cuEventCreate")
      .required(common.event_record, "cuEventRecord")
      .required(common.event_query, "cuEventQuery")
      .optional(common.event_elapsed, "cuEventElapsedTime_v2")  // of CUDA 12.8
      .required(common.event_destroy, "cuEventDestroy_v2")
      .required(own.driver_version, "cuDriverGetVersion")
      .required(own.device_get, "cuDeviceGet")
      .required(own.device_attribute, "cuDeviceGetAttribute")
      .required(own.context_retain, "cuDevicePrimaryCtxRetain")
      .required(own.context_release, "cuDevicePrimaryCtxRelease_v2")
      .required(own.context_set, "cuCtxSetCurrent")
      .required(own.enable_peer, "cuCtxEnablePeerAccess")
      .required(own.host_allocate, "cuMemHostAlloc")
      .required(own.host_free, "cuMemFreeHost")
      .required(own.host_device_pointer, "cuMemHostGetDevicePointer_v2")
      .required(own.up, "cuMemcpyHtoDAsync_v2")
      .required(own.down, "cuMemcpyDtoHAsync_v2")
      .required(own.inside, "cuMemcpyDtoDAsync_v2")
      .required(own.across, "cuMemcpyPeerAsync")
      .optional(own.wait_value, "cuStreamWaitValue32_v2");  // of CUDA 11.7
  if (!common.device_uuid) s.optional(common.device_uuid, "cuDeviceGetUuid");
  if (!common.event_elapsed) s.required(common.event_elapsed, "cuEventElapsedTime");
  return s.done();
}

/// `CUDA_ERROR_OUT_OF_MEMORY (2)`. A table of its own: the stub library's cuGetErrorName names nothing.
[[gnu::cold]] inline std::string explain(int code) {
  constexpr on_accelerator::code_name names[] = {
      {1, "INVALID_VALUE"},
      {2, "OUT_OF_MEMORY"},
      {3, "NOT_INITIALIZED"},
      {4, "DEINITIALIZED"},
      {34, "STUB_LIBRARY"},
      {36, "CALL_REQUIRES_NEWER_DRIVER"},
      {46, "DEVICE_UNAVAILABLE"},
      {100, "NO_DEVICE"},
      {101, "INVALID_DEVICE"},
      {102, "DEVICE_NOT_LICENSED"},
      {201, "INVALID_CONTEXT"},
      {205, "MAP_FAILED"},
      {214, "ECC_UNCORRECTABLE"},
      {216, "CONTEXT_ALREADY_IN_USE"},
      {217, "PEER_ACCESS_UNSUPPORTED"},
      {220, "NVLINK_UNCORRECTABLE"},
      {226, "CONTAINED"},
      {304, "OPERATING_SYSTEM"},
      {400, "INVALID_HANDLE"},
      {401, "ILLEGAL_STATE"},
      {500, "NOT_FOUND"},
      {600, "NOT_READY"},
      {700, "ILLEGAL_ADDRESS"},
      {702, "LAUNCH_TIMEOUT"},
      {704, "PEER_ACCESS_ALREADY_ENABLED"},
      {705, "PEER_ACCESS_NOT_ENABLED"},
      {709, "CONTEXT_IS_DESTROYED"},
      {711, "TOO_MANY_PEERS"},
      {712, "HOST_MEMORY_ALREADY_REGISTERED"},
      {713, "HOST_MEMORY_NOT_REGISTERED"},
      {714, "HARDWARE_STACK_ERROR"},
      {719, "LAUNCH_FAILED"},
      {800, "NOT_PERMITTED"},
      {801, "NOT_SUPPORTED"},
      {802, "SYSTEM_NOT_READY"},
      {803, "SYSTEM_DRIVER_MISMATCH"},
      {804, "COMPAT_NOT_SUPPORTED_ON_DEVICE"},
      {805, "MPS_CONNECTION_FAILED"},
      {909, "TIMEOUT"},
      {911, "EXTERNAL_DEVICE"},
      {999, "UNKNOWN"},
  };
  if (auto const* const name = on_accelerator::name_in(names, code)) return say({"CUDA_ERROR_", name, " (", code, ")"});
  return say({"CUDA error ", code});
}

/// Why there is no device to use, by what the driver said when it was started.
[[gnu::cold]] inline problem absence(int code, std::string const& file) {
  auto const said = explain(code);
  switch (code) {
    case no_device:
      return {fault::unsupported, say({"no device: ", file, " finds no NVIDIA GPU; ", said})};
    case stub_library:
      return {fault::unsupported, say({file,
                                       " is the stub that programs are linked with, and no driver: install "
                                       "NVIDIA's driver, or leave the stub out of the library path; ",
                                       said})};
    case not_permitted:
      return {fault::unsupported, say({"no permission: ", file, " may not use the GPUs, see /dev/nvidia*; ", said})};
    case system_not_ready:
      return {fault::unsupported, say({"the GPUs are not ready: is nvidia-fabricmanager running? ", said})};
    case system_driver_mismatch:
      return {fault::unsupported,
              say({file, " and the kernel's module are of two versions: load the module anew, or boot; ", said})};
    default:
      return {fault::unsupported, say({"cuda: ", file, " cannot be started: ", said})};
  }
}
}  // namespace lanemark::on_cuda
