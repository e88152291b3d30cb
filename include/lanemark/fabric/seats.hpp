// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark::fabric {
/// A rank of a cell that needs a CPU to spin on.
struct seat {
  int rank = 0;
  std::string machine{};       ///< equal for ranks that share a kernel, whatever their host names are
  std::vector<int> bound{};    ///< CPUs that the launcher left this rank
  std::vector<int> allowed{};  ///< CPUs that the system lets it have when it asks
  std::vector<int> near{};     ///< CPUs near its device; empty: all are
};

/// Where each rank issues, and what is to be said of it.
struct seating {
  std::vector<int> cpus{};  ///< one per seat
  std::vector<std::string> warnings{};
};

/// Gives every rank of a cell a CPU of its own: near its device, else one it is bound to, else any it may have. Two
/// ranks that spin on one core measure the scheduler (512 bytes took 4001 us instead of 4.8), and launchers bind the
/// first rank of every host to core 0: where both ranks are on one machine, one of them is moved, and that is said.
inline result<seating> seat_ranks(std::vector<seat> const& seats) {
  seating out;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    auto const& s = seats[i];
    auto taken_by = [&](int cpu) {
      for (std::size_t k = 0; k < i; ++k)
        if (seats[k].machine == s.machine && out.cpus[k] == cpu) return seats[k].rank;
      return -1;
    };
    auto pick = [&](std::vector<int> const& from) {
      for (int const cpu : from)
        if (contains(s.allowed, cpu) && taken_by(cpu) < 0) return cpu;
      return -1;
    };
    auto cpu = pick(s.near.empty() ? s.bound : s.near);
    bool const wished = cpu >= 0;
    if (!wished) cpu = pick(s.bound);
    if (!wished && cpu < 0) cpu = pick(s.allowed);
    if (cpu < 0) {
      auto const other = s.allowed.empty() ? -1 : taken_by(s.allowed.front());
      return problem{
          fault::unsupported,
          other < 0 ? say({"rank ", s.rank, " may use no CPU at all"})
                    : say({"ranks ", other, " and ", s.rank, " are on one machine and have CPU ", id_list(s.allowed),
                           " between them: two ranks that spin on one core measure the scheduler; give each "
                           "a CPU of its own (mpirun --bind-to none, or more CPUs)"})};
    }
    out.cpus.push_back(cpu);
    if (!wished && !s.near.empty())
      out.warnings.push_back(say({"rank ", s.rank, " issues on CPU ", cpu,
                                  ", not near its device: those CPUs are taken by other ranks of this machine, or not "
                                  "allowed"}));
    for (std::size_t k = 0; k < i; ++k)
      if (seats[k].machine == s.machine && s.bound.size() < s.allowed.size() && seats[k].bound == s.bound) {
        out.warnings.push_back(say({"the launcher bound ranks ", seats[k].rank, " and ", s.rank, " to one core (CPU ",
                                    id_list(s.bound), "): they issue on CPUs ", out.cpus[k], " and ", cpu}));
        break;
      }
  }
  return out;
}
}  // namespace lanemark::fabric
