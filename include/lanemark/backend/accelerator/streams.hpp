// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <time.h>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/accelerator/flag_gate.hpp>
#include <lanemark/backend/accelerator/owned.hpp>
#include <lanemark/backend/pci_numa.hpp>
#include <lanemark/core/bytes.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/policy/clock.hpp>

namespace lanemark::on_accelerator {
using stream = struct stream_object*;
using event = struct event_object*;

/// What libcuda and libamdhip64 have in common: other names for the same calls, with the same arguments.
template <class Pointer>
struct stream_functions {
  int (*init)(unsigned);
  int (*device_count)(int*);
  int (*device_name)(char*, int length, int device);
  int (*device_pci)(char*, int length, int device);
  int (*device_memory)(std::size_t*, int device);
  int (*device_uuid)(unsigned char*, int device);  // 16 bytes
  int (*can_access)(int*, int device, int peer);
  int (*memory_info)(std::size_t* free, std::size_t* total);
  int (*allocate)(Pointer*, std::size_t);
  int (*free)(Pointer);
  int (*pin)(void*, std::size_t, unsigned flags);
  int (*unpin)(void*);
  int (*stream_create)(stream*, unsigned flags);
  int (*stream_create_with_priority)(stream*, unsigned flags, int priority);
  int (*priority_range)(int* least, int* greatest);
  int (*stream_destroy)(stream);
  int (*stream_query)(stream);
  int (*stream_synchronize)(stream);
  int (*event_create)(event*, unsigned flags);
  int (*event_record)(event, stream);
  int (*event_query)(event);
  int (*event_elapsed)(float* milliseconds, event, event);
  int (*event_destroy)(event);
};
inline constexpr int ok = 0, not_ready = 600, peer_already_enabled = 704;
inline constexpr unsigned stream_non_blocking = 1, event_default = 0, pin_portable = 1, pin_mapped = 2;

/// `GPU-8f4c2b10-…`, as the vendors' own tools print it.
[[gnu::cold]] inline std::string uuid_text(unsigned char const (&bytes)[16]) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < 16; ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    for (auto const half : {bytes[i] >> 4U, bytes[i] & 15}) text += "0123456789abcdef"[half];
  }
  return text;
}

/// What sets one of them apart. `current` and `enable_peer` may be called at any time, the rest with a device current.
template <class C> concept stream_calls =
    named<C> && requires(C& c, C const& k, library const& l, device_info& d, int device, stream s, std::size_t n,
                         typename C::pointer p, void* host, void const* from, std::uint32_t* word) {
      { C::libraries[0] } -> std::convertible_to<char const*>;
      { c.f } -> std::same_as<stream_functions<typename C::pointer>&>;
      { c.start(l) } -> std::same_as<result<int>>;         // binds, starts the driver, counts devices; or why not
      { k.handle(device) } noexcept -> std::same_as<int>;  // what the driver calls the device
      { k.complete(d) };                                   // what only this vendor knows of it
      { k.explain(device) } -> std::same_as<std::string>;
      { c.current(device) } noexcept -> std::same_as<int>;
      { c.enable_peer(device, device) } noexcept -> std::same_as<int>;  // the first may use the second's memory
      { c.up(s, p, n, from, n) } noexcept -> std::same_as<int>;         // to p at an offset
      { c.down(s, host, p, n, n) } noexcept -> std::same_as<int>;       // from p at an offset
      { c.inside(s, p, p, n) } noexcept -> std::same_as<int>;           // to the first
      { c.across(s, p, device, p, device, n) } noexcept -> std::same_as<int>;
      { c.make_flag() } noexcept -> std::same_as<std::uint32_t*>;  // that queues can wait for; null: none
      { c.free_flag() } noexcept;
      { c.wait_flag(s, std::uint32_t{}) } noexcept -> std::same_as<int>;  // until the flag is at least so much
      { c.let_go() } noexcept;                                            // at the end
      { C::mark_step } -> std::convertible_to<nanoseconds>;
    };

/// An accelerator's driver over such calls.
template <stream_calls Calls>
class stream_driver {
 public:
  using pointer = typename Calls::pointer;
  using memory = owned<stream_driver, pointer>;
  using queue = owned<stream_driver, stream>;
  using mark = owned<stream_driver, event>;
  static constexpr std::string_view name = Calls::name;
  /// Behind a closed gate a full queue would block the call that fills it; streams share rings of some 1000 places.
  static constexpr std::size_t queue_room = 64;

  [[gnu::cold]] static result<std::shared_ptr<stream_driver>> load(std::string const& path) {
    auto opened = library::open(Calls::libraries, path);
    if (!opened) return opened.error();
    auto d = std::make_shared<stream_driver>(std::move(*opened));
    auto const count = d->calls.start(d->lib);
    if (!count) return count.error();
    for (int id = 0; id < *count; ++id) d->all.push_back(d->look_at(id));
    auto const n = d->all.size();
    d->direct.assign(n * n, reach::none);
    d->used.resize(n);
    return d;
  }
  explicit stream_driver(library l) : lib(std::move(l)) {}
  stream_driver(stream_driver const&) = delete;
  stream_driver& operator=(stream_driver const&) = delete;
  ~stream_driver() {
    gate.stop();
    for (std::size_t id = 0; id < all.size(); ++id)
      if (!settled(static_cast<int>(id))) return;  // to let go of a busy device would wait for it
    calls.free_flag();
    calls.let_go();
  }
  library const& loaded() const noexcept { return lib; }
  std::vector<device_info> devices() const { return all; }
  status refuses(request const& r) const {
    if (r.priority == "kernel" || r.priority == "realtime")
      return problem{fault::unsupported,
                     say({name, ": no queue priority \"", r.priority, "\"; there are min, normal and high"})};
    if (r.priority != "normal" && !has_priorities())
      return problem{fault::unsupported, say({name, ": ", lib.path(), " has no queue priorities; there is normal"})};
    if (r.flags != 0) return problem{fault::unsupported, say({name, ": no context flags"})};
    return {};
  }
  /// Direct where the driver grants access; it is asked for once for each pair and way. Else a copy is staged through
  /// the host by the driver.
  reach reaches(int a, int b) const {
    if (a == b) return reach::direct;
    std::lock_guard const lock(guard);
    if (grant(a, b) == reach::staged) return reach::staged;
    (void)grant(b, a);  // the driver may let either engine do it
    return reach::direct;
  }
  [[gnu::cold]] result<memory> allocate(int device, std::size_t size) {
    if (auto no = current_for(device)) return *no;
    pointer p{};
    auto const code = calls.f.allocate(&p, size);
    if (code == ok) return memory(this, device, p);
    std::size_t free = 0, total = 0;
    auto const known = calls.f.memory_info(&free, &total) == ok;
    return problem{fault::failed,
                   say({name, ": no memory of ", to_string(bytes{size}), " on device ", device,
                        known ? say({", ", to_string(bytes{free}), " of ", to_string(bytes{total}), " are free"}) : "",
                        ": ", calls.explain(code)})};
  }
  /// Copies from and to pageable memory make the call that enqueues them wait: with any of them there can be no gate.
  [[gnu::cold]] status pin(void* p, std::size_t n) {
    auto const code = calls.f.pin(p, n, pin_portable | pin_mapped);
    if (code == ok) return {};
    gate.give_up();
    return problem{fault::failed, say({name, ": host memory of ", to_string(bytes{n}),
                                       " stays pageable, and copies are slower: ", calls.explain(code)})};
  }
  void unpin(void* p) noexcept {
    for (std::size_t id = 0; id < all.size(); ++id)
      if (!settled(static_cast<int>(id))) return;
    (void)calls.f.unpin(p);
  }
  [[gnu::cold]] result<queue> open_queue(int device, std::string const& priority) {
    if (auto no = current_for(device)) return *no;
    stream s{};
    int least = 0, greatest = 0, code = ok;
    if (priority == "normal") {
      code = calls.f.stream_create(&s, stream_non_blocking);
    } else if (code = calls.f.priority_range(&least, &greatest); code == ok) {
      if (least == greatest)
        return problem{fault::unsupported, say({name, ": device ", device, " has no queue priorities"})};
      code = calls.f.stream_create_with_priority(&s, stream_non_blocking, priority == "high" ? greatest : least);
    }
    if (code != ok)
      return problem{fault::failed, say({name, ": no queue on device ", device, ": ", calls.explain(code)})};
    {
      std::lock_guard const lock(guard);
      used[at(device)].open.push_back(s);
    }
    queue q(this, device, s);
    try_gate(q);
    return q;
  }
  [[gnu::cold]] result<mark> make_mark(queue& q) {
    if (auto no = current_for(q.device)) return *no;
    event e{};
    if (auto const code = calls.f.event_create(&e, event_default); code != ok)
      return problem{fault::failed, say({name, ": no event on device ", q.device, ": ", calls.explain(code)})};
    return mark(this, q.device, e);
  }
  int make_current(int device) noexcept { return calls.current(device); }
  int write(queue& q, memory& to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return calls.up(q.handle, to.handle, offset, from, n);
  }
  int read(queue& q, void* to, memory& from, std::size_t offset, std::size_t n) noexcept {
    return calls.down(q.handle, to, from.handle, offset, n);
  }
  int copy(queue& q, memory& to, memory& from, std::size_t n) noexcept {
    return to.device == from.device ? calls.inside(q.handle, to.handle, from.handle, n)
                                    : calls.across(q.handle, to.handle, to.device, from.handle, from.device, n);
  }
  int record(queue& q, mark& m) noexcept { return calls.f.event_record(m.handle, q.handle); }
  int flush(queue&) const noexcept { return ok; }  // what is enqueued starts by itself
  int finish(queue& q) noexcept { return calls.f.stream_synchronize(q.handle); }
  passed query(mark& m) noexcept {
    auto const code = calls.f.event_query(m.handle);
    return code == ok ? passed::yes : code == not_ready ? passed::not_yet : passed::failed;
  }
  nanoseconds between(mark& a, mark& b) noexcept {
    float ms = 0;
    return nanoseconds{calls.f.event_elapsed(&ms, a.handle, b.handle) == ok ? static_cast<double>(ms) * 1e6 : 0.0};
  }
  bool hold() noexcept { return gate.hold(); }
  int wait_for_gate(queue& q) noexcept {
    auto const turn = gate.awaited();
    return turn == 0 ? ok : calls.wait_flag(q.handle, turn);
  }
  void release() noexcept { gate.release(); }
  nanoseconds mark_step() const noexcept { return Calls::mark_step; }
  std::string explain(int code) const { return calls.explain(code); }

  // what this gave out comes back; on a device that does not come to an end, nothing is freed: it may still be written
  void take_back(int device, stream s) noexcept {
    gate.release();  // nobody is left behind a closed gate
    if (!settled(device)) return;
    {
      std::lock_guard const lock(guard);
      std::erase(used[at(device)].open, s);
    }
    if (calls.current(device) == ok) (void)calls.f.stream_destroy(s);
  }
  void take_back(int device, pointer p) noexcept {
    if (settled(device) && calls.current(device) == ok) (void)calls.f.free(p);
  }
  void take_back(int device, event e) noexcept {
    if (calls.current(device) == ok) (void)calls.f.event_destroy(e);
  }

 private:
  library lib;
  mutable Calls calls{};
  std::vector<device_info> all{};
  mutable std::mutex guard{};
  mutable std::vector<reach> direct{};  // by pair; none: not asked yet
  struct usage {
    std::vector<stream> open{};
    bool stuck = false, gate_tried = false;
  };
  std::vector<usage> used{};  // by device
  bool flag_tried = false;
  flag_gate gate{};

  static std::size_t at(int device) { return static_cast<std::size_t>(device); }
  bool has_priorities() const { return calls.f.stream_create_with_priority && calls.f.priority_range; }
  status current_for(int device) {
    auto const code = calls.current(device);
    if (code == ok) return {};
    return problem{fault::failed, say({name, ": device ", device, " cannot be used: ", calls.explain(code)})};
  }
  reach grant(int a, int b) const {
    auto& known = direct[at(a) * all.size() + at(b)];
    if (known != reach::none) return known;
    int can = 0;
    if (calls.f.can_access(&can, calls.handle(a), calls.handle(b)) != ok || can == 0) return known = reach::staged;
    auto const code = calls.enable_peer(a, b);
    return known = code == ok || code == peer_already_enabled ? reach::direct : reach::staged;
  }
  [[gnu::cold]] device_info look_at(int id) const {
    device_info d{.id = id};
    d.label = say({name, id});
    char text[256] = {};
    if (calls.f.device_name(text, sizeof text - 1, calls.handle(id)) == ok) d.product = text;
    char address[32] = {};
    if (calls.f.device_pci(address, sizeof address - 1, calls.handle(id)) == ok) d.pci = plain_pci_address(address);
    if (std::size_t n = 0; calls.f.device_memory(&n, calls.handle(id)) == ok) d.memory = n;
    calls.complete(d);
    if (d.numa < 0) d.numa = numa_of_pci(d.pci);
    return d;
  }
  /// Has all that was enqueued on the device ended? It is given a moment: a copy beside one that failed is on its way.
  bool settled(int device) noexcept {
    auto& here = used[at(device)];
    auto const end = steady_now() + nanoseconds{3e9};
    for (bool first = true;; first = false) {
      {
        std::lock_guard const lock(guard);
        if (here.open.empty()) return true;
        if (first) (void)calls.current(device);
        auto const busy = [this](stream s) { return calls.f.stream_query(s) == not_ready; };
        if (std::none_of(here.open.begin(), here.open.end(), busy)) return here.stuck = false, true;
        if (here.stuck || steady_now() >= end) return here.stuck = true, false;
      }
      timespec const t{.tv_sec = 0, .tv_nsec = 50'000};
      nanosleep(&t, nullptr);
    }
  }
  /// Once for each device: does a queue wait for the flag, and go on? The flag is as it must be, so that it does at
  /// once.
  [[gnu::cold]] void try_gate(queue& q) {
    {
      std::lock_guard const lock(guard);
      if (std::exchange(used[at(q.device)].gate_tried, true)) return;
      if (!std::exchange(flag_tried, true))
        if (auto* const flag = calls.make_flag()) gate.begin(flag);
    }
    if (!gate.usable()) return;
    if (calls.wait_flag(q.handle, 0) != ok || !settled(q.device)) gate.give_up();
  }
};
}  // namespace lanemark::on_accelerator
