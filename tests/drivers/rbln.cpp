// SPDX-License-Identifier: MIT
// Made-up libraries of Rebellions in one file: librbln.so, whose copies have ended when the call returns, and
// librbln-ml.so, which names the devices. A device has to be registered before it is used, and a copy between two is
// refused.
//
// LANEMARK_MADE_UP also takes: no-permission (to ask for names), ml-devices=N (as if RBLN_DEVICES hid some),
// chiplets=N, group=N (of the last device), held (another process has the NPUs), caching (freed memory is kept until it
// is asked for).
#include "made_up_driver.hpp"

#include <algorithm>
#include <cstdio>
#include <set>

#include <lanemark/backend/rbln/api.hpp>

namespace {
using namespace lanemark::on_rbln;
using made_up::script;
constexpr int failure = 1, invalid = 2, no_permission = 3, not_found = 4;

struct state {
  std::mutex guard{};
  std::set<int> registered{};
  std::vector<void*> kept{};
};
state& all() {
  static state* s = new state;
  return *s;
}
bool usable(int device) {
  std::lock_guard const lock(all().guard);
  return !made_up::the_script().lost() && all().registered.count(device) != 0;
}
unsigned devices_known() {
  return static_cast<unsigned>(
      made_up::the_script().number("ml-devices", static_cast<std::size_t>(made_up::device_count())));
}
template <std::size_t N, class Char>
void put(Char (&to)[N], std::string const& text) {
  std::memset(to, 0, N);
  std::memcpy(to, text.data(), std::min(N, text.size()));
}
std::string address(unsigned i) {
  char text[32];
  std::snprintf(text, sizeof text, "0000:%02X:00.0", 0xE3 + i);
  return text;
}
}  // namespace

#define LANEMARK_EXPORT extern "C" __attribute__((visibility("default")))

LANEMARK_EXPORT int rbln_get_device_count(int* count) {
  if (made_up::the_script().has("old")) return invalid;
  if (made_up::the_script().next("init") != script::fate::well) return failure;
  *count = made_up::device_count();
  return success;
}
LANEMARK_EXPORT int rbln_register_device_id(int id, int* parts, int count) {
  if (made_up::the_script().has("held")) return failure;
  if (count != 1 || parts[0] != id || id < 0 || id >= made_up::device_count()) return invalid;
  if (made_up::the_script().next("queue") != script::fate::well) return failure;
  std::lock_guard const lock(all().guard);
  return all().registered.insert(id).second ? success : failure;
}
LANEMARK_EXPORT int rbln_malloc(int device, std::uint64_t n, void** to) {
  if (!usable(device)) return failure;
  *to = made_up::the_memories().allocate(device, n);
  return *to ? success : failure;
}
LANEMARK_EXPORT int rbln_free(int device, void* p) {
  if (made_up::the_memories().device_of(p) != device) return invalid;
  if (!made_up::the_script().has("caching")) return made_up::the_memories().free(p) ? success : failure;
  std::lock_guard const lock(all().guard);
  all().kept.push_back(p);
  return success;
}
LANEMARK_EXPORT int rbln_empty_cache(int) {
  std::lock_guard const lock(all().guard);
  for (auto* p : all().kept) made_up::the_memories().free(p);
  all().kept.clear();
  return success;
}
LANEMARK_EXPORT int rbln_memcpy(int device, void* to, void const* from, std::uint64_t n, int kind) {
  auto& memories = made_up::the_memories();
  if (!usable(device)) return failure;
  if (memories.device_of(to) != (kind == device_to_host ? -1 : device)) return invalid;
  if (memories.device_of(from) != (kind == host_to_device ? -1 : device)) return invalid;
  using fate = script::fate;
  auto const f = made_up::the_script().next("copy");
  if (f == fate::fails || f == fate::lost) return failure;
  while (f == fate::hangs) std::this_thread::sleep_for(std::chrono::hours(1));
  std::memcpy(to, from, n);
  if (f == fate::corrupts && n != 0) static_cast<unsigned char*>(to)[n / 2] ^= 0x10U;
  return success;
}

LANEMARK_EXPORT int rblnmlInit() { return made_up::the_script().has("no-permission") ? no_permission : success; }
LANEMARK_EXPORT int rblnmlDeviceGetCount(unsigned* count) {
  *count = devices_known();
  return success;
}
LANEMARK_EXPORT int rblnmlDeviceGetHandleByIndex(unsigned index, handle* to) {
  if (index >= devices_known()) return not_found;
  *to = 0x1000 + index;
  return success;
}
LANEMARK_EXPORT int rblnmlGetDeviceInfo(handle h, device_facts* to) {
  auto const i = static_cast<unsigned>(h - 0x1000);
  put(to->uuid, "uuid-of-" + std::to_string(i));
  put(to->address, address(i));
  to->serial = 77, to->board = 0, to->number = i, to->numa_node = static_cast<std::uint32_t>(i == 0 ? 0 : -1);
  to->group = i + 1 == devices_known() ? static_cast<std::uint32_t>(made_up::the_script().number("group", 0)) : 0;
  return success;
}
LANEMARK_EXPORT int rblnmlGetDeviceHWIPInfo(handle, chip_facts* to) {
  *to = {};
  to->dram_size = made_up::the_script().number("memory", std::size_t{1} << 30U);
  to->pci_device = 0x1250;
  to->chiplets = static_cast<std::uint32_t>(made_up::the_script().number("chiplets", 1));
  put(to->card_name, "RBLN-CA25-made-u");  // no room for a zero
  to->revision = 3;
  return success;
}
LANEMARK_EXPORT int rblnmlGetPciInfo(handle h, pci_facts* to) {
  auto const i = static_cast<unsigned>(h - 0x1000);
  *to = {};
  to->bus = 0xE3 + i;
  put(to->address, address(i));
  to->pci_device = 0x1250;
  to->max_payload = 512, to->max_read_request = 4096;
  to->generation = 4, to->lanes = 8, to->max_generation = 5, to->max_lanes = 16;
  to->iommu_group = 71 + static_cast<int>(i);
  return success;
}
