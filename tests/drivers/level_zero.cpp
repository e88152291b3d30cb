// SPDX-License-Identifier: MIT
// A made-up Level Zero: what lanemark binds of its loader, over ordinary memory. Events are not signalled until
// something signals them, time stamps want a pool that was made for them and come in ticks of 80 ns with 32 bits, a
// copy between two devices wants that one can reach the other.
//
// LANEMARK_MADE_UP also takes: no-driver (the loader finds none), no-permission, no-list-wait (an old driver behind a
// new loader), wrap (time stamps of 16 bits, which begin again every 5 ms), no-copy-engine, compute-first.
#include "made_up_driver.hpp"

#include <lanemark/backend/level_zero/api.hpp>

using namespace lanemark::on_level_zero;
using made_up::script;

namespace lanemark::on_level_zero {
struct driver_object {};
struct device_object {
  int number;
};
struct context_object {};
struct command_list_object {
  made_up::queue work;
};
struct event_pool_object {
  std::uint32_t flags;
};
struct event_object {
  std::uint32_t flags;
  std::shared_ptr<made_up::mark> at = std::make_shared<made_up::mark>();
};
}  // namespace lanemark::on_level_zero

namespace {
constexpr result_code invalid = 0x78000004, unknown = 0x7ffffffe;
bool initialised = false;
driver_object the_driver;
std::deque<device_object>& devices() {
  static auto* d = [] {
    auto* all = new std::deque<device_object>;
    for (int i = 0; i < made_up::device_count(); ++i) all->push_back({i});
    return all;
  }();
  return *d;
}
result_code fate_of(char const* call) {
  switch (made_up::the_script().next(call)) {
    case script::fate::lost:
      return device_lost;
    case script::fate::fails:
      return unknown;
    default:
      return success;
  }
}
bool lost() { return made_up::the_script().lost(); }
std::uint64_t ticks(event_object const& e) {
  return e.at->when / 80 & (made_up::the_script().has("wrap") ? 0xFFFFU : 0xFFFFFFFFU);
}
bool apart(int a, int b) { return a >= 0 && b >= 0 && a != b && made_up::the_script().has("no-peer"); }
}  // namespace

#define LANEMARK_EXPORT extern "C" __attribute__((visibility("default")))

LANEMARK_EXPORT result_code zeInit(std::uint32_t) {
  auto& s = made_up::the_script();
  if (s.has("no-driver")) return no_driver;
  if (s.has("no-permission")) return no_permission;
  if (s.has("old")) return 0x78000002;
  if (auto const code = fate_of("init"); code != success) return code;
  initialised = true;
  return success;
}
LANEMARK_EXPORT result_code zeDriverGet(std::uint32_t* count, driver_handle* to) {
  if (!initialised) return no_driver;
  if (*count != 0 && to) to[0] = &the_driver;
  *count = 1;
  return success;
}
LANEMARK_EXPORT result_code zeDeviceGet(driver_handle, std::uint32_t* count, device_handle* to) {
  auto const there = static_cast<std::uint32_t>(devices().size());
  if (*count > there || *count == 0) *count = there;
  for (std::uint32_t i = 0; to && i < *count; ++i) to[i] = &devices()[i];
  return success;
}
LANEMARK_EXPORT result_code zeDeviceGetProperties(device_handle d, device_properties* p) {
  if (p->is != is_device) return invalid;
  p->type = 1;
  p->most_memory = made_up::the_script().number("memory", std::size_t{1} << 30U);
  p->timer_frequency = 12'500'000;
  p->timestamp_bits = 36;
  p->kernel_timestamp_bits = made_up::the_script().has("wrap") ? 16 : 32;
  p->uuid[0] = 0xab;
  p->uuid[15] = static_cast<std::uint8_t>(d->number);
  std::strcpy(p->name, "Made-up GPU");
  return success;
}
LANEMARK_EXPORT result_code zeDeviceGetMemoryProperties(device_handle, std::uint32_t* count, memory_properties* to) {
  if (*count == 0 || to->is != is_memory) return invalid;
  *count = 1;
  to->size = made_up::the_script().number("memory", std::size_t{1} << 30U);
  return success;
}
LANEMARK_EXPORT result_code zeDevicePciGetPropertiesExt(device_handle d, pci_properties* p) {
  if (p->is != is_pci) return invalid;
  if (d->number != 0) return unsupported_feature;
  p->domain = 0, p->bus = 0xfd, p->device = 0, p->function = 1, p->generation = 5, p->width = 16;
  return success;
}
LANEMARK_EXPORT result_code zeDeviceGetCommandQueueGroupProperties(device_handle, std::uint32_t* count,
                                                                   queue_group* to) {
  if (*count < 3 || to->is != is_queue_group) return invalid;
  bool const nothing = made_up::the_script().has("no-copy-engine");
  *count = 3;
  to[0].flags = nothing ? group_compute : group_compute | group_copy, to[0].queues = 4;
  to[1].flags = nothing ? 0 : group_copy, to[1].queues = made_up::the_script().has("compute-first") ? 0 : 1;
  to[2].flags = 0, to[2].queues = 1;
  return success;
}
LANEMARK_EXPORT result_code zeDeviceCanAccessPeer(device_handle, device_handle, std::uint8_t* can) {
  *can = made_up::the_script().has("no-peer") ? 0 : 1;
  return success;
}
LANEMARK_EXPORT result_code zeContextCreate(driver_handle, context_description const* how, context* to) {
  if (how->is != is_context) return invalid;
  *to = new context_object;
  return success;
}
LANEMARK_EXPORT result_code zeContextDestroy(context c) {
  delete c;
  return success;
}
LANEMARK_EXPORT result_code zeMemAllocDevice(context, memory_description const* how, std::size_t n, std::size_t,
                                             device_handle d, void** to) {
  if (how->is != is_device_memory || n == 0) return invalid;
  *to = made_up::the_memories().allocate(d->number, n);
  return *to ? success : lost() ? device_lost : out_of_device_memory;
}
LANEMARK_EXPORT result_code zeMemFree(context, void* p) { return made_up::the_memories().free(p) ? success : invalid; }
LANEMARK_EXPORT result_code zeCommandListCreateImmediate(context, device_handle d, queue_description const* how,
                                                         command_list* to) {
  auto const expected = made_up::the_script().has("compute-first") ? 0U : 1U;
  if (how->is != is_queue || how->mode != mode_asynchronous || how->group != expected || how->priority > 2)
    return invalid;
  if (auto const code = fate_of("queue"); code != success) return code;
  *to = new command_list_object{made_up::queue(d->number)};
  return success;
}
LANEMARK_EXPORT result_code zeCommandListDestroy(command_list l) {
  delete l;
  return success;
}
LANEMARK_EXPORT result_code zeCommandListAppendMemoryCopy(command_list l, void* to, void const* from, std::size_t n,
                                                          event, std::uint32_t, event*) {
  auto& memories = made_up::the_memories();
  auto const a = memories.device_of(to), b = memories.device_of(from);
  if (apart(a, l->work.device) || apart(b, l->work.device) || (a < 0 && b < 0)) return invalid;
  if (l->work.copy(to, from, n)) return success;
  return lost() ? device_lost : unknown;
}
LANEMARK_EXPORT result_code zeCommandListAppendBarrier(command_list l, event signal, std::uint32_t n, event* waits) {
  if (lost()) return device_lost;
  for (std::uint32_t i = 0; i < n; ++i) l->work.wait_for(waits[i]->at);
  if (signal) l->work.record(signal->at);
  return success;
}
LANEMARK_EXPORT result_code zeCommandListHostSynchronize(command_list l, std::uint64_t ns) {
  if (made_up::the_script().has("no-list-wait")) return unsupported_feature;
  if (lost()) return device_lost;
  if (ns == 0) return l->work.idle() ? success : not_ready;
  return l->work.drain() ? success : not_ready;
}
LANEMARK_EXPORT result_code zeEventPoolCreate(context, pool_description const* how, std::uint32_t, device_handle*,
                                              event_pool* to) {
  if (how->is != is_event_pool || how->count != 1) return invalid;
  if (made_up::the_script().has("no-event")) return unsupported_feature;
  *to = new event_pool_object{how->flags};
  return success;
}
LANEMARK_EXPORT result_code zeEventPoolDestroy(event_pool p) {
  delete p;
  return success;
}
LANEMARK_EXPORT result_code zeEventCreate(event_pool p, event_description const* how, event* to) {
  if (how->is != is_event || how->index != 0) return invalid;
  if (auto const code = fate_of("event"); code != success) return code;
  *to = new event_object{p->flags};
  (*to)->at->passed = false;
  return success;
}
LANEMARK_EXPORT result_code zeEventDestroy(event e) {
  delete e;
  return success;
}
LANEMARK_EXPORT result_code zeEventHostReset(event e) {
  e->at->passed = false;
  return success;
}
LANEMARK_EXPORT result_code zeEventHostSynchronize(event e, std::uint64_t) {
  while (!e->at->passed) {
    if (lost()) return device_lost;
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  return success;
}
LANEMARK_EXPORT result_code zeEventQueryStatus(event e) {
  if (lost()) return device_lost;
  return e->at->passed ? success : not_ready;
}
LANEMARK_EXPORT result_code zeEventQueryKernelTimestamp(event e, timestamps* to) {
  if ((e->flags & pool_timestamps) == 0) return invalid;
  if (!e->at->passed) return not_ready;
  to->global = to->context = {ticks(*e), ticks(*e)};
  return success;
}
