// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/sim/model.hpp>
#include <lanemark/backend/sim/rules.hpp>
#include <lanemark/backend/sim/track.hpp>
#include <lanemark/backend/sim/world.hpp>
#include <lanemark/policy/clock.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// A made-up machine on a virtual clock: exact arithmetic for tests, documents and planning. Never real, and says so.
class sim {
 public:
  using track = on_sim::track;
  using operations = axis<on_sim::copy<quantity::bandwidth>, on_sim::copy<quantity::latency>, on_sim::ping>;
  using timers = axis<timing::virtual_time>;
  static constexpr std::string_view name = "sim";
  static constexpr auto domain = time_domain::simulated;
  static constexpr std::size_t queue_room = std::size_t{1} << 20;

  /// `group`: devices of other groups are not seen.
  explicit sim(on_sim::model what, int group = 0) : m(std::move(what)) {
    std::erase_if(m.devices, [&](device_info const& d) { return d.group != group; });
  }

  std::vector<device_info> devices() const { return m.devices; }
  template <class Inventory>
  void describe(Inventory& all) const {
    all.own_time = !m.real_pace;
    all.host_nodes = all.node_ids = m.host_nodes;
    auto const in = [](auto const& list, int id) { return id >= 0 && static_cast<std::size_t>(id) < list.size(); };
    for (auto const& d : m.devices) {  // the matrix is of all devices, other groups' among them
      if (!in(m.distances, d.id)) break;
      auto const& from = m.distances[static_cast<std::size_t>(d.id)];
      auto& row = all.device_distances.emplace_back();
      for (auto const& to : m.devices)
        if (in(from, to.id)) row.push_back(from[static_cast<std::size_t>(to.id)]);
    }
    all.nodes = m.nodes;
    all.model = m.name;
    all.host_cpu = m.host_cpu;
    all.host_vendor = m.host_vendor;
  }
  status supports(request const& r) const {
    for (auto const& e : {r.path.source, r.path.destination}) {
      if (e.node >= m.nodes)
        return unsupported("the model " + m.name + " has no node " + std::to_string(e.node) + ": it has " +
                           std::to_string(m.nodes));
      if (e.host) continue;
      auto const* d = on_sim::find_device(m, e.index);
      if (!d) return unsupported("the model " + m.name + " has no device " + std::to_string(e.index));
      if (e.chiplet >= 0 && d->chiplets <= 1)
        return problem{fault::unsupported, "Device " + std::to_string(e.index) + " has " + std::to_string(d->chiplets) +
                                               " chiplet(s), affinity unsupported, skipping"};
      if (e.chiplet >= d->chiplets && e.chiplet != chiplet_off)
        return problem{fault::invalid, "chiplet index out of range"};
    }
    auto const signal = r.size.count == 0;
    if (signal ? !on_sim::first_rule(m.syncs, m, r, "sync") : !on_sim::first_rule(m.lanes, m, r, r.measure))
      return unsupported("the model " + m.name + " has no rule for lane " + to_string(r.path) +
                         (signal ? " in [[sync]]" : " in [[lane]]"));
    return {};
  }
  result<track> open(request const& r) {
    auto const signal = r.size.count == 0;
    auto const measure = signal ? std::string_view("sync") : std::string_view(r.measure);
    auto const a = on_sim::device_of(r.path.source), b = on_sim::device_of(r.path.destination);
    track t{.where = w, .way = w->add_flow(), .size = static_cast<double>(r.size.count), .real_pace = m.real_pace};
    t.label = to_string(r.path);
    t.jitter = m.jitter, t.cv = m.jitter_cv, t.seed = r.seed, t.series = r.series;
    t.got.issuer = r.path.issuer == side::destination ? side::destination : side::source;
    t.got.path = "direct";
    if (signal) {
      t.signal_ns = on_sim::first_rule(m.syncs, m, r, measure)->one_way_ns.at(a, b);
      t.alone.rate = 1;
    } else {
      t.alone = on_sim::cost_of(*on_sim::first_rule(m.lanes, m, r, measure), r);
      std::vector<double> rates;
      auto const names = on_sim::links_of(m, r, measure, rates);
      for (std::size_t i = 0; i < names.size(); ++i) t.way->links.push_back(link(names[i], rates[i]));
    }
    for (auto const& f : m.faults) {
      if (!on_sim::applies_to(f.match, m, r, measure) || (f.only ? *f.only != r.cell : r.cell < f.after)) continue;
      t.wrong = f.what;
      if (f.what == on_sim::fault_rule::kind::slow) t.slowness = f.factor;
      if (f.what == on_sim::fault_rule::kind::slow_start && m.real_pace) on_sim::nap(f.start_ns);
      break;
    }
    if (t.wrong == on_sim::fault_rule::kind::disappear)
      return problem{fault::failed, "lane " + t.label + ": the device is gone (injected by the model)"};
    return t;
  }
  nanoseconds now() const noexcept { return nanoseconds{w->now()}; }
  bool hold() noexcept { return true; }
  void release() noexcept { w->open_gate(); }
  nanoseconds mark_step() const noexcept { return nanoseconds{0}; }

 private:
  on_sim::model m;
  std::shared_ptr<on_sim::world> w = std::make_shared<on_sim::world>();
  std::vector<std::pair<std::string, std::size_t>> known_links{};

  static status unsupported(std::string why) { return problem{fault::unsupported, std::move(why)}; }
  std::size_t link(std::string const& named, double bytes_per_ns) {
    for (auto const& [n, number] : known_links)
      if (n == named) return number;
    return known_links.emplace_back(named, w->add_link(bytes_per_ns)).second;
  }
};
static_assert(marking_backend<sim> && !blocking_backend<sim>);
static_assert(times<timing::virtual_time, sim> && !times<timing::steady, sim> && !times<timing::device_events, sim>);
}  // namespace lanemark
