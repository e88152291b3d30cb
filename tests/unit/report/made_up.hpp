// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <lanemark/measure/record.hpp>

// Records as a run would leave them, with figures of our choice.
namespace made_up {
inline lanemark::summary sum(double median, std::size_t n = 20) {
  lanemark::summary s{.n = n,
                      .median = median,
                      .min = median * 0.98,
                      .max = median * 1.05,
                      .mean = median,
                      .p05 = median * 0.99,
                      .p95 = median * 1.02};
  if (n >= 6) s.ci_low = median * 0.995, s.ci_high = median * 1.005;
  return s;
}
inline lanemark::lane device_lane(int from, int to) { return {lanemark::device_end(from), lanemark::device_end(to)}; }
inline lanemark::lane upload(int to) { return {lanemark::host_end(), lanemark::device_end(to)}; }
inline lanemark::lane download(int from) { return {lanemark::device_end(from), lanemark::host_end()}; }

inline lanemark::record cell(std::vector<lanemark::lane> lanes, double median, std::uint64_t size = 64 << 20,
                             std::string mode = "single") {
  lanemark::record r{.test = "pairs",
                     .measure = "bandwidth",
                     .direction = std::string(direction_of(lanes.front())),
                     .mode = std::move(mode)};
  r.size = r.size_requested = {size};
  r.issuer = "auto", r.cache = "warm", r.semantics = "default";
  r.status = lanemark::outcome::measured;
  r.timer = {.name = "tsc", .ns_per_tick = 0.5, .step_ns = 10, .overhead_ns = 20};
  r.mechanism = "stream", r.unit = "B/s", r.stop = "precision", r.repeats = 1;
  r.samples = {median * 0.98, median, median * 1.05};
  r.summary = sum(median);
  for (auto const& l : lanes)
    r.lanes.push_back({.path = l, .summary = sum(median / static_cast<double>(lanes.size()))});
  r.id = "nightly/pairs/bandwidth/" + r.direction + "/" + r.mode + "/" +
         to_string(std::span<lanemark::lane const>(lanes)) + "/size=" + std::to_string(size) + "/timer=tsc";
  return r;
}
inline lanemark::record latency(std::vector<lanemark::lane> lanes, double median, std::uint64_t size = 512,
                                std::string mode = "single") {
  auto r = cell(std::move(lanes), median, size, std::move(mode));
  r.measure = "latency", r.unit = "ns", r.mechanism = "memcpy";
  for (auto& l : r.lanes) l.summary = sum(median);
  r.id.replace(r.id.find("bandwidth"), 9, "latency");
  return r;
}
inline lanemark::record not_measured(lanemark::record r, lanemark::outcome what, std::string reason) {
  r.status = what, r.reason = std::move(reason);
  r.samples.clear(), r.summary.reset(), r.stop.clear(), r.mechanism.clear(), r.repeats = 0;
  for (auto& l : r.lanes) l.summary.reset();
  return r;
}
}  // namespace made_up
