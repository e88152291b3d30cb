// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/judge/device_names.hpp>
#include <lanemark/judge/night.hpp>

namespace lanemark {
/// How two nights differ beside their figures.
struct machine_difference {
  std::vector<std::string> identity{};     ///< another machine: the nights cannot be compared
  std::vector<std::string> environment{};  ///< the same machine set up otherwise: compared, and said
  device_names devices{};
};

namespace detail {
inline std::string value_of_fact(std::vector<fact> const& facts, std::string_view key) {
  for (auto const& f : facts)
    if (f.key == key) return f.value;
  return {};
}
/// A fact of one card, `pci.0000:03:00.0` or `pci.0000:03:00.0.firmware`: a lost card is no other machine.
inline bool is_of_card(std::string_view key) { return key.starts_with("pci."); }
}  // namespace detail

/// Asked before any figure is looked at. Simulated machines are their devices alone: where the model was computed does
/// not matter. A card that is gone or new is neither: its series are missing or new, and that says it.
inline machine_difference compare_machines(night const& older, night const& now) {
  machine_difference out{.devices = match_devices(older.devices, now.devices)};
  auto differs = [](std::string const& what, std::string const& was, std::string const& is) {
    return what + " was " + (was.empty() ? "not known" : was) + ", is " + (is.empty() ? "not known" : is);
  };
  if (older.simulated != now.simulated)
    out.identity.push_back(now.simulated ? "simulated figures cannot be held against measured ones"
                                         : "measured figures cannot be held against simulated ones");
  if (older.backend != now.backend) out.identity.push_back(differs("backend", older.backend, now.backend));
  if (older.scenario != now.scenario) out.identity.push_back(differs("scenario", older.scenario, now.scenario));
  for (auto const& r : out.devices.replaced) (r.find(" is a ") != r.npos ? out.identity : out.environment).push_back(r);
  if (!older.devices.empty() && !now.devices.empty() && out.devices.lost.size() == older.devices.size())
    out.identity.push_back("no device of the base is there any more");
  if (older.scenario_hash != now.scenario_hash && !older.scenario_hash.empty() && !now.scenario_hash.empty())
    out.environment.push_back("the scenario file changed");
  if (older.version != now.version) out.environment.push_back(differs("lanemark", older.version, now.version));
  if (older.simulated || now.simulated) return out;
  for (auto const& f : now.facts) {
    auto const was = detail::value_of_fact(older.facts, f.key);
    if (was == f.value || f.kind == fact_class::informative) continue;
    if (was.empty() && (older.facts.empty() || detail::is_of_card(f.key))) continue;
    bool const identity = f.kind == fact_class::identity && was != "unknown" && f.value != "unknown";
    (identity ? out.identity : out.environment).push_back(differs(f.key, was, f.value));
  }
  bool const facts_known = !older.facts.empty() && !now.facts.empty();
  if (!facts_known && older.fingerprint != now.fingerprint && !older.fingerprint.empty() && !now.fingerprint.empty())
    out.identity.push_back(differs("the machine's fingerprint", older.fingerprint, now.fingerprint));
  return out;
}
}  // namespace lanemark
