// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/accelerator/operations.hpp>
#include <lanemark/backend/accelerator/staged_memory.hpp>
#include <lanemark/backend/distance.hpp>
#include <lanemark/backend/host/arrange.hpp>
#include <lanemark/backend/topology.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/policy/clock.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// Devices behind a vendor's driver. All that the vendors have in common; `D` is what sets one apart.
template <on_accelerator::driver D>
class accelerator_backend {
 public:
  using track = on_accelerator::track<D>;
  using operations =
      axis<on_accelerator::engine_copy<D, quantity::bandwidth>, on_accelerator::engine_copy<D, quantity::latency>>;
  using timers = axis<timing::device_events, timing::tsc, timing::steady>;
  static constexpr std::string_view name = D::name;
  static constexpr auto domain = time_domain::real;
  static constexpr std::size_t queue_room = D::queue_room;

  accelerator_backend(std::shared_ptr<D> driver, topology machine)
      : d(std::move(driver)), where(std::move(machine)), all(d->devices()) {
    for (auto const& n : where.nodes)
      if (n.memory != 0) host_nodes.push_back(n.id);
  }
  /// The driver as the system finds it, or by the path of its library.
  [[gnu::cold]] static result<accelerator_backend> open_all(std::string const& path = {}) {
    auto loaded = D::load(path);
    if (!loaded) return loaded.error();
    auto t = read_topology();
    if (!t) return t.error();
    return accelerator_backend(std::move(*loaded), std::move(*t));
  }

  std::vector<device_info> devices() const { return all; }
  template <class Inventory>
  void describe(Inventory& inv) const {
    inv.host_nodes = host_nodes;
    inv.host_can_issue = false;
    for (auto const& n : where.nodes) inv.node_ids.push_back(n.id);
    inv.distances = where.distances;
    inv.library = d->loaded().path();
    inv.simulated = simulated();
  }
  status supports(request const& r) const {
    for (auto const& e : {r.path.source, r.path.destination}) {
      if (e.host) continue;
      if (!info(e.index)) return unsupported(say({"no device ", e.index, ": there are ", all.size()}));
      if (e.chiplet >= 0 && info(e.index)->chiplets <= 1)
        return problem{fault::unsupported,
                       say({"Device ", e.index, " has 1 chiplet(s), affinity unsupported, skipping"})};
    }
    if (r.path.source.host && r.path.destination.host) return unsupported("a lane needs a device at one end");
    if (r.semantics != "default") return unsupported(say({"one way to copy, no semantics \"", r.semantics, "\""}));
    if (r.threads != 1) return unsupported("one queue carries a lane; threads must be 1");
    if (r.cold) return unsupported("devices have no cache to leave cold");
    auto const a = r.path.source.index, b = r.path.destination.index;
    if (!r.path.source.host && !r.path.destination.host && a != b &&
        d->reaches(issuer_of(r), issuer_of(r) == a ? b : a) == on_accelerator::reach::none)
      return unsupported(say({"device ", issuer_of(r), " has no access to the memory of device ",
                              issuer_of(r) == a ? b : a, " (the driver refuses peer access)"}));
    return d->refuses(r);
  }
  [[gnu::cold]] result<track> open(request const& r) {
    track t(d, issuer_of(r), r.size.count);
    using way = typename track::way;
    bool const up = r.path.source.host, down = r.path.destination.host;
    t.kind = up ? way::up : down ? way::down : way::across;
    if (auto no = t.said(d->make_current(t.device), "making the device current")) return *no;
    auto q = d->open_queue(t.device, r.priority);
    if (!q) return q.error();
    t.queue = std::move(*q);
    for (auto* mark : {&t.begin, &t.end}) {
      auto m = d->make_mark(t.queue);
      if (!m) return m.error();
      *mark = std::move(*m);
    }
    // the engine of the one device, or of the chosen one of two
    t.got.issuer = up || (!down && r.path.issuer == side::destination) ? side::destination : side::source;
    t.got.path = up || down ? "direct" : path_of(t.device, r);
    for (auto const is_source : {true, false}) {
      auto const& end = is_source ? r.path.source : r.path.destination;
      if (!end.host) {
        auto m = d->allocate(end.index, r.size.count);
        if (!m) return m.error();
        (is_source ? t.from : t.to) = std::move(*m);
        continue;
      }
      auto const device = is_source ? r.path.destination.index : r.path.source.index;
      auto h = host_end(r, end, device, t.got);
      if (!h) return h.error();
      t.host = std::move(*h);
      (is_source ? t.got.source_node : t.got.destination_node) = t.host.bytes->got_node;
    }
    obtained aside;  // how the piece lies is of no interest
    auto piece = host_end({.size = {std::min(r.size.count, track::piece_size)}}, endpoint{}, t.device, aside);
    if (!piece) return piece.error();
    t.piece = std::move(*piece);
    auto const near = info(t.device)->numa;
    if (near >= 0) t.got.cpus = on_host::cpus_of_node(where, nearest_node_with_cpus(where, near));
    return t;
  }
  /// Memory on a device behind a buffer of the host, which must outlive it.
  [[gnu::cold]] result<on_accelerator::staged_memory<D>> open_staging(int device, std::byte* host, std::size_t size) {
    if (!info(device)) return problem{fault::unsupported, say({name, ": no device ", device})};
    if (auto const code = d->make_current(device); code != 0)
      return problem{fault::failed, say({name, ": making device ", device, " current failed: ", d->explain(code)})};
    auto q = d->open_queue(device, "normal");
    if (!q) return q.error();
    auto m = d->allocate(device, size);
    if (!m) return m.error();
    bool const pinned = !d->pin(host, size);
    return on_accelerator::staged_memory<D>(d, device, host, size, pinned, std::move(*m), std::move(*q));
  }
  /// The driver is made up, and says so.
  bool simulated() const { return d->loaded().made_up(); }
  nanoseconds now() const noexcept { return steady_now(); }
  bool hold() noexcept { return d->hold(); }
  void release() noexcept { d->release(); }
  nanoseconds mark_step() const noexcept { return d->mark_step(); }
  D& driver_itself() noexcept { return *d; }

 private:
  std::shared_ptr<D> d;
  topology where;
  std::vector<device_info> all;
  std::vector<int> host_nodes{};
  std::shared_ptr<on_host::pool> memory{new on_host::pool};

  static status unsupported(std::string_view why) { return problem{fault::unsupported, say({name, ": ", why})}; }
  device_info const* info(int id) const {
    for (auto const& one : all)
      if (one.id == id) return &one;
    return nullptr;
  }
  /// The device whose queue carries a lane: the only one of h2d and d2h, the chosen one of two.
  static int issuer_of(request const& r) {
    if (r.path.source.host) return r.path.destination.index;
    if (r.path.destination.host) return r.path.source.index;
    return r.path.issuer == side::destination ? r.path.destination.index : r.path.source.index;
  }
  std::string path_of(int issuer, request const& r) const {
    auto const other = issuer == r.path.source.index ? r.path.destination.index : r.path.source.index;
    return issuer == other || d->reaches(issuer, other) == on_accelerator::reach::direct ? "direct" : "staged";
  }
  result<on_accelerator::host_memory<D>> host_end(request const& r, endpoint const& end, int device, obtained& got) {
    auto const node = on_host::host_node(where, end, r.place, std::max(info(device)->numa, -1));
    auto const cpus = node < 0 ? std::vector<int>{} : on_host::cpus_of_node(where, nearest_node_with_cpus(where, node));
    auto b = memory->lease(r.size.count, node, r.huge_pages, cpus);
    if (!b) return b.error();
    got.pages = (*b)->pages;
    if (!(*b)->warning.empty()) got.warnings.push_back((*b)->warning);
    auto const no = d->pin((*b)->data, r.size.count);
    if (no) got.warnings.push_back(no->text);
    return on_accelerator::host_memory<D>(d, std::move(*b), !no);
  }
};
}  // namespace lanemark
