// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/backend/accelerator/code_name.hpp>
#include <lanemark/backend/loader.hpp>
#include <lanemark/core/say.hpp>

// What lanemark calls of oneAPI Level Zero 1.2 and later, by prototypes of its own. Source of names, values and
// layouts: the Level Zero Specification, "Core API".

namespace lanemark::on_level_zero {
using result_code = int;
using driver_handle = struct driver_object*;
using device_handle = struct device_object*;
using context = struct context_object*;
using command_list = struct command_list_object*;
using event_pool = struct event_pool_object*;
using event = struct event_object*;

inline constexpr result_code success = 0, not_ready = 1, device_lost = 0x70000001, out_of_host_memory = 0x70000002,
                             out_of_device_memory = 0x70000003, no_permission = 0x70010000, no_driver = 0x78000001,
                             no_dependency = 0x70020000, unsupported_feature = 0x78000003;
/// What a structure is, in its first member.
inline constexpr std::uint32_t is_queue_group = 0x6, is_memory = 0x7, is_context = 0xd, is_queue = 0xe,
                               is_event_pool = 0x10, is_event = 0x11, is_device_memory = 0x15, is_pci = 0x10008,
                               is_device = 0x20006;  // as of 1.2: its timer in cycles a second
inline constexpr std::uint32_t type_cpu = 2, group_compute = 1, group_copy = 2, mode_asynchronous = 2,
                               pool_host_visible = 1, pool_timestamps = 4, scope_host = 4;
/// Priorities of a queue.
inline constexpr std::uint32_t normal_priority = 0, low_priority = 1, high_priority = 2;

// every structure begins with what it is and a link to extensions
struct device_properties {
  std::uint32_t is = is_device;
  void* next = nullptr;
  std::uint32_t type, vendor, device, flags, subdevice, core_clock;
  std::uint64_t most_memory;
  std::uint32_t most_contexts, most_priority, threads, width, units, subslices, slices;
  std::uint64_t timer_frequency;
  std::uint32_t timestamp_bits, kernel_timestamp_bits;
  std::uint8_t uuid[16];
  char name[256];
};
struct memory_properties {
  std::uint32_t is = is_memory;
  void* next = nullptr;
  std::uint32_t flags, clock, bus_width;
  std::uint64_t size;
  char name[256];
};
struct pci_properties {
  std::uint32_t is = is_pci;
  void* next = nullptr;
  std::uint32_t domain, bus, device, function;
  std::int32_t generation, width;  ///< the most there can be; -1 unknown
  std::int64_t most_bandwidth;
};
struct queue_group {
  std::uint32_t is = is_queue_group;
  void* next = nullptr;
  std::uint32_t flags;
  std::size_t most_pattern;
  std::uint32_t queues;
};
struct context_description {
  std::uint32_t is = is_context;
  void const* next = nullptr;
  std::uint32_t flags = 0;
};
struct queue_description {
  std::uint32_t is = is_queue;
  void const* next = nullptr;
  std::uint32_t group = 0, index = 0, flags = 0, mode = mode_asynchronous, priority = normal_priority;
};
struct pool_description {
  std::uint32_t is = is_event_pool;
  void const* next = nullptr;
  std::uint32_t flags = 0, count = 1;
};
struct event_description {
  std::uint32_t is = is_event;
  void const* next = nullptr;
  std::uint32_t index = 0, signal_scope = scope_host, wait_scope = 0;
};
struct memory_description {
  std::uint32_t is = is_device_memory;
  void const* next = nullptr;
  std::uint32_t flags = 0, ordinal = 0;
};
struct timestamps {
  struct span {
    std::uint64_t start, end;
  } global, context;
};

/// The functions, by their exported names.
struct functions {
  result_code (*init)(std::uint32_t flags);
  result_code (*get_drivers)(std::uint32_t*, driver_handle*);
  result_code (*get_devices)(driver_handle, std::uint32_t*, device_handle*);
  result_code (*get_properties)(device_handle, device_properties*);
  result_code (*get_memories)(device_handle, std::uint32_t*, memory_properties*);
  result_code (*get_pci)(device_handle, pci_properties*);
  result_code (*get_groups)(device_handle, std::uint32_t*, queue_group*);
  result_code (*can_access_peer)(device_handle, device_handle peer, std::uint8_t* can);
  result_code (*create_context)(driver_handle, context_description const*, context*);
  result_code (*destroy_context)(context);
  result_code (*allocate)(context, memory_description const*, std::size_t n, std::size_t alignment, device_handle,
                          void**);
  result_code (*free)(context, void*);
  result_code (*create_list)(context, device_handle, queue_description const*, command_list*);
  result_code (*destroy_list)(command_list);
  result_code (*copy)(command_list, void* to, void const* from, std::size_t n, event signal, std::uint32_t waits,
                      event*);
  result_code (*barrier)(command_list, event signal, std::uint32_t waits, event*);
  result_code (*finish)(command_list, std::uint64_t ns);  ///< as of 1.6
  result_code (*create_pool)(context, pool_description const*, std::uint32_t, device_handle*, event_pool*);
  result_code (*destroy_pool)(event_pool);
  result_code (*create_event)(event_pool, event_description const*, event*);
  result_code (*destroy_event)(event);
  result_code (*reset)(event);
  result_code (*wait)(event, std::uint64_t ns);
  result_code (*query)(event);
  result_code (*get_timestamps)(event, timestamps*);
};

inline status bind(functions& f, library const& from) {
  return symbols(from)
      .required(f.init, "zeInit")
      .required(f.get_drivers, "zeDriverGet")
      .required(f.get_devices, "zeDeviceGet")
      .required(f.get_properties, "zeDeviceGetProperties")
      .required(f.get_memories, "zeDeviceGetMemoryProperties")
      .optional(f.get_pci, "zeDevicePciGetPropertiesExt")
      .required(f.get_groups, "zeDeviceGetCommandQueueGroupProperties")
      .required(f.can_access_peer, "zeDeviceCanAccessPeer")
      .required(f.create_context, "zeContextCreate")
      .required(f.destroy_context, "zeContextDestroy")
      .required(f.allocate, "zeMemAllocDevice")
      .required(f.free, "zeMemFree")
      .required(f.create_list, "zeCommandListCreateImmediate")
      .required(f.destroy_list, "zeCommandListDestroy")
      .required(f.copy, "zeCommandListAppendMemoryCopy")
      .required(f.barrier, "zeCommandListAppendBarrier")
      .optional(f.finish, "zeCommandListHostSynchronize")
      .required(f.create_pool, "zeEventPoolCreate")
      .required(f.destroy_pool, "zeEventPoolDestroy")
      .required(f.create_event, "zeEventCreate")
      .required(f.destroy_event, "zeEventDestroy")
      .required(f.reset, "zeEventHostReset")
      .required(f.wait, "zeEventHostSynchronize")
      .required(f.query, "zeEventQueryStatus")
      .required(f.get_timestamps, "zeEventQueryKernelTimestamp")
      .done();
}

/// `ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)`: Level Zero has no call that names its results.
[[gnu::cold]] inline std::string explain(int code) {
  constexpr on_accelerator::code_name names[] = {
      {not_ready, "ZE_RESULT_NOT_READY"},
      {device_lost, "ZE_RESULT_ERROR_DEVICE_LOST"},
      {out_of_host_memory, "ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY"},
      {out_of_device_memory, "ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY"},
      {0x70000006, "ZE_RESULT_ERROR_DEVICE_REQUIRES_RESET"},
      {0x70000007, "ZE_RESULT_ERROR_DEVICE_IN_LOW_POWER_STATE"},
      {no_permission, "ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS"},
      {0x70010001, "ZE_RESULT_ERROR_NOT_AVAILABLE"},
      {no_dependency, "ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE"},
      {no_driver, "ZE_RESULT_ERROR_UNINITIALIZED"},
      {0x78000002, "ZE_RESULT_ERROR_UNSUPPORTED_VERSION"},
      {unsupported_feature, "ZE_RESULT_ERROR_UNSUPPORTED_FEATURE"},
      {0x78000004, "ZE_RESULT_ERROR_INVALID_ARGUMENT"},
      {0x78000005, "ZE_RESULT_ERROR_INVALID_NULL_HANDLE"},
      {0x78000006, "ZE_RESULT_ERROR_HANDLE_OBJECT_IN_USE"},
      {0x78000007, "ZE_RESULT_ERROR_INVALID_NULL_POINTER"},
      {0x78000008, "ZE_RESULT_ERROR_INVALID_SIZE"},
      {0x78000009, "ZE_RESULT_ERROR_UNSUPPORTED_SIZE"},
      {0x7800000b, "ZE_RESULT_ERROR_INVALID_SYNCHRONIZATION_OBJECT"},
      {0x7800000c, "ZE_RESULT_ERROR_INVALID_ENUMERATION"},
      {0x7800001a, "ZE_RESULT_ERROR_OVERLAPPING_REGIONS"},
      {0x7ffffffe, "ZE_RESULT_ERROR_UNKNOWN"},
  };
  std::string hex;
  for (int shift = 28; shift >= 0; shift -= 4)
    if (auto const digit = static_cast<unsigned>(code) >> shift & 0xFU; digit != 0 || !hex.empty() || shift == 0)
      hex += "0123456789abcdef"[digit];
  if (auto const* const name = on_accelerator::name_in(names, code)) return say({name, " (0x", hex, ")"});
  return say({"Level Zero result 0x", hex});
}
}  // namespace lanemark::on_level_zero
