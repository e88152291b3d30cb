// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/backend/host/domains.hpp>
#include <lanemark/core/lane.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::on_host {
/// The NUMA node that the host end of a lane lies on; -1: wherever the system puts it. `device_node` is the other
/// end's.
inline int host_node(topology const& t, endpoint const& host, placement const& place, int device_node) {
  if (host.index >= 0) return host.index;
  switch (place.kind) {
    case placement::wish::none:
      return -1;
    case placement::wish::near:
      return nearest_node_with_memory(t, device_node);
    case placement::wish::far:
      return farthest_node(t, device_node);
    case placement::wish::node:
      break;
  }
  return place.node;
}

/// CPUs that may issue for one end of a lane, best first. Empty: not pinned.
[[gnu::cold]] inline std::vector<int> issuing_cpus(topology const& t, std::vector<domain> const& devices,
                                                   request const& r, endpoint const& end, endpoint const& other) {
  auto const cpus_near = [&](int node) {
    return spread_over_cores(t, cpus_of_node(t, nearest_node_with_cpus(t, node)));
  };
  if (!end.host) {
    auto const& d = devices[static_cast<std::size_t>(end.index)];
    if (other.host) return d.cpus;
    if (r.place.kind == placement::wish::far) return cpus_near(farthest_node(t, d.node));  // the issuer of a host d2d
    if (r.place.kind == placement::wish::node) return cpus_near(r.place.node);
    if (r.place.kind == placement::wish::none) return {};
    return d.cpus;
  }
  if (other.host) return cpus_near(std::max(end.index, 0));
  auto const& d = devices[static_cast<std::size_t>(other.index)];
  auto const node = host_node(t, end, r.place, d.node);
  if (node < 0) return {};
  auto cpus = cpus_near(node);
  // the device's own CPUs first where they are on that node: nearest of all
  std::vector<int> ordered;
  for (auto const own : {true, false})
    for (int const c : cpus)
      if (contains(d.cpus, c) == own) ordered.push_back(c);
  return ordered;
}

/// Gives every issuing thread of a cell a CPU of its own, the lanes with the least choice first. Where there are fewer
/// CPUs than threads they are shared in turn, and each lane that shares says so; a sync or a queue is refused then,
/// because two threads on one core measure the scheduler (4001 us instead of 5).
[[gnu::cold]] inline status assign_cpus(topology const& t, std::vector<domain> const& devices,
                                        std::vector<request>& lanes, unsigned parties,
                                        std::vector<std::string>& warnings) {
  // a seat is a thread to come: its lane, and the CPUs that it may have
  std::vector<std::size_t> lane_of;
  std::vector<std::vector<int>> choices;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    auto& r = lanes[i];
    auto const reads = r.path.issuer == side::destination;
    auto const& own = reads ? r.path.destination : r.path.source;
    auto const& other = reads ? r.path.source : r.path.destination;
    auto const choice = issuing_cpus(t, devices, r, own, other);
    if (r.threads == 0) {  // all: an equal share of the CPUs for each lane
      auto const cpus = choice.empty() ? all_cpus(t).size() : choice.size();
      r.threads = static_cast<unsigned>(std::max<std::size_t>(1, cpus / lanes.size()));
    }
    if (parties == 1 && !choice.empty() && r.threads > choice.size())
      return problem{fault::unsupported, say({"threads = ", r.threads, ": the issuing side of lane ", to_string(r.path),
                                              " has ", choice.size(), " CPU(s) to use"})};
    for (unsigned k = 0; k < (parties > 1 ? 1 : r.threads); ++k) choices.push_back(choice);
    if (parties > 1) {  // the partner of a sync, or the engine of a queue: at the end that does not issue
      auto& partner =
          choices.emplace_back(own.host || other.host ? issuing_cpus(t, devices, r, other, own)
                                                      : devices[static_cast<std::size_t>(other.index)].cpus);
      if (choice.empty()) partner.clear();  // both pinned, or neither
      if (partner.empty()) choices[choices.size() - 2].clear();
    }
    lane_of.resize(choices.size(), i);
    r.cpus.clear();
  }
  auto const seats = choices.size();
  std::vector<std::size_t> order(seats);
  for (std::size_t i = 0; i < seats; ++i) {  // sorted by insertion: as many choices keep the order of the lanes
    auto at = i;
    for (; at > 0 && choices[order[at - 1]].size() > choices[i].size(); --at) order[at] = order[at - 1];
    order[at] = i;
  }
  std::vector<int> taken, given(seats, -1);
  // two threads that wait for each other on one core would slow each other down: another core first, if there is one
  auto const core_is_taken = [&](int cpu) {
    for (auto const& c : t.cores)
      if (contains(c.cpus, cpu))
        for (int const other : taken)
          if (contains(c.cpus, other)) return true;
    return false;
  };
  std::size_t distinct = 0;
  for (auto const i : order) {
    std::ptrdiff_t least = -1;
    for (int const cpu : choices[i]) {
      std::ptrdiff_t times = 0;
      for (int const other : taken) times += other == cpu ? 2 : 0;
      if (parties > 1) times += core_is_taken(cpu);
      if (least < 0 || times < least) least = times, given[i] = cpu;
    }
    if (least < 0) continue;
    distinct += least < 2;
    taken.push_back(given[i]);
  }
  bool const shared = distinct < taken.size();
  auto const usable = taken.size() < seats ? all_cpus(t).size() : distinct;
  if ((shared || usable < seats) && parties > 1) {
    auto const queue = lanes.front().semantics == "queue";
    return problem{fault::unsupported, say({queue ? "a queue" : "sync", " needs a CPU for each of its ", seats,
                                            queue ? " threads, issuers and engines," : " threads", " and ", usable,
                                            " can be used: on one core they would measure the scheduler"})};
  }
  if (shared)
    warnings.push_back(say({seats, " issuing threads share ", distinct,
                            " CPU(s): they take turns, so the lanes do not really run together"}));
  if (taken.size() < seats)
    warnings.push_back("the issuing thread is not pinned (affinity none): the system may move it while it is timed");
  for (std::size_t i = 0; i < seats; ++i)
    if (given[i] >= 0) lanes[lane_of[i]].cpus.push_back(given[i]);
  return {};
}
}  // namespace lanemark::on_host
