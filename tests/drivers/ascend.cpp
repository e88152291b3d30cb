// SPDX-License-Identifier: MIT
// A made-up runtime of NPUs: what lanemark binds of CANN's, over ordinary memory. It keeps the rules that bite: a
// stream, its events and its copies want their device current on the calling thread; a copy to or from host memory that
// is not registered ends before the call returns; a copy between two devices wants access granted for both directions.
//
// LANEMARK_MADE_UP also takes: no-permission, no-pin (host memory cannot be registered), a3 (the product is
// one of those whose events are known to be finer).
#include "made_up_driver.hpp"

#include <set>
#include <utility>

namespace {
using made_up::script;
using error = int;
constexpr error success = 0, invalid = 107000, bad_device = 107001, no_context = 107002, foreign = 107003,
                unsupported = 207000, out_of_memory = 207018, no_device = 207004, no_permission = 207006,
                internal = 500000, gone = 507901;
constexpr int to_device = 1, to_host = 2, across = 3;

struct event_object {
  int device;
  std::shared_ptr<made_up::mark> at = std::make_shared<made_up::mark>();
};
struct state {
  std::mutex guard{};
  std::map<void*, std::size_t> registered{};
  std::set<std::pair<int, int>> granted{};
  bool initialised = false;
};
state& all() {
  static state* s = new state;
  return *s;
}
thread_local int current = -1;

/// What stands between a call and its work.
error fate_of(char const* call) {
  switch (made_up::the_script().next(call)) {
    case script::fate::lost:
      return gone;
    case script::fate::fails:
      return internal;
    default:
      return success;
  }
}
error ready() {
  if (made_up::the_script().lost()) return gone;
  return current < 0 ? no_context : success;
}
bool is_registered(void const* p, std::size_t n) {
  std::lock_guard const lock(all().guard);
  auto at = all().registered.upper_bound(const_cast<void*>(p));
  if (at == all().registered.begin()) return false;
  --at;
  auto const* c = static_cast<char const*>(p);
  auto const* begin = static_cast<char const*>(at->first);
  return c + n <= begin + at->second;
}
error enqueue(made_up::queue& q, void* to, void const* from, std::size_t n, int kind) {
  auto& memories = made_up::the_memories();
  auto const a = memories.device_of(to), b = memories.device_of(from);
  if (kind != to_device && kind != to_host && kind != across) return invalid;
  if ((a >= 0) != (kind != to_host) || (b >= 0) != (kind != to_device)) return invalid;
  if (kind == across && a != b) {
    std::lock_guard const lock(all().guard);
    if (all().granted.count({a, b}) == 0 || all().granted.count({b, a}) == 0) return unsupported;
  }
  if (kind != across && (a >= 0 ? a : b) != q.device) return bad_device;
  if (!q.copy(to, from, n)) return made_up::the_script().lost() ? gone : internal;
  bool const queued = kind == across || is_registered(kind == to_device ? from : to, n);
  return queued || q.drain() ? success : internal;
}
}  // namespace

extern "C" {
#define LANEMARK_EXPORT __attribute__((visibility("default")))

LANEMARK_EXPORT error aclInit(char const*) {
  if (made_up::the_script().has("old")) return 200001;
  if (auto const code = fate_of("init"); code != success) return code;
  std::lock_guard const lock(all().guard);
  return std::exchange(all().initialised, true) ? 100002 : success;
}
LANEMARK_EXPORT char const* aclGetRecentErrMsg() {
  return made_up::the_script().lost() ? "EE9999: the device is gone\nsecond line" : nullptr;
}
LANEMARK_EXPORT char const* aclrtGetSocName() {
  return made_up::the_script().has("a3") ? "Ascend910_9391_made_up" : "Ascend910_made_up";
}
LANEMARK_EXPORT error aclrtGetDeviceCount(std::uint32_t* count) {
  if (!all().initialised) return 100001;
  if (made_up::the_script().has("no-permission")) return no_permission;
  *count = static_cast<std::uint32_t>(made_up::device_count());
  return *count == 0 ? no_device : success;
}
LANEMARK_EXPORT error aclrtSetDevice(std::int32_t device) {
  if (made_up::the_script().lost()) return gone;
  if (device < 0 || device >= made_up::device_count()) return bad_device;
  current = device;
  return success;
}
LANEMARK_EXPORT error aclrtDeviceGetPCIBusId(std::int32_t device, char* to, std::int32_t room) {
  if (device != 0) return unsupported;  // as behind HCCS
  if (room < 13) return invalid;
  std::strcpy(to, "0000:FE:00.0");
  return success;
}
LANEMARK_EXPORT error aclrtGetMemInfo(int kind, std::size_t* free, std::size_t* total) {
  if (auto const code = ready(); code != success) return code;
  if (kind != 1) return *free = *total = 0, success;
  *total = made_up::the_script().number("memory", std::size_t{1} << 30U);
  *free = *total - made_up::the_memories().in_use(current);
  return success;
}
LANEMARK_EXPORT error aclrtMalloc(void** to, std::size_t n, int policy) {
  if (auto const code = ready(); code != success) return code;
  if (n == 0 || policy < 3 || policy > 5) return invalid;  // lanemark's memory is for peers
  *to = made_up::the_memories().allocate(current, n);
  if (*to) return success;
  return made_up::the_script().lost() ? gone : out_of_memory;
}
LANEMARK_EXPORT error aclrtFree(void* p) {
  if (made_up::the_memories().device_of(p) != current) return foreign;
  return made_up::the_memories().free(p) ? success : invalid;
}
LANEMARK_EXPORT error aclrtHostRegisterV2(void* p, std::uint64_t n, std::uint32_t flags) {
  if (auto const code = ready(); code != success) return code;
  if (made_up::the_script().has("no-pin")) return unsupported;
  if (flags != 0x10000000 || reinterpret_cast<std::uintptr_t>(p) % 4096 != 0) return invalid;
  std::lock_guard const lock(all().guard);
  all().registered[p] = n;
  return success;
}
LANEMARK_EXPORT error aclrtHostUnregister(void* p) {
  std::lock_guard const lock(all().guard);
  return all().registered.erase(p) == 1 ? success : invalid;
}
LANEMARK_EXPORT error aclrtCreateStream(void** to) {
  if (auto const code = ready(); code != success) return code;
  if (auto const code = fate_of("queue"); code != success) return code;
  *to = new made_up::queue(current);
  return success;
}
LANEMARK_EXPORT error aclrtDestroyStream(void* s) {
  if (static_cast<made_up::queue*>(s)->device != current) return foreign;
  delete static_cast<made_up::queue*>(s);
  return success;
}
LANEMARK_EXPORT error aclrtSynchronizeStream(void* s) {
  if (made_up::the_script().lost()) return gone;
  return static_cast<made_up::queue*>(s)->drain() ? success : internal;
}
LANEMARK_EXPORT error aclrtCreateEventWithFlag(void** to, std::uint32_t flags) {
  if (auto const code = ready(); code != success) return code;
  if ((flags & 8U) == 0) return invalid;
  if (made_up::the_script().has("no-event")) return unsupported;
  if (auto const code = fate_of("event"); code != success) return code;
  *to = new event_object{current};
  return success;
}
LANEMARK_EXPORT error aclrtCreateEventExWithFlag(void** to, std::uint32_t flags) {
  return aclrtCreateEventWithFlag(to, flags);
}
LANEMARK_EXPORT error aclrtDestroyEvent(void* e) {
  delete static_cast<event_object*>(e);
  return success;
}
LANEMARK_EXPORT error aclrtRecordEvent(void* e, void* s) {
  if (made_up::the_script().lost()) return gone;
  auto& q = *static_cast<made_up::queue*>(s);
  auto& at = *static_cast<event_object*>(e);
  if (q.device != current || at.device != current) return foreign;
  q.record(at.at);
  return success;
}
LANEMARK_EXPORT error aclrtQueryEventStatus(void* e, int* state) {
  if (made_up::the_script().lost()) return gone;
  *state = static_cast<event_object*>(e)->at->passed ? 1 : 0;
  return success;
}
LANEMARK_EXPORT error aclrtEventElapsedTime(float* ms, void* from, void* to) {
  auto const a = static_cast<event_object*>(from)->at->when.load(), b = static_cast<event_object*>(to)->at->when.load();
  *ms = static_cast<float>(static_cast<double>(b - a) * 1e-6);
  return success;
}
LANEMARK_EXPORT error aclrtMemcpy(void* to, std::size_t room, void const* from, std::size_t n, int) {
  if (auto const code = ready(); code != success) return code;
  auto const device = std::max(made_up::the_memories().device_of(to), made_up::the_memories().device_of(from));
  if (n > room || device != current) return invalid;
  std::memcpy(to, from, n);
  return success;
}
LANEMARK_EXPORT error aclrtMemcpyAsync(void* to, std::size_t room, void const* from, std::size_t n, int kind, void* s) {
  auto& q = *static_cast<made_up::queue*>(s);
  if (auto const code = ready(); code != success) return code;
  if (q.device != current) return foreign;
  if (n > room) return invalid;
  return enqueue(q, to, from, n, kind);
}
LANEMARK_EXPORT error aclrtDeviceCanAccessPeer(std::int32_t* can, std::int32_t device, std::int32_t peer) {
  if (device == peer) return bad_device;
  *can = made_up::the_script().has("no-peer") ? 0 : 1;
  return success;
}
LANEMARK_EXPORT error aclrtDeviceEnablePeerAccess(std::int32_t peer, std::uint32_t flags) {
  if (auto const code = ready(); code != success) return code;
  if (flags != 0 || peer == current) return invalid;
  std::lock_guard const lock(all().guard);
  all().granted.insert({current, peer});
  return success;
}
}
