// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/backend/accelerator/code_name.hpp>
#include <lanemark/backend/loader.hpp>
#include <lanemark/core/say.hpp>

// What lanemark calls of CANN's runtime (AscendCL), by prototypes of its own. Source of names and values: the API
// reference of CANN 8 and later, "Runtime API", and the vendor's acl_rt.h.

namespace lanemark::on_ascend {
using error = int;
using stream = void*;
using event = void*;

inline constexpr error success = 0, no_device = 207004, no_permission = 207006, already_initialised = 100002;
/// Kinds of a copy.
inline constexpr int host_to_device = 1, device_to_host = 2, device_to_device = 3;
/// Huge pages where there are any, reachable by peers: without it a peer's copy is refused.
inline constexpr int huge_first_p2p = 3;
inline constexpr int ddr = 0, hbm = 1;
/// An event that keeps its time; the newer call for events wants to be told that the host waits for it as well.
inline constexpr std::uint32_t event_sync = 1, event_time_line = 8;
/// Host memory that is there already becomes pinned; the older aclrtHostRegister maps it for kernels and pins nothing.
inline constexpr std::uint32_t register_pinned = 0x10000000;
inline constexpr int event_complete = 1;

/// The functions, by their exported names.
struct functions {
  error (*init)(char const* configuration);
  char const* (*recent_message)();
  char const* (*soc_name)();
  error (*get_device_count)(std::uint32_t*);
  error (*set_device)(std::int32_t);
  error (*get_pci_address)(std::int32_t, char*, std::int32_t);
  error (*get_memory)(int kind, std::size_t* free, std::size_t* total);
  error (*allocate)(void**, std::size_t, int policy);
  error (*free)(void*);
  error (*register_host)(void*, std::uint64_t, std::uint32_t flags);
  error (*unregister_host)(void*);
  error (*create_stream)(stream*);
  error (*destroy_stream)(stream);
  error (*finish)(stream);
  error (*create_event)(event*, std::uint32_t flags);
  error (*create_event_ex)(event*, std::uint32_t flags);
  error (*destroy_event)(event);
  error (*record)(event, stream);
  error (*query)(event, int* state);
  error (*elapsed)(float* milliseconds, event from, event to);
  error (*copy)(void* to, std::size_t room, void const* from, std::size_t n, int kind);
  error (*copy_async)(void* to, std::size_t room, void const* from, std::size_t n, int kind, stream);
  error (*can_access_peer)(std::int32_t* can, std::int32_t device, std::int32_t peer);
  error (*enable_peer_access)(std::int32_t peer, std::uint32_t flags);
};

inline status bind(functions& f, library const& from) {
  return symbols(from)
      .required(f.init, "aclInit")
      .optional(f.recent_message, "aclGetRecentErrMsg")
      .optional(f.soc_name, "aclrtGetSocName")
      .required(f.get_device_count, "aclrtGetDeviceCount")
      .required(f.set_device, "aclrtSetDevice")
      .optional(f.get_pci_address, "aclrtDeviceGetPCIBusId")
      .required(f.get_memory, "aclrtGetMemInfo")
      .required(f.allocate, "aclrtMalloc")
      .required(f.free, "aclrtFree")
      .optional(f.register_host, "aclrtHostRegisterV2")
      .optional(f.unregister_host, "aclrtHostUnregister")
      .required(f.create_stream, "aclrtCreateStream")
      .required(f.destroy_stream, "aclrtDestroyStream")
      .required(f.finish, "aclrtSynchronizeStream")
      .required(f.create_event, "aclrtCreateEventWithFlag")
      .optional(f.create_event_ex, "aclrtCreateEventExWithFlag")
      .required(f.destroy_event, "aclrtDestroyEvent")
      .required(f.record, "aclrtRecordEvent")
      .required(f.query, "aclrtQueryEventStatus")
      .required(f.elapsed, "aclrtEventElapsedTime")
      .required(f.copy, "aclrtMemcpy")
      .required(f.copy_async, "aclrtMemcpyAsync")
      .required(f.can_access_peer, "aclrtDeviceCanAccessPeer")
      .required(f.enable_peer_access, "aclrtDeviceEnablePeerAccess")
      .done();
}

/// `no device (ACL error 207004)`: the runtime has no call that names its codes.
[[gnu::cold]] inline std::string explain(int code) {
  constexpr on_accelerator::code_name names[] = {
      {100000, "invalid parameter"},
      {100001, "not initialised"},
      {100002, "initialised already"},
      {107000, "invalid parameter"},
      {107001, "invalid device id"},
      {107002, "no context on this thread"},
      {107003, "the stream belongs to another context"},
      {107019, "waited too long"},
      {200000, "out of host memory"},
      {200001, "call not supported"},
      {207000, "feature not supported"},
      {207001, "out of memory"},
      {207004, "no device"},
      {207006, "no permission"},
      {207018, "out of device memory"},
      {207020, "the driver did not answer in time"},
      {207021, "not possible over this kind of link"},
      {500000, "internal error"},
      {507022, "sharing memory between processes failed"},
      {507046, "waiting for a stream took too long"},
      {507047, "waiting for an event took too long"},
      {507056, "link error"},
      {507899, "internal error of the driver"},
      {507901, "the connection between host and device is gone"},
  };
  if (auto const* const name = on_accelerator::name_in(names, code)) return say({name, " (ACL error ", code, ")"});
  return say({"ACL error ", code});
}
}  // namespace lanemark::on_ascend
