// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/accelerator/handle.hpp>
#include <lanemark/backend/level_zero/api.hpp>
#include <lanemark/backend/pci_numa.hpp>
#include <lanemark/core/bytes.hpp>

namespace lanemark::on_level_zero {
/// Intel's GPUs and what else has a Level Zero driver. Queues are immediate command lists on the group that does
/// nothing but copy, where there is one. Commands of a list may overlap, so a mark is a barrier: it waits for all
/// before it and holds all behind it.
///
/// There is no start gate. A list could be made to wait for an event of the host, but drivers carry small copies of
/// pageable memory out inside the call that enqueues them, after everything before them in the list: behind a closed
/// gate that call would not return.
class driver {
  struct event_with_pool {
    on_accelerator::handle<event_pool> pool{};
    on_accelerator::handle<event> at{};
  };

 public:
  struct memory {
    void* at = nullptr;
    context in = nullptr;
    functions const* f = nullptr;
    memory() = default;
    memory(void* p, context c, functions const& by) : at(p), in(c), f(&by) {}
    memory(memory&& o) noexcept : at(std::exchange(o.at, nullptr)), in(o.in), f(o.f) {}
    memory& operator=(memory&& o) noexcept {
      std::swap(at, o.at), std::swap(in, o.in), std::swap(f, o.f);
      return *this;
    }
    ~memory() {
      if (at) f->free(in, at);
    }
  };
  struct queue {
    event_with_pool end{};  ///< to wait for, where lists cannot be waited for
    on_accelerator::handle<command_list> work{};
    int device = 0;
  };
  struct mark : event_with_pool {
    int device = 0;
  };
  static constexpr std::string_view name = "level-zero";
  static constexpr std::size_t queue_room = 256;

  [[gnu::cold]] static result<std::shared_ptr<driver>> load(std::string const& path) {
    constexpr char const* names[] = {"libze_loader.so.1", "libze_loader.so"};
    auto opened = library::open(names, path);
    if (!opened) return opened.error();
    auto d = std::make_shared<driver>(std::move(*opened));
    if (auto no = bind(d->f, d->lib)) return *no;
    if (auto no = d->find_devices()) return *no;
    return d;
  }
  explicit driver(library l) : lib(std::move(l)) {}
  driver(driver const&) = delete;
  driver& operator=(driver const&) = delete;
  library const& loaded() const noexcept { return lib; }
  std::vector<device_info> devices() const { return all; }
  status refuses(request const& r) const {
    if (r.flags != 0) return problem{fault::unsupported, "level-zero: no context flags"};
    if (r.priority != "normal" && r.priority != "min" && r.priority != "high")
      return problem{fault::unsupported,
                     say({"level-zero: no queue priority \"", r.priority, "\"; there are min, normal, high"})};
    return {};
  }
  on_accelerator::reach reaches(int a, int b) const {
    std::uint8_t can = 0;
    if (a == b) return on_accelerator::reach::direct;
    if (at(a).in != at(b).in || f.can_access_peer(at(a).id, at(b).id, &can) != success || can == 0)
      return on_accelerator::reach::none;
    return on_accelerator::reach::direct;
  }
  result<memory> allocate(int device, std::size_t size) {
    auto const& on = at(device);
    if (size > on.most_memory)
      return problem{fault::failed, say({"out of memory: level-zero device ", device, " gives at most ",
                                         to_string(bytes{on.most_memory}), " at once, and ", to_string(bytes{size}),
                                         " are asked for"})};
    memory_description const how{};
    void* p = nullptr;
    auto const c = contexts[on.in].object;
    if (auto const code = f.allocate(c, &how, size, 4096, on.id, &p); code != success)
      return problem{fault::failed,
                     say({code == out_of_device_memory ? "out of memory: " : "", "level-zero: no memory of ",
                          to_string(bytes{size}), " on device ", device, ": ", explain(code)})};
    return memory(p, c, f);
  }
  /// Level Zero gives pinned host memory of its own, on no NUMA node of one's choice, and takes none that is there.
  status pin(void*, std::size_t) const {
    return problem{fault::failed,
                   "host memory stays pageable, so the driver may copy it once more: Level Zero has no call that pins "
                   "memory which is there already"};
  }
  void unpin(void*) const noexcept {}
  result<queue> open_queue(int device, std::string const& priority) {
    auto const& on = at(device);
    queue_description const how{.group = on.group,
                                .priority = priority == "min"    ? low_priority
                                            : priority == "high" ? high_priority
                                                                 : normal_priority};
    command_list list = nullptr;
    if (auto const code = f.create_list(contexts[on.in].object, on.id, &how, &list); code != success)
      return problem{fault::failed, say({"level-zero: no command list on device ", device, ": ", explain(code)})};
    queue q{{}, {list, f.destroy_list}, device};
    // a new loader knows the call and an old driver behind it does not
    if (!f.finish || f.finish(list, 0) == unsupported_feature) {
      auto e = make_event(device, pool_host_visible);
      if (!e) return e.error();
      q.end = std::move(*e);
    }
    return q;
  }
  result<mark> make_mark(queue& q) const {
    auto e = make_event(q.device, pool_host_visible | pool_timestamps);
    if (!e) return e.error();
    return mark{std::move(*e), q.device};
  }
  int make_current(int) const noexcept { return success; }
  int write(queue& q, memory& to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return f.copy(q.work.object, static_cast<std::byte*>(to.at) + offset, from, n, nullptr, 0, nullptr);
  }
  int read(queue& q, void* to, memory& from, std::size_t offset, std::size_t n) noexcept {
    return f.copy(q.work.object, to, static_cast<std::byte const*>(from.at) + offset, n, nullptr, 0, nullptr);
  }
  int copy(queue& q, memory& to, memory& from, std::size_t n) noexcept {
    return f.copy(q.work.object, to.at, from.at, n, nullptr, 0, nullptr);
  }
  int record(queue& q, mark& m) noexcept {
    if (auto const code = f.reset(m.at.object); code != success) return code;
    return f.barrier(q.work.object, m.at.object, 0, nullptr);
  }
  int flush(queue&) noexcept { return success; }  // an immediate list starts what it is given
  int finish(queue& q) noexcept {
    constexpr auto for_ever = ~std::uint64_t{0};
    if (!q.end.at.object) return f.finish(q.work.object, for_ever);
    auto code = f.reset(q.end.at.object);
    if (code == success) code = f.barrier(q.work.object, q.end.at.object, 0, nullptr);
    return code == success ? f.wait(q.end.at.object, for_ever) : code;
  }
  on_accelerator::passed query(mark& m) noexcept {
    auto const code = f.query(m.at.object);
    return code == success     ? on_accelerator::passed::yes
           : code == not_ready ? on_accelerator::passed::not_yet
                               : on_accelerator::passed::failed;
  }
  /// From the end of one barrier to the end of the other. Device time has few bits and begins again when they are used
  /// up: after some minutes with 32.
  nanoseconds between(mark& a, mark& b) noexcept {
    timestamps from{}, to{};
    if (f.get_timestamps(a.at.object, &from) != success || f.get_timestamps(b.at.object, &to) != success)
      return nanoseconds{0};
    auto const& on = at(a.device);
    auto const ticks = (to.global.end - from.global.end) & on.timestamp_mask;
    return nanoseconds{static_cast<double>(ticks) * on.ns_per_tick};
  }
  int wait_for_gate(queue&) const noexcept { return success; }
  bool hold() const noexcept { return false; }
  void release() const noexcept {}
  nanoseconds mark_step() const noexcept { return step; }
  std::string explain(int code) const { return on_level_zero::explain(code); }

 private:
  struct device_handles {
    device_handle id = nullptr;
    std::size_t in = 0;       ///< its context: one for each driver
    std::uint32_t group = 0;  ///< whose queues copy
    std::size_t most_memory = 0;
    std::uint64_t timestamp_mask = 0;
    double ns_per_tick = 0;
  };
  library lib;
  functions f{};
  std::vector<on_accelerator::handle<context>> contexts{};
  std::vector<device_handles> handles{};
  std::vector<device_info> all{};
  nanoseconds step{1};

  device_handles const& at(int device) const { return handles[static_cast<std::size_t>(device)]; }
  result<event_with_pool> make_event(int device, std::uint32_t flags) const {
    auto const& on = at(device);
    auto id = on.id;
    event_with_pool e;
    pool_description const pool{.flags = flags};
    event_description const how{};
    event_pool p = nullptr;
    auto code = f.create_pool(contexts[on.in].object, &pool, 1, &id, &p);
    if (code == success) {
      e.pool = {p, f.destroy_pool};
      event at = nullptr;
      if (code = f.create_event(p, &how, &at); code == success) e.at = {at, f.destroy_event};
    }
    if (code != success)
      return problem{fault::failed, say({"level-zero: no event on device ", device, ": ", explain(code)})};
    return e;
  }
  [[gnu::cold]] status absent(result_code code, std::string_view what) const {
    if (code == no_driver || code == no_dependency)
      return problem{fault::unsupported,
                     say({"no device: ", lib.path(), " finds no Level Zero driver behind it (",
                          on_level_zero::explain(code), "); Intel's for GPUs is libze_intel_gpu.so.1"})};
    if (code == no_permission)
      return problem{fault::unsupported, say({"no permission to use the devices (", on_level_zero::explain(code),
                                              "): /dev/dri/render* belong to the group render, and this user is not "
                                              "in it"})};
    return problem{fault::unsupported, say({"level-zero: ", what, " failed: ", on_level_zero::explain(code)})};
  }
  [[gnu::cold]] status find_devices() {
    if (auto const code = f.init(0); code != success) return absent(code, "zeInit");
    driver_handle drivers[16] = {};
    std::uint32_t count = 16;
    if (auto const code = f.get_drivers(&count, drivers); code != success) return absent(code, "asking for drivers");
    for (std::uint32_t i = 0; i < count && i < 16; ++i)
      if (auto no = add_driver(drivers[i])) return no;
    if (handles.empty())
      return problem{fault::unsupported, say({"no device: ", count, " Level Zero driver(s) without one"})};
    return {};
  }
  [[gnu::cold]] status add_driver(driver_handle from) {
    device_handle ids[64] = {};
    std::uint32_t count = 64;
    if (f.get_devices(from, &count, ids) != success || count == 0) return {};
    context_description const how{};
    context c = nullptr;
    if (auto const code = f.create_context(from, &how, &c); code != success) return absent(code, "making a context");
    contexts.emplace_back(c, f.destroy_context);
    for (std::uint32_t i = 0; i < count && i < 64; ++i) add_device(ids[i]);
    return {};
  }
  /// The first group that copies and does not compute, which is an engine of its own; else the first that copies.
  [[gnu::cold]] int copying_group(device_handle id) const {
    queue_group groups[16] = {};
    std::uint32_t count = 16;
    if (f.get_groups(id, &count, groups) != success) return -1;
    for (auto const unwanted : {group_compute, 0U})
      for (std::uint32_t i = 0; i < count && i < 16; ++i)
        if ((groups[i].flags & group_copy) != 0 && (groups[i].flags & unwanted) == 0 && groups[i].queues != 0)
          return static_cast<int>(i);
    return -1;
  }
  /// A device that cannot copy is none.
  [[gnu::cold]] void add_device(device_handle id) {
    device_properties p{};
    auto const group = copying_group(id);
    if (group < 0 || f.get_properties(id, &p) != success) return;
    device_info d{.id = static_cast<int>(handles.size())};
    d.label = say({"ze", d.id});
    d.product = p.name;
    d.is_cpu = p.type == type_cpu;
    for (auto const byte : p.uuid) {
      d.uuid += "0123456789abcdef"[byte >> 4U];
      d.uuid += "0123456789abcdef"[byte & 0xFU];
    }
    memory_properties memories[16] = {};
    std::uint32_t count = 16;
    if (f.get_memories(id, &count, memories) == success)
      for (std::uint32_t i = 0; i < count && i < 16; ++i) d.memory += memories[i].size;
    if (pci_properties pci{}; f.get_pci && f.get_pci(id, &pci) == success) {
      char address[40];
      std::snprintf(address, sizeof address, "%04x:%02x:%02x.%x", pci.domain, pci.bus, pci.device, pci.function);
      d.pci = address;
      d.numa = numa_of_pci(d.pci);
      d.link.max_generation = std::max(pci.generation, 0);
      d.link.max_lanes = std::max(pci.width, 0);
    }
    auto const bits = p.kernel_timestamp_bits;
    auto const tick = p.timer_frequency == 0 ? 1.0 : 1e9 / static_cast<double>(p.timer_frequency);
    handles.push_back({id, contexts.size() - 1, static_cast<std::uint32_t>(group), p.most_memory,
                       bits == 0 || bits > 63 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1, tick});
    step = std::max(step, nanoseconds{tick});
    all.push_back(std::move(d));
  }
};
}  // namespace lanemark::on_level_zero
