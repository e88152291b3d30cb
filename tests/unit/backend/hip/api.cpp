// SPDX-License-Identifier: MIT
#include <lanemark/backend/hip/api.hpp>

#include <same_call.hpp>

#include <lanemark_catch2.hpp>

#if __has_include(<hip/hip_runtime_api.h>)
#define __HIP_PLATFORM_AMD__
#include <hip/hip_runtime_api.h>
#endif

using namespace lanemark;

TEST_CASE("a uuid of AMD's is text; anything else is bytes") {
  unsigned char const text[16] = {'8', 'f', '4', 'c', '2', 'b', '1', '0', 'a', 'A', '0', '0', '0', '0', '0', '1'};
  CHECK(on_hip::uuid_text(text) == "GPU-8f4c2b10aA000001");
  unsigned char const bytes[16] = {'8', 'f', '4', 'c', '2', 'b', '1', '0', 'a', 'A', '0', '0', '0', '0', '0', 1};
  CHECK(on_hip::uuid_text(bytes) == "GPU-38663463-3262-3130-6141-303030303001");
}

TEST_CASE("why there is no HIP device") {
  struct row {
    int code;
    char const* said;
  };
  for (auto const& [code, said] :
       {row{100, "no device: l.so finds no AMD GPU"}, row{101, "no device: l.so finds no AMD GPU"},
        row{35, "driver too old: the kernel's amdgpu"}, row{999, "l.so cannot be started: because"}}) {
    auto const p = on_hip::absence(code, "because", "l.so");
    CHECK(p.kind == fault::unsupported);
    CHECK(p.text.find(said) != p.text.npos);
    CHECK(p.text.find("because") != p.text.npos);
  }
}

#if __has_include(<hip/hip_runtime_api.h>)
// Prototypes and values against ROCm's own, where there is one.
using common = on_accelerator::stream_functions<void*>;
using own = on_hip::functions;
static_assert(same_call<decltype(common::init), decltype(&hipInit)>);
static_assert(same_call<decltype(common::device_count), decltype(&hipGetDeviceCount)>);
static_assert(same_call<decltype(common::device_name), decltype(&hipDeviceGetName)>);
static_assert(same_call<decltype(common::device_pci), decltype(&hipDeviceGetPCIBusId)>);
static_assert(same_call<decltype(common::device_memory), decltype(&hipDeviceTotalMem)>);
static_assert(same_call<decltype(common::device_uuid), decltype(&hipDeviceGetUuid)> && sizeof(hipUUID) == 16);
static_assert(same_call<decltype(common::can_access), decltype(&hipDeviceCanAccessPeer)>);
static_assert(same_call<decltype(common::memory_info), decltype(&hipMemGetInfo)>);
static_assert(same_call<decltype(common::allocate), hipError_t (*)(void**, std::size_t)>);  // overloaded in C++
static_assert(same_call<decltype(common::free), decltype(&hipFree)>);
static_assert(same_call<decltype(common::pin), decltype(&hipHostRegister)>);
static_assert(same_call<decltype(common::unpin), decltype(&hipHostUnregister)>);
static_assert(same_call<decltype(common::stream_create), decltype(&hipStreamCreateWithFlags)>);
static_assert(same_call<decltype(common::stream_create_with_priority), decltype(&hipStreamCreateWithPriority)>);
static_assert(same_call<decltype(common::priority_range), decltype(&hipDeviceGetStreamPriorityRange)>);
static_assert(same_call<decltype(common::stream_destroy), decltype(&hipStreamDestroy)>);
static_assert(same_call<decltype(common::stream_query), decltype(&hipStreamQuery)>);
static_assert(same_call<decltype(common::stream_synchronize), decltype(&hipStreamSynchronize)>);
static_assert(same_call<decltype(common::event_create), decltype(&hipEventCreateWithFlags)>);
static_assert(same_call<decltype(common::event_query), decltype(&hipEventQuery)>);
static_assert(same_call<decltype(common::event_elapsed), decltype(&hipEventElapsedTime)>);
static_assert(same_call<decltype(common::event_destroy), decltype(&hipEventDestroy)>);
static_assert(same_call<decltype(own::runtime_version), decltype(&hipRuntimeGetVersion)>);
static_assert(same_call<decltype(own::set_device), decltype(&hipSetDevice)>);
static_assert(same_call<decltype(own::enable_peer), decltype(&hipDeviceEnablePeerAccess)>);
static_assert(same_call<decltype(own::copy), decltype(&hipMemcpyAsync)>);
static_assert(same_call<decltype(own::across), decltype(&hipMemcpyPeerAsync)>);
static_assert(same_call<decltype(own::wait_value), decltype(&hipStreamWaitValue32)>);
static_assert(on_accelerator::not_ready == hipErrorNotReady &&
              on_accelerator::peer_already_enabled == hipErrorPeerAccessAlreadyEnabled);
static_assert(on_accelerator::stream_non_blocking == hipStreamNonBlocking &&
              on_accelerator::event_default == hipEventDefault);
static_assert(on_accelerator::pin_portable == hipHostRegisterPortable &&
              on_accelerator::pin_mapped == hipHostRegisterMapped);
static_assert(on_hip::no_device == hipErrorNoDevice && on_hip::invalid_device == hipErrorInvalidDevice &&
              on_hip::insufficient_driver == hipErrorInsufficientDriver);
static_assert(on_hip::host_to_device == hipMemcpyHostToDevice && on_hip::device_to_host == hipMemcpyDeviceToHost &&
              on_hip::device_to_device == hipMemcpyDeviceToDevice);
static_assert(on_hip::malloc_signal_memory == hipMallocSignalMemory && on_hip::wait_value_gte == hipStreamWaitValueGte);
#endif
