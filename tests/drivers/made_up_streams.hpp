// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <mutex>
#include <set>

#include "made_up_driver.hpp"

// What the made-up cuda and hip have in common: streams, events, peers, a current device for each thread. Codes are
// those that the two vendors share.
namespace made_up {
enum code : int {
  ok = 0,
  invalid_value = 1,
  out_of_memory = 2,
  no_device = 100,
  invalid_device = 101,
  invalid_context = 201,
  peer_unsupported = 217,
  not_ready = 600,
  peer_already_enabled = 704,
  already_registered = 712,
  not_registered = 713,
  launch_failed = 719,
  not_supported = 801,
  unknown = 999,
};
using event = std::shared_ptr<mark>;

inline thread_local int current = -1;  // device

class state {
 public:
  std::mutex guard{};
  std::set<queue*> queues{};
  std::set<std::pair<int, int>> peers{};
  std::set<void*> pinned{};

  /// As drivers do before memory goes: what the device is at comes to an end first.
  void wait_for_device(int device) {
    for (;;) {
      {
        std::lock_guard const lock(guard);
        bool busy = false;
        for (auto* q : queues) busy |= q->device == device && !q->idle();
        if (!busy) return;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
};
inline state& the_state() {
  static state* s = new state;
  return *s;
}
/// What a call comes to beforehand: 0, or why it cannot work.
inline int before(char const* call = nullptr) {
  if (current < 0) return invalid_context;
  if (!call) return the_script().lost() ? launch_failed : ok;
  switch (the_script().next(call)) {
    case script::fate::lost:
      return launch_failed;
    case script::fate::fails:
      return unknown;
    default:
      return ok;
  }
}
inline int pci(char* text, int length, int device, char const* format) {
  if (device < 0 || device >= device_count()) return invalid_device;
  std::snprintf(text, static_cast<std::size_t>(length), format, 0xA0 + device);
  return ok;
}
inline int allocate(void** p, std::size_t n) {
  if (auto const c = before()) return c;
  *p = the_memories().allocate(current, n);
  return *p ? ok : the_script().lost() ? launch_failed : out_of_memory;
}
inline int release(void* p) {
  if (auto const c = before()) return c;
  auto const device = the_memories().device_of(p);
  if (device < 0) return invalid_value;
  the_state().wait_for_device(device);
  return the_memories().free(p) ? ok : invalid_value;
}
inline int pin(void* p) {
  if (auto const c = before()) return c;
  if (the_script().has("no-pin")) return not_supported;
  std::lock_guard const lock(the_state().guard);
  return the_state().pinned.insert(p).second ? ok : already_registered;
}
inline int unpin(void* p) {
  if (current < 0) return invalid_context;
  for (int d = 0; d < device_count(); ++d) the_state().wait_for_device(d);
  std::lock_guard const lock(the_state().guard);
  return the_state().pinned.erase(p) ? ok : not_registered;
}
inline int memory_info(std::size_t* free, std::size_t* total) {
  if (auto const c = before()) return c;
  *total = the_script().number("memory", std::size_t{1} << 30U);
  *free = *total - the_memories().in_use(current);
  return ok;
}
inline int make_queue(queue** q) {
  if (auto const c = before("queue")) return c;
  *q = new queue(current);
  std::lock_guard const lock(the_state().guard);
  the_state().queues.insert(*q);
  return ok;
}
/// Comes back at once; a queue that is at work goes when that has ended.
inline int destroy(queue* q) {
  std::lock_guard const lock(the_state().guard);
  if (the_state().queues.count(q) == 0) return invalid_value;
  if (!q->idle()) return ok;  // and here never
  the_state().queues.erase(q);
  delete q;
  return ok;
}
inline int query(queue* q) { return the_script().lost() ? launch_failed : q->idle() ? ok : not_ready; }
inline int synchronize(queue* q) {
  if (auto const c = before()) return c;
  q->drain();
  return ok;
}
inline int make_event(event** e) {
  if (auto const c = before("event")) return c;
  if (the_script().has("no-event")) return out_of_memory;
  *e = new event(std::make_shared<mark>());
  return ok;
}
inline int record(event* e, queue* q) {
  if (auto const c = before()) return c;
  q->record(*e);
  return ok;
}
inline int query(event* e) { return the_script().lost() ? launch_failed : (*e)->passed ? ok : not_ready; }
inline int elapsed(float* ms, event* a, event* b) {
  if (!(*a)->passed || !(*b)->passed) return not_ready;
  *ms = static_cast<float>(static_cast<double>((*b)->when - (*a)->when) / 1e6);
  return ok;
}
inline bool is_pinned(void const* p) {
  std::lock_guard const lock(the_state().guard);
  return the_state().pinned.count(const_cast<void*>(p)) != 0;
}
/// `waits`: as drivers do with pageable memory, the call comes back when all is done.
inline int copy(queue* q, void* to, void const* from, std::size_t n, bool waits = false) {
  if (current < 0) return invalid_context;
  if (!q->copy(to, from, n)) return the_script().lost() ? launch_failed : unknown;
  if (waits) q->drain();
  return ok;
}
inline int copy_across(queue* q, void* to, void const* from, std::size_t n) {
  return copy(q, to, from, n, the_script().has("staging-waits"));
}
inline int can_access(int* can, int a, int b) {
  if (a < 0 || b < 0 || a >= device_count() || b >= device_count()) return invalid_device;
  *can = a != b && !the_script().has("no-peer");
  return ok;
}
inline int enable_peer(int peer) {
  if (auto const c = before()) return c;
  if (the_script().has("no-peer")) return peer_unsupported;
  std::lock_guard const lock(the_state().guard);
  return the_state().peers.emplace(current, peer).second ? ok : peer_already_enabled;
}
inline int wait_value(queue* q, void* word, std::uint32_t value) {
  if (auto const c = before()) return c;
  if (the_script().has("no-gate")) return not_supported;
  q->wait_for(static_cast<std::atomic<std::uint32_t> const*>(word), value);
  return ok;
}
inline void uuid(unsigned char* bytes, int device) {
  for (int i = 0; i < 16; ++i) bytes[i] = static_cast<unsigned char>(16 * device + i);
}
}  // namespace made_up
