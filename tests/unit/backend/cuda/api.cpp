// SPDX-License-Identifier: MIT
#include <lanemark/backend/cuda/api.hpp>

#include <same_call.hpp>

#include <lanemark_catch2.hpp>

#if __has_include(<cuda.h>)
#include <cuda.h>
#endif

using namespace lanemark;

TEST_CASE("codes of CUDA have names") {
  CHECK(on_cuda::explain(2) == "CUDA_ERROR_OUT_OF_MEMORY (2)");
  CHECK(on_cuda::explain(719) == "CUDA_ERROR_LAUNCH_FAILED (719)");
  CHECK(on_cuda::explain(999) == "CUDA_ERROR_UNKNOWN (999)");
  CHECK(on_cuda::explain(12345) == "CUDA error 12345");
}

TEST_CASE("why there is no CUDA device") {
  struct row {
    int code;
    char const* said;
  };
  for (auto const& [code, said] :
       {row{100, "no device: l.so finds no NVIDIA GPU; CUDA_ERROR_NO_DEVICE (100)"}, row{34, "l.so is the stub"},
        row{800, "no permission: l.so may not use the GPUs"}, row{802, "is nvidia-fabricmanager running?"},
        row{803, "of two versions"}, row{999, "l.so cannot be started: CUDA_ERROR_UNKNOWN (999)"}}) {
    auto const p = on_cuda::absence(code, "l.so");
    CHECK(p.kind == fault::unsupported);
    CHECK(p.text.find(said) != p.text.npos);
  }
}

#if __has_include(<cuda.h>)
// Prototypes and values against the toolkit's own, where there is one.
using common = on_accelerator::stream_functions<on_cuda::device_pointer>;
using own = on_cuda::functions;
static_assert(same_call<decltype(common::init), decltype(&cuInit)>);
static_assert(same_call<decltype(common::device_count), decltype(&cuDeviceGetCount)>);
static_assert(same_call<decltype(common::device_name), decltype(&cuDeviceGetName)>);
static_assert(same_call<decltype(common::device_pci), decltype(&cuDeviceGetPCIBusId)>);
static_assert(same_call<decltype(common::device_memory), decltype(&cuDeviceTotalMem_v2)>);
static_assert(same_call<decltype(common::device_uuid), decltype(&cuDeviceGetUuid_v2)> && sizeof(CUuuid) == 16);
static_assert(same_call<decltype(common::can_access), decltype(&cuDeviceCanAccessPeer)>);
static_assert(same_call<decltype(common::memory_info), decltype(&cuMemGetInfo_v2)>);
static_assert(same_call<decltype(common::allocate), decltype(&cuMemAlloc_v2)>);
static_assert(same_call<decltype(common::free), decltype(&cuMemFree_v2)>);
static_assert(same_call<decltype(common::pin), decltype(&cuMemHostRegister_v2)>);
static_assert(same_call<decltype(common::unpin), decltype(&cuMemHostUnregister)>);
static_assert(same_call<decltype(common::stream_create), decltype(&cuStreamCreate)>);
static_assert(same_call<decltype(common::stream_create_with_priority), decltype(&cuStreamCreateWithPriority)>);
static_assert(same_call<decltype(common::priority_range), decltype(&cuCtxGetStreamPriorityRange)>);
static_assert(same_call<decltype(common::stream_destroy), decltype(&cuStreamDestroy_v2)>);
static_assert(same_call<decltype(common::stream_query), decltype(&cuStreamQuery)>);
static_assert(same_call<decltype(common::stream_synchronize), decltype(&cuStreamSynchronize)>);
static_assert(same_call<decltype(common::event_create), decltype(&cuEventCreate)>);
static_assert(same_call<decltype(common::event_record), decltype(&cuEventRecord)>);
static_assert(same_call<decltype(common::event_query), decltype(&cuEventQuery)>);
static_assert(same_call<decltype(common::event_elapsed), decltype(&cuEventElapsedTime)>);
static_assert(same_call<decltype(common::event_destroy), decltype(&cuEventDestroy_v2)>);
static_assert(same_call<decltype(own::driver_version), decltype(&cuDriverGetVersion)>);
static_assert(same_call<decltype(own::device_get), decltype(&cuDeviceGet)>);
static_assert(same_call<decltype(own::device_attribute), decltype(&cuDeviceGetAttribute)>);
static_assert(same_call<decltype(own::context_retain), decltype(&cuDevicePrimaryCtxRetain)>);
static_assert(same_call<decltype(own::context_release), decltype(&cuDevicePrimaryCtxRelease_v2)>);
static_assert(same_call<decltype(own::context_set), decltype(&cuCtxSetCurrent)>);
static_assert(same_call<decltype(own::enable_peer), decltype(&cuCtxEnablePeerAccess)>);
static_assert(same_call<decltype(own::host_allocate), decltype(&cuMemHostAlloc)>);
static_assert(same_call<decltype(own::host_free), decltype(&cuMemFreeHost)>);
static_assert(same_call<decltype(own::host_device_pointer), decltype(&cuMemHostGetDevicePointer_v2)>);
static_assert(same_call<decltype(own::up), decltype(&cuMemcpyHtoDAsync_v2)>);
static_assert(same_call<decltype(own::down), decltype(&cuMemcpyDtoHAsync_v2)>);
static_assert(same_call<decltype(own::inside), decltype(&cuMemcpyDtoDAsync_v2)>);
static_assert(same_call<decltype(own::across), decltype(&cuMemcpyPeerAsync)>);
static_assert(same_call<decltype(own::wait_value), decltype(&cuStreamWaitValue32_v2)>);
static_assert(on_accelerator::not_ready == CUDA_ERROR_NOT_READY &&
              on_accelerator::peer_already_enabled == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED);
static_assert(on_accelerator::stream_non_blocking == CU_STREAM_NON_BLOCKING &&
              on_accelerator::event_default == CU_EVENT_DEFAULT);
static_assert(on_accelerator::pin_portable == CU_MEMHOSTREGISTER_PORTABLE &&
              on_accelerator::pin_mapped == CU_MEMHOSTREGISTER_DEVICEMAP);
static_assert(on_cuda::stub_library == CUDA_ERROR_STUB_LIBRARY && on_cuda::no_device == CUDA_ERROR_NO_DEVICE &&
              on_cuda::not_permitted == CUDA_ERROR_NOT_PERMITTED &&
              on_cuda::system_not_ready == CUDA_ERROR_SYSTEM_NOT_READY &&
              on_cuda::system_driver_mismatch == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
static_assert(on_cuda::attribute_host_numa_id == CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID);
static_assert(on_cuda::host_portable == CU_MEMHOSTALLOC_PORTABLE &&
              on_cuda::host_device_map == CU_MEMHOSTALLOC_DEVICEMAP &&
              on_cuda::wait_value_geq == CU_STREAM_WAIT_VALUE_GEQ);
#endif
