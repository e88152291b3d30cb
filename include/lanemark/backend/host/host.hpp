// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/host/arrange.hpp>
#include <lanemark/backend/host/domains.hpp>
#include <lanemark/backend/host/memory.hpp>
#include <lanemark/backend/host/operations.hpp>
#include <lanemark/backend/host/queued_copy.hpp>
#include <lanemark/backend/host/sync.hpp>
#include <lanemark/backend/topology.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/policy/clock.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// This machine: memory domains as devices, copied by pinned threads of the issuing side. Real work, everywhere.
class host {
 public:
  using track = on_host::track;
#if defined(__x86_64__)
  using operations = axis<on_host::warm_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::warm_copy<quantity::bandwidth, on_host::kernel::stream>,
                          on_host::warm_copy<quantity::bandwidth, on_host::kernel::rep>,
                          on_host::cold_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::cold_copy<quantity::bandwidth, on_host::kernel::stream>,
                          on_host::cold_copy<quantity::bandwidth, on_host::kernel::rep>,
                          on_host::warm_copy<quantity::latency, on_host::kernel::memcpy>,
                          on_host::warm_copy<quantity::latency, on_host::kernel::stream>,
                          on_host::warm_copy<quantity::latency, on_host::kernel::rep>,
                          on_host::cold_copy<quantity::latency, on_host::kernel::memcpy>,
                          on_host::cold_copy<quantity::latency, on_host::kernel::stream>,
                          on_host::cold_copy<quantity::latency, on_host::kernel::rep>,
                          on_host::queued_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::queued_copy<quantity::latency, on_host::kernel::memcpy>, on_host::two_lines,
                          on_host::compare_and_swap>;
#else
  using operations = axis<on_host::warm_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::cold_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::warm_copy<quantity::latency, on_host::kernel::memcpy>,
                          on_host::cold_copy<quantity::latency, on_host::kernel::memcpy>,
                          on_host::queued_copy<quantity::bandwidth, on_host::kernel::memcpy>,
                          on_host::queued_copy<quantity::latency, on_host::kernel::memcpy>, on_host::two_lines,
                          on_host::compare_and_swap>;
#endif
  using timers = axis<timing::tsc, timing::steady>;
  static constexpr std::string_view name = "host";
  static constexpr auto domain = time_domain::real;

  host(topology machine, on_host::granularity wanted)
      : where(std::move(machine)), kind(wanted), domains(on_host::domains_of(where, kind)) {}

  /// All devices of this machine at the granularity that fits it.
  [[gnu::cold]] static result<host> open_all(on_host::granularity wanted = on_host::granularity::automatic) {
    auto t = read_topology();
    if (!t) return t.error();
    host h(std::move(*t), wanted);
    if (h.domains.empty())
      return problem{fault::failed, say({"host: this process may use no CPU that has memory near it (granularity ",
                                         on_host::name_of(wanted), ")"})};
    return h;
  }

  [[gnu::cold]] std::vector<device_info> devices() const {
    std::vector<device_info> all;
    for (std::size_t i = 0; i < domains.size(); ++i)
      all.push_back({.id = static_cast<int>(i),
                     .label = domains[i].label,
                     .product = "host memory",
                     .numa = domains[i].node,
                     .memory = domains[i].memory,
                     .cpus = domains[i].cpus});
    return all;
  }
  template <class Inventory>
  void describe(Inventory& all) const {
    all.granularity = std::string(on_host::name_of(kind));
    for (auto const& n : where.nodes) {
      all.node_ids.push_back(n.id);
      if (n.memory != 0) all.host_nodes.push_back(n.id);
    }
    all.distances = where.distances;
  }
  [[gnu::cold]] status supports(request const& r) const {
    for (auto const& e : {r.path.source, r.path.destination}) {
      if (e.node >= 0) return unsupported("lanes between nodes need a launcher and MPI");
      if (e.host) {
        if (e.index >= 0 && !has_memory(e.index)) return no_memory(e.index);
        continue;
      }
      if (e.index < 0 || static_cast<std::size_t>(e.index) >= domains.size())
        return unsupported(say({"no device ", e.index, ": there are ", domains.size()}));
      if (e.chiplet >= 0)
        return problem{fault::unsupported,
                       say({"Device ", e.index, " has 1 chiplet(s), affinity unsupported, skipping"})};
    }
    if (r.place.kind == placement::wish::node && !has_memory(r.place.node)) return no_memory(r.place.node);
    if (r.semantics == "queue") {
      if (r.threads != 1 && r.size.count != 0)
        return unsupported("one thread posts to a queue and one engine copies: `threads` is for load-store");
      if (r.cold) return unsupported("the engine of a queue copies at one place: cache cold is for load-store");
    } else if (r.semantics != "default" && r.semantics != "load-store") {
      return unsupported(say({"no semantics \"", r.semantics, "\"; there are: load-store, queue"}));
    }
    if (r.priority != "normal") return unsupported(say({"threads have no queue priority \"", r.priority, "\""}));
    if (r.flags != 0) return unsupported("no context flags");
    return {};
  }
  status arrange(std::vector<request>& lanes, unsigned parties) {
    arranged.clear();
    return on_host::assign_cpus(where, domains, lanes, parties, arranged);
  }
  [[gnu::cold]] result<track> open(request const& r) {
    track t{.width = on_host::widest_vector(), .cpus = r.cpus};
    auto const reads = r.path.issuer == side::destination;
    t.got.cpus = r.cpus;
    t.got.issuer = reads ? side::destination : side::source;
    t.got.warnings = arranged;
    if (r.size.count == 0) {  // a signal moves no bytes
      t.line.reset(new on_host::wires);
      return t;
    }
    auto const slots = r.cold ? on_host::cold_slots(r.size.count, last_level_cache()) : 1;
    auto const stride = (r.size.count + 4095) / 4096 * 4096;
    auto const room = slots == 1 ? r.size.count : slots * stride;
    for (auto const is_source : {true, false}) {
      auto const& end = is_source ? r.path.source : r.path.destination;
      auto const& other = is_source ? r.path.destination : r.path.source;
      auto b = memory->lease(room, node_of(end, other, r.place), r.huge_pages, cpus_near(end, other, r.place));
      if (!b) return b.error();
      note(t.got, **b, end, is_source);
      (is_source ? t.from : t.to) = std::move(*b);
    }
    t.shares = on_host::shares_of(t.to->data, t.from->data, r.size.count, r.threads);
    for (auto& s : t.shares) s.stride = stride, s.slots = slots;
    if (r.semantics == "queue") {
      t.queue.reset(new on_host::ring);
      t.queue->patience *= 1 + (r.size.count >> 28);  // one copy may itself take seconds
    }
    return t;
  }
  nanoseconds now() const noexcept { return steady_now(); }

  /// Bytes of the last-level cache that a copy may hide in; 0 unknown.
  std::size_t last_level_cache() const noexcept { return static_cast<std::size_t>(where.last_level_cache); }
  /// Whether the machine's cores are still where they were: a cache line's travel between the first two issuing CPUs.
  [[gnu::cold]] static double spot_check(std::vector<track>& tracks) {
    std::vector<int> cpus;
    for (auto const& t : tracks)
      for (auto const c : t.cpus)
        if (!contains(cpus, c)) cpus.push_back(c);
    return cpus.size() < 2 || tracks.front().line ? 0 : on_host::line_travel_ns(cpus[0], cpus[1]);
  }
  topology const& machine_topology() const noexcept { return where; }

 private:
  topology where;
  on_host::granularity kind;
  std::vector<on_host::domain> domains;
  std::shared_ptr<on_host::pool> memory{new on_host::pool};  // make_shared would cost twice the code
  std::vector<std::string> arranged{};

  static status unsupported(std::string_view why) { return problem{fault::unsupported, say({"host: ", why})}; }
  bool has_memory(int node) const {
    auto const at = position_of_node(where, node);
    return at && where.nodes[*at].memory != 0;
  }
  status no_memory(int node) const {
    auto const known = position_of_node(where, node).has_value();
    return unsupported(say({"NUMA node ", node, known ? " has no memory" : " does not exist here"}));
  }
  int node_of(endpoint const& end, endpoint const& other, placement const& place) const {
    if (!end.host) return domains[static_cast<std::size_t>(end.index)].node;
    return on_host::host_node(where, end, place, other.host ? 0 : domains[static_cast<std::size_t>(other.index)].node);
  }
  [[gnu::cold]] std::vector<int> cpus_near(endpoint const& end, endpoint const& other, placement const& place) const {
    auto const node = node_of(end, other, place);
    return node < 0 ? std::vector<int>{} : on_host::cpus_of_node(where, nearest_node_with_cpus(where, node));
  }
  [[gnu::cold]] void note(obtained& got, on_host::buffer const& b, endpoint const& end, bool is_source) const {
    (is_source ? got.source_node : got.destination_node) = b.got_node;
    got.pages = got.pages.empty() || got.pages == b.pages ? b.pages : "mixed";
    if (!b.warning.empty()) got.warnings.push_back(b.warning);
    if (!end.host && domains[static_cast<std::size_t>(end.index)].borrowed_cpus)
      got.warnings.push_back(say({domains[static_cast<std::size_t>(end.index)].label,
                                  " has memory and no CPU: threads of the nearest node issue for it"}));
  }
};
static_assert(blocking_backend<host> && !marking_backend<host> && arranging_backend<host>);
static_assert(times<timing::tsc, host> && times<timing::steady, host>);
static_assert(!times<timing::device_events, host> && !times<timing::virtual_time, host>);
}  // namespace lanemark
