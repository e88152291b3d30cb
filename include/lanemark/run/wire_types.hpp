// SPDX-License-Identifier: MIT
#pragma once
#include <lanemark/measure/record.hpp>
#include <lanemark/measure/settings.hpp>
#include <lanemark/plan/cell.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/plan/limit_rule.hpp>
#include <lanemark/run/wire.hpp>

// Member by member, each type once. A member that is forgotten here arrives with its default: the tests compare whole
// values, so add it there as well.

namespace lanemark::wire {
template <>
inline constexpr int last_of<outcome> = static_cast<int>(outcome::not_run);
template <>
inline constexpr int last_of<fault> = static_cast<int>(fault::invalid);
template <>
inline constexpr int last_of<placement::wish> = static_cast<int>(placement::wish::node);
template <>
inline constexpr auto last_of<side> = static_cast<std::underlying_type_t<side>>(side::destination);

template <class Archive>
void pass(Archive& a, bytes& b) {
  a.one(b.count);
}
template <class Archive>
void pass(Archive& a, nanoseconds& t) {
  auto ns = t.count();
  a.one(ns);
  t = nanoseconds{ns};
}
template <class Archive>
void pass(Archive& a, endpoint& e) {
  pass_all(a, e.host, e.index, e.chiplet, e.node);
}
template <class Archive>
void pass(Archive& a, lane& l) {
  pass_all(a, l.source, l.destination, l.issuer);
}
template <class Archive>
void pass(Archive& a, placement& p) {
  pass_all(a, p.kind, p.node);
}
template <class Archive>
void pass(Archive& a, problem& p) {
  pass_all(a, p.kind, p.text);
}
template <class Archive>
void pass(Archive& a, pattern& p) {
  pass_all(a, p.seed, p.constant);
}
template <class Archive>
void pass(Archive& a, settings& s) {
  pass_all(a, s.samples, s.min_samples, s.iterations, s.warmup, s.precision, s.time, s.wait, s.timeout, s.verify,
           s.seed, s.constant);
}
template <class Archive>
void pass(Archive& a, cell& c) {
  pass_all(a, c.index, c.id, c.test, c.measure, c.direction, c.mode, c.lanes, c.size_requested, c.size, c.affinity,
           c.timer, c.copy, c.cache, c.protocol, c.semantics, c.threads, c.pages, c.priority, c.schedule, c.flags,
           c.missing_fails, c.how, c.impossible);
}
template <class Archive>
void pass(Archive& a, obtained& o) {
  pass_all(a, o.cpus, o.source_node, o.destination_node, o.pages, o.path, o.issuer, o.warnings);
}
template <class Archive>
void pass(Archive& a, summary& s) {
  pass_all(a, s.n, s.median, s.ci_low, s.ci_high, s.min, s.max, s.mean, s.p05, s.p95);
}
template <class Archive>
void pass(Archive& a, timer_info& t) {
  pass_all(a, t.name, t.ns_per_tick, t.step_ns, t.overhead_ns);
}
template <class Archive>
void pass(Archive& a, lane_result& l) {
  pass_all(a, l.path, l.summary, l.obtained);
}
template <class Archive>
void pass(Archive& a, record& r) {
  pass_all(a, r.id, r.test, r.measure, r.direction, r.mode, r.size_requested, r.size, r.affinity, r.issuer, r.cache,
           r.semantics, r.threads, r.simulated, r.status, r.reason, r.stop, r.timer, r.mechanism, r.pages, r.unit,
           r.repeats, r.gated, r.skew_ns, r.overlap, r.involuntary_switches, r.seconds, r.samples, r.summary, r.lanes,
           r.warnings, r.physical_limit, r.physical_limit_source);
}
template <class Archive>
void pass(Archive& a, link_facts& l) {
  pass_all(a, l.generation, l.lanes, l.max_generation, l.max_lanes);
}
template <class Archive>
void pass(Archive& a, device_info& d) {
  pass_all(a, d.id, d.label, d.product, d.pci, d.uuid, d.numa, d.chiplets, d.memory, d.cpus, d.group, d.iommu_group,
           d.revision, d.pci_id, d.bridge, d.bridge_name, d.link, d.max_payload, d.max_read_request, d.is_cpu);
}
template <class Archive>
void pass(Archive& a, offer& o) {
  pass_all(a, o.measure, o.mechanism, o.cache, o.timer, o.semantics);
}
template <class Archive>
void pass(Archive& a, inventory& i) {
  pass_all(a, i.backend, i.simulated, i.own_time, i.granularity, i.devices, i.host_nodes, i.node_ids, i.distances,
           i.offers, i.host_can_issue, i.nodes, i.device_distances, i.library, i.model, i.host_cpu, i.host_vendor);
}
template <class Archive>
void pass(Archive& a, condition& c) {
  pass_all(a, c.key, c.values, c.compare, c.bound);
}
template <class Archive>
void pass(Archive& a, match& m) {
  pass_all(a, m.all, m.where);
}
template <class Archive>
void pass(Archive& a, limit_rule& l) {
  pass_all(a, l.where, l.min, l.max, l.unit, l.text);
}
}  // namespace lanemark::wire
