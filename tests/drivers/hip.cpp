// SPDX-License-Identifier: MIT
// A made-up libamdhip64.so: what lanemark calls of it, over made_up_driver.hpp.
#include "made_up_streams.hpp"

using namespace made_up;

namespace {
bool known(int device) { return device >= 0 && device < device_count(); }
}  // namespace

extern "C" {
int hipRuntimeGetVersion(int* v) { return *v = the_script().has("old") ? 40500000 : 60032830, ok; }
int hipInit(unsigned) {
  if (the_script().next("init") != script::fate::well) return unknown;
  return device_count() == 0 ? invalid_device : ok;
}
int hipGetDeviceCount(int* n) { return (*n = device_count()) == 0 ? no_device : ok; }
int hipSetDevice(int device) {
  if (!known(device)) return invalid_device;
  return current = device, ok;
}
char const* hipGetErrorName(int c) {
  switch (c) {
    case invalid_value:
      return "hipErrorInvalidValue";
    case out_of_memory:
      return "hipErrorOutOfMemory";
    case no_device:
      return "hipErrorNoDevice";
    case launch_failed:
      return "hipErrorLaunchFailure";
    case unknown:
      return "hipErrorUnknown";
    default:
      return nullptr;
  }
}
int hipDeviceGetName(char* text, int length, int device) {
  std::snprintf(text, static_cast<std::size_t>(length), "Made-up GPU");
  return known(device) ? ok : invalid_device;
}
int hipDeviceGetPCIBusId(char* text, int length, int device) { return pci(text, length, device, "0000:%02x:00.0"); }
int hipDeviceGetUuid(unsigned char* bytes, int device) {
  std::memcpy(bytes, "8f4c2b1000000000", 16);
  bytes[15] = static_cast<unsigned char>('0' + device);
  return ok;
}
int hipDeviceTotalMem(std::size_t* n, int device) {
  return *n = the_script().number("memory", std::size_t{1} << 30U), known(device) ? ok : invalid_device;
}
int hipDeviceEnablePeerAccess(int peer, unsigned) { return enable_peer(peer); }
int hipDeviceGetStreamPriorityRange(int* least, int* greatest) { return *least = 1, *greatest = -1, before(); }
int hipDeviceCanAccessPeer(int* can, int a, int b) { return can_access(can, a, b); }
int hipMemGetInfo(std::size_t* free, std::size_t* total) { return memory_info(free, total); }
int hipMalloc(void** p, std::size_t n) { return allocate(p, n); }
int hipFree(void* p) {
  if (the_memories().device_of(p) >= 0) return release(p);
  return std::free(p), ok;  // signal memory
}
int hipExtMallocWithFlags(void** p, std::size_t n, unsigned flags) {
  if (flags != 2 || n != 8) return invalid_value;
  return *p = std::calloc(1, n), before();
}
int hipHostRegister(void* p, std::size_t, unsigned flags) { return flags == 3 ? pin(p) : invalid_value; }
int hipHostUnregister(void* p) { return unpin(p); }
int hipStreamCreateWithFlags(queue** q, unsigned flags) { return flags == 1 ? make_queue(q) : invalid_value; }
int hipStreamCreateWithPriority(queue** q, unsigned flags, int priority) {
  return priority > 1 || priority < -1 ? invalid_value : hipStreamCreateWithFlags(q, flags);
}
int hipStreamDestroy(queue* q) { return destroy(q); }
int hipStreamQuery(queue* q) { return query(q); }
int hipStreamSynchronize(queue* q) { return synchronize(q); }
int hipStreamWaitValue32(queue* q, void* word, std::uint32_t value, unsigned flags, std::uint32_t mask) {
  return flags == 0 && mask == 0xFFFFFFFF ? wait_value(q, word, value) : invalid_value;
}
int hipEventCreateWithFlags(event** e, unsigned flags) { return flags == 0 ? make_event(e) : invalid_value; }
int hipEventRecord(event* e, queue* q) { return record(e, q); }
int hipEventQuery(event* e) { return query(e); }
int hipEventElapsedTime(float* ms, event* a, event* b) { return elapsed(ms, a, b); }
int hipEventDestroy(event* e) { return delete e, ok; }
int hipMemcpyAsync(void* to, void const* from, std::size_t n, int kind, queue* q) {
  auto const a = the_memories().device_of(to), b = the_memories().device_of(from);
  if (kind != (b < 0 ? 1 : a < 0 ? 2 : 3)) return invalid_value;
  return copy(q, to, from, n, (a < 0 && !is_pinned(to)) || (b < 0 && !is_pinned(from)));
}
int hipMemcpyPeerAsync(void* to, int to_device, void const* from, int from_device, std::size_t n, queue* q) {
  if (the_memories().device_of(to) != to_device || the_memories().device_of(from) != from_device) return invalid_device;
  return copy_across(q, to, from, n);
}
}
