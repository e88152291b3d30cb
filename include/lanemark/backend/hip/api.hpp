// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>

#include <lanemark/backend/accelerator/streams.hpp>

// What lanemark calls of AMD's HIP runtime, libamdhip64.so, by prototypes of its own. Source of names, values and
// rules: HIP Runtime API, hip_runtime_api.h of ROCm 5.2 to 6. hipGetDeviceProperties and the numbers of attributes
// changed in ROCm 6 and are not used.

namespace lanemark::on_hip {
inline constexpr int invalid_device = 101, no_device = 100, insufficient_driver = 35;
inline constexpr int host_to_device = 1, device_to_host = 2, device_to_device = 3;
inline constexpr unsigned malloc_signal_memory = 2, wait_value_gte = 0;
/// Major * 10^7 + minor * 10^5 + patch. libamdhip64.so.5 is the first that is looked for.
inline constexpr int least_version = 50000000;

/// The functions that are HIP's own.
struct functions {
  int (*runtime_version)(int*);
  int (*set_device)(int);
  int (*enable_peer)(int peer, unsigned flags);
  int (*copy)(void* to, void const* from, std::size_t, int kind, on_accelerator::stream);
  int (*across)(void* to, int to_device, void const* from, int from_device, std::size_t, on_accelerator::stream);
  int (*allocate_with_flags)(void**, std::size_t, unsigned flags);
  int (*wait_value)(on_accelerator::stream, void*, std::uint32_t value, unsigned flags, std::uint32_t mask);
  char const* (*error_name)(int);
};

inline status bind(on_accelerator::stream_functions<void*>& common, functions& own, library const& from) {
  return symbols(from)
      .required(common.init, "hipInit")
      .required(common.device_count, "hipGetDeviceCount")
      .required(common.device_name, "hipDeviceGetName")
      .required(common.device_pci, "hipDeviceGetPCIBusId")
      .required(common.device_memory, "hipDeviceTotalMem")
      .optional(common.device_uuid, "hipDeviceGetUuid")  // of ROCm 5.1
      .required(common.can_access, "hipDeviceCanAccessPeer")
      .required(common.memory_info, "hipMemGetInfo")
      .required(common.allocate, "hipMalloc")
      .required(common.free, "hipFree")
      .required(common.pin, "hipHostRegister")
      .required(common.unpin, "hipHostUnregister")
      .required(common.stream_create, "hipStreamCreateWithFlags")
      .optional(common.stream_create_with_priority, "hipStreamCreateWithPriority")
      .optional(common.priority_range, "hipDeviceGetStreamPriorityRange")
      .required(common.stream_destroy, "hipStreamDestroy")
      .required(common.stream_query, "hipStreamQuery")
      .required(common.stream_synchronize, "hipStreamSynchronize")
      .required(common.event_create, "hipEventCreateWithFlags")
      .required(common.event_record, "hipEventRecord")
      .required(common.event_query, "hipEventQuery")
      .required(common.event_elapsed, "hipEventElapsedTime")
      .required(common.event_destroy, "hipEventDestroy")
      .required(own.runtime_version, "hipRuntimeGetVersion")
      .required(own.set_device, "hipSetDevice")
      .required(own.enable_peer, "hipDeviceEnablePeerAccess")
      .required(own.copy, "hipMemcpyAsync")
      .required(own.across, "hipMemcpyPeerAsync")
      .optional(own.allocate_with_flags, "hipExtMallocWithFlags")
      .optional(own.wait_value, "hipStreamWaitValue32")
      .optional(own.error_name, "hipGetErrorName")
      .done();
}

/// AMD's uuid is 16 characters already; anything else is bytes.
[[gnu::cold]] inline std::string uuid_text(unsigned char const (&bytes)[16]) {
  std::string text = "GPU-";
  for (auto const b : bytes) {
    auto const c = static_cast<char>(b);
    if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')))
      return on_accelerator::uuid_text(bytes);
    text += c;
  }
  return text;
}

/// Why there is no device to use, by what the runtime said when it was started.
[[gnu::cold]] inline problem absence(int code, std::string const& said, std::string const& file) {
  switch (code) {
    case no_device:
    case invalid_device:  // of hipInit where there is none
      return {fault::unsupported,
              say({"no device: ", file,
                   " finds no AMD GPU; it needs /dev/kfd, and the user in the group that owns it; ", said})};
    case insufficient_driver:
      return {fault::unsupported, say({"driver too old: the kernel's amdgpu does not serve ", file, "; ", said})};
    default:
      return {fault::unsupported, say({"hip: ", file, " cannot be started: ", said})};
  }
}
}  // namespace lanemark::on_hip
