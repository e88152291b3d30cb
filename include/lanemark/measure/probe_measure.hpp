// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
  if constexpr (requires { B::open_all(); }) return B::open_all();
  else return B{};
}

/// What a probe is known by, before anything was measured.
[[gnu::cold]] inline record probe_record(std::string_view measure, std::string_view direction, std::string_view cache,
                                         std::string_view timer, std::string affinity, lane const& path, bytes size,
                                         bool moves) {
  record r{.test = "probe",
           .measure = std::string(measure),
           .direction = std::string(direction),
           .mode = "single",
           .size_requested = size,
           .size = size,
           .affinity = std::move(affinity),
           .issuer = "auto",
           .cache = std::string(cache),
           .semantics = "default"};
  r.id = say({"probe/", measure, "/", direction, "/single/", to_string(path)});
  if (moves) say_to(r.id, {"/size=", size.count});
  say_to(r.id, {"/timer=", timer});
  r.lanes.push_back({.path = path});
  return r;
}

/// The plain part of a harness's measurement: one size.
[[gnu::cold]] inline record measure_opened(result<std::unique_ptr<stage>> opened, record identity, settings const& how) {
  if (opened) return measure_stage(**opened, std::move(identity), how);
  identity.status = outcome_of(opened.error().kind);
  identity.reason = opened.error().text;
  return identity;
}
}  // namespace detail

/// Measures a probe on an opened backend: one record per size, in order. A size that this machine cannot do is skipped
/// or failed with its reason in the record; nothing is thrown for it.
///
///   host h = *host::open_all();
///   auto records = measure<probe<host_to_device<host>, sizes::one<4_KiB>>>(h, {.iterations = 5});
template <class P>
std::vector<record> measure(typename P::direction_type::backend_type& b, settings const& how = {}, between const& devices = {}) {
  using B = typename P::direction_type::backend_type;
  constexpr auto e = make_entry<B, typename P::operation_type, typename P::timer_type>();
  std::vector<record> all;
  auto const path = P::direction_type::between(devices.first, devices.second);
  auto sizes = e.moves ? P::sizes_type::values() : std::vector<bytes>{{0}};
  std::optional<timer_info> timer;
  for (auto const size : sizes) {
    auto r = detail::probe_record(e.measure, P::direction_type::name, e.cache, e.timer,
                                  to_string(P::affinity_type::wanted()), path, size, e.moves);
    if constexpr (clock_timer<typename P::timer_type>) {
      if (auto no = P::timer_type::available()) {
        r.status = outcome::skipped;
        r.reason = no->text;
        all.push_back(std::move(r));
        continue;
      }
    }
    if (!timer) timer = timer_of(b, e);
    request const wanted{.path = path, .size = size, .place = P::affinity_type::wanted(), .cold = e.cache == "cold"};
    all.push_back(detail::measure_opened(open_stage(b, e, *timer, {wanted}), std::move(r), how));
  }
  return all;
}

/// Opens the backend, measures, closes it.
template <class P>
std::vector<record> measure(settings const& how = {}, between const& devices = {}) {
  using B = typename P::direction_type::backend_type;
  auto b = detail::open_backend<B>();
  if (!b) {
    record r{.test = "probe", .measure = std::string(P::quantity_type::name)};
    r.status = outcome::failed;
    r.reason = b.error().text;
    return {r};
  }
  return measure<P>(*b, how, devices);
}
}  // namespace lanemark
