// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

#include <lanemark/run/wire.hpp>

namespace lanemark::fabric {
using wire::from_bytes, wire::pass_all, wire::to_bytes;

/// What a rank says of itself before anything runs. Node n of the super-pod is rank n.
struct rank_facts {
  int rank = 0;
  std::string host{};                           ///< as MPI names it
  std::string machine{};                        ///< equal for ranks that share a kernel: its boot id
  int process = 0;                              ///< process id there
  std::string version{};                        ///< of lanemark
  std::string scenario{};                       ///< hash of all that decides what is measured
  std::vector<int> bound{}, allowed{};          ///< CPUs left by the launcher; CPUs that may be had
  std::vector<std::vector<int>> device_cpus{};  ///< by device id; empty lists: not known
  std::string backend{};
  std::vector<std::string> problems{};  ///< why this rank cannot run; none: it can
  int memory = 0;                       ///< equal for ranks that can share memory
};

template <class Archive>
void pass(Archive& a, rank_facts& r) {
  pass_all(a, r.rank, r.host, r.machine, r.process, r.version, r.scenario, r.bound, r.allowed, r.device_cpus, r.backend,
           r.problems, r.memory);
}

/// `rank 1 (lmB)`.
inline std::string name_of(rank_facts const& r) {
  return "rank " + std::to_string(r.rank) + (r.host.empty() ? "" : " (" + r.host + ")");
}

/// Why these ranks cannot measure together; empty: they can. A rank's own problems come first, once where all have the
/// same, then what differs from rank 0.
inline std::vector<std::string> disagreements(std::vector<rank_facts> const& all) {
  std::vector<std::string> found;
  if (all.empty()) return found;
  auto const& first = all.front();
  for (auto const& text : first.problems) found.push_back(text);
  for (auto const& r : all)
    if (&r != &first && r.problems != first.problems)
      for (auto const& text : r.problems) found.push_back(name_of(r) + ": " + text);
  if (!found.empty()) return found;
  for (auto const& r : all) {
    if (r.version != first.version)
      found.push_back(name_of(r) + " is lanemark " + r.version + ", and " + name_of(first) + " is " + first.version +
                      ": install one version everywhere");
    else if (r.scenario != first.scenario)
      found.push_back(name_of(r) + " has another scenario than " + name_of(first) +
                      " (file, what it extends, profile, --set or backend): give every rank the same");
    else if (r.backend != first.backend)
      found.push_back(name_of(r) + " runs on backend " + r.backend + ", and " + name_of(first) + " on " +
                      first.backend + ": name the backend in the scenario");
  }
  return found;
}
}  // namespace lanemark::fabric
