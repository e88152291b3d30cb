// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <string>

#include <lanemark/fabric/team.hpp>
#include <lanemark/run/runner.hpp>

// Cells between nodes of a made-up machine. Their figures come from the model; the ranks come together and part as they
// do for real, so that a scenario can be rehearsed with as many ranks as it will have.

namespace lanemark::fabric {
/// Measures a simulated cell as its leader: on this rank's model, once all members are there.
inline record lead_rehearsal(workplace& w, cell const& c, event_sink const& tell, std::atomic<bool> const& stop) {
  std::string missing;
  auto const members = members_of(c);
  for (int const n : members)
    if (n != w.ranks.rank() && missing.empty() && !w.ranks.receive(n, tag::answer, c.how.wait, &stop))
      missing = stop ? std::string(interrupted_reason)
                     : w.ranks.name(n) + " did not come to this cell within " + duration_text(c.how.wait.count());
  auto r = missing.empty() ? lanemark::detail::run_cell(w.local, c, true, c.index, tell, stop)
                           : unmeasured(c, true, stop ? outcome::not_run : outcome::timed_out, missing);
  for (int const n : members)
    if (n != w.ranks.rank()) (void)w.ranks.send(n, tag::command, "close", c.how.wait);
  return r;
}

/// Takes part in a simulated cell that another rank leads.
inline status follow_rehearsal(workplace& w, cell const& c, std::atomic<bool> const& stop) {
  auto const leader = leader_of(c);
  if (auto no = w.ranks.send(leader, tag::answer, "here", c.how.wait)) return no;
  auto const room = c.how.timeout + c.how.wait + nanoseconds{10e9};
  if (!w.ranks.receive(leader, tag::command, room, &stop) && !stop)
    return problem{fault::late, w.ranks.name(leader) + " did not end cell " + c.id + " within " +
                                    duration_text(room.count()) + ": it is gone or cannot be reached"};
  return {};
}
}  // namespace lanemark::fabric
