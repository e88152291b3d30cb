// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/measure/entry.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/policy/probe.hpp>

namespace lanemark {
/// Which devices a probe runs between. A direction with a host end uses `first` alone.
struct between {
  int first = 0, second = 1;
};

namespace detail {
/// A backend with all its devices: what `open_all` gives, or a default-constructed one.
template <class B>
result<B> open_backend() {
  if constexpr (requires { B::open_all(); })
    return B::open_all();
  else
    return B{};
}

/// What of a probe is values.
struct probe_facts {
  std::string_view measure{}, direction{}, cache{}, timer{};
  placement affinity{};
  lane path{};
  status (*timer_available)() = nullptr;
};

/// A probe's record before anything was measured.
[[gnu::cold]] inline record probe_record(probe_facts const& p, bytes size) {
  record r{.test = "probe",
           .measure = std::string(p.measure),
           .direction = std::string(p.direction),
           .mode = "single",
           .size_requested = size,
           .size = size,
           .affinity = to_string(p.affinity),
           .issuer = "auto",
           .cache = std::string(p.cache),
           .semantics = "default"};
  r.id = say({"probe/", p.measure, "/", p.direction, "/single/", to_string(p.path)});
  if (size.count != 0) say_to(r.id, {"/size=", size.count});
  say_to(r.id, {"/timer=", p.timer});
  r.lanes.resize(1);
  r.lanes[0].path = p.path;
  return r;
}

/// The plain part of a harness's measurement: a record a size.
[[gnu::cold]] inline std::vector<record> measure_sizes(
    probe_facts const& p, std::vector<bytes> const& sizes,
    function_ref<result<std::unique_ptr<stage>>(std::vector<request>)> open, settings const& how) {
  std::vector<record> all;
  for (auto const size : sizes) {
    auto r = probe_record(p, size);
    auto const no = p.timer_available ? p.timer_available() : status{};
    if (no) {
      r.status = outcome::skipped;
      r.reason = no->text;
      all.push_back(std::move(r));
      continue;
    }
    std::vector<request> lanes(1);
    lanes[0].path = p.path;
    lanes[0].measure = p.measure;
    lanes[0].size = size;
    lanes[0].place = p.affinity;
    lanes[0].cold = p.cache == "cold";
    if (auto opened = open(std::move(lanes))) {
      all.push_back(measure_stage(**opened, std::move(r), how));
    } else {
      r.status = outcome_of(opened.error().kind);
      r.reason = opened.error().text;
      all.push_back(std::move(r));
    }
  }
  return all;
}
}  // namespace detail

/// Measures a probe on an opened backend: one record per size, in order. A size that this machine cannot do is skipped
/// or failed with its reason in the record; nothing is thrown for it.
///
///   host h = *host::open_all();
///   auto records = measure<probe<host_to_device<host>, sizes::one<4_KiB>>>(h, {.iterations = 5});
template <class P>
std::vector<record> measure(typename P::direction_type::backend_type& b, settings const& how = {},
                            between const& devices = {}) {
  using B = typename P::direction_type::backend_type;
  static constexpr auto e = make_entry<B, typename P::operation_type, typename P::timer_type>();
  timer_info timer;
  auto open = [&](std::vector<request> lanes) {
    if (timer.name.empty()) timer = timer_of(b, e);
    return open_stage(b, e, timer, std::move(lanes));
  };
  return detail::measure_sizes({.measure = e.measure,
                                .direction = P::direction_type::name,
                                .cache = e.cache,
                                .timer = e.timer,
                                .affinity = P::affinity_type::wanted(),
                                .path = P::direction_type::between(devices.first, devices.second),
                                .timer_available = e.timer_available},
                               e.moves ? P::sizes_type::values() : std::vector<bytes>(1), open, how);
}

/// Opens the backend, measures, closes it.
template <class P>
std::vector<record> measure(settings const& how = {}, between const& devices = {}) {
  using B = typename P::direction_type::backend_type;
  auto b = detail::open_backend<B>();
  if (!b) {
    std::vector<record> all(1);
    all[0].test = "probe";
    all[0].measure = P::quantity_type::name;
    all[0].status = outcome::failed;
    all[0].reason = b.error().text;
    return all;
  }
  return measure<P>(*b, how, devices);
}
}  // namespace lanemark
