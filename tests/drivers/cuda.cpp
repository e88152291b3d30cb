// SPDX-License-Identifier: MIT
// A made-up libcuda.so.1: what lanemark calls of it, over made_up_driver.hpp. Contexts are one for each device.
#include "made_up_streams.hpp"

using namespace made_up;
using pointer = std::uint64_t;
using context = std::uintptr_t*;

namespace {
std::atomic<bool> begun{false};
std::uintptr_t contexts[64] = {};
int device_of(context c) { return static_cast<int>(c - contexts); }
void* at(pointer p) { return reinterpret_cast<void*>(static_cast<std::uintptr_t>(p)); }
pointer of(void* p) { return static_cast<pointer>(reinterpret_cast<std::uintptr_t>(p)); }
constexpr int first = 40;  // handles are no ordinals
int ordinal(int handle) { return handle - first; }
bool known(int handle) { return begun && handle >= first && ordinal(handle) < device_count(); }
}  // namespace

extern "C" {
int cuDriverGetVersion(int* v) { return *v = the_script().has("old") ? 10020 : 13000, ok; }
int cuInit(unsigned) {
  if (the_script().next("init") != script::fate::well) return unknown;
  if (device_count() == 0) return no_device;
  return begun = true, ok;
}
int cuDeviceGetCount(int* n) { return *n = device_count(), begun ? 0 : 3; }
int cuDeviceGet(int* device, int which) { return *device = first + which, known(*device) ? ok : invalid_device; }
int cuDeviceGetName(char* text, int length, int device) {
  std::snprintf(text, static_cast<std::size_t>(length), "Made-up GPU");
  return known(device) ? ok : invalid_device;
}
int cuDeviceGetPCIBusId(char* text, int length, int device) {
  return pci(text, length, ordinal(device), "0000:%02X:00.0");
}
int cuDeviceGetUuid_v2(unsigned char* bytes, int device) { return uuid(bytes, ordinal(device)), ok; }
int cuDeviceTotalMem_v2(std::size_t* n, int device) {
  return *n = the_script().number("memory", std::size_t{1} << 30U), known(device) ? ok : invalid_device;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
  if (attribute != 134) return invalid_value;
  return *value = 0, ok;
}
int cuDevicePrimaryCtxRetain(context* c, int device) {
  if (!known(device)) return invalid_device;
  return *c = contexts + ordinal(device), ok;
}
int cuDevicePrimaryCtxRelease_v2(int device) { return known(device) ? ok : invalid_device; }
int cuCtxSetCurrent(context c) { return current = c ? device_of(c) : -1, ok; }
int cuCtxEnablePeerAccess(context peer, unsigned) { return enable_peer(device_of(peer)); }
int cuCtxGetStreamPriorityRange(int* least, int* greatest) { return *least = 0, *greatest = -5, before(); }
int cuDeviceCanAccessPeer(int* can, int a, int b) { return can_access(can, ordinal(a), ordinal(b)); }
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) { return memory_info(free, total); }
int cuMemAlloc_v2(pointer* p, std::size_t n) {
  void* got = nullptr;
  auto const c = allocate(&got, n);
  return *p = of(got), c;
}
int cuMemFree_v2(pointer p) { return release(at(p)); }
int cuMemHostAlloc(void** p, std::size_t n, unsigned) {
  if (auto const c = before()) return c;
  return *p = std::calloc(1, n), ok;
}
int cuMemFreeHost(void* p) { return std::free(p), ok; }
int cuMemHostGetDevicePointer_v2(pointer* there, void* p, unsigned) { return *there = of(p), before(); }
int cuMemHostRegister_v2(void* p, std::size_t, unsigned flags) { return flags == 3 ? pin(p) : invalid_value; }
int cuMemHostUnregister(void* p) { return unpin(p); }
int cuStreamCreate(queue** q, unsigned flags) { return flags == 1 ? make_queue(q) : invalid_value; }
int cuStreamCreateWithPriority(queue** q, unsigned flags, int priority) {
  return priority > 0 || priority < -5 ? invalid_value : cuStreamCreate(q, flags);
}
int cuStreamDestroy_v2(queue* q) { return destroy(q); }
int cuStreamQuery(queue* q) { return query(q); }
int cuStreamSynchronize(queue* q) { return synchronize(q); }
int cuStreamWaitValue32_v2(queue* q, pointer word, std::uint32_t value, unsigned flags) {
  return flags == 0 ? wait_value(q, at(word), value) : invalid_value;
}
int cuEventCreate(event** e, unsigned flags) { return flags == 0 ? make_event(e) : invalid_value; }
int cuEventRecord(event* e, queue* q) { return record(e, q); }
int cuEventQuery(event* e) { return query(e); }
int cuEventElapsedTime(float* ms, event* a, event* b) { return elapsed(ms, a, b); }
int cuEventDestroy_v2(event* e) { return delete e, ok; }
int cuMemcpyHtoDAsync_v2(pointer to, void const* from, std::size_t n, queue* q) {
  return copy(q, at(to), from, n, !is_pinned(from));
}
int cuMemcpyDtoHAsync_v2(void* to, pointer from, std::size_t n, queue* q) {
  return copy(q, to, at(from), n, !is_pinned(to));
}
int cuMemcpyDtoDAsync_v2(pointer to, pointer from, std::size_t n, queue* q) {
  if (the_memories().device_of(at(to)) != the_memories().device_of(at(from))) return invalid_value;
  return copy(q, at(to), at(from), n);
}
int cuMemcpyPeerAsync(pointer to, context to_in, pointer from, context from_in, std::size_t n, queue* q) {
  if (the_memories().device_of(at(to)) != device_of(to_in) || the_memories().device_of(at(from)) != device_of(from_in))
    return invalid_context;
  return copy_across(q, at(to), at(from), n);
}
}
