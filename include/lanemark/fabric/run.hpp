// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/fabric/follower.hpp>
#include <lanemark/fabric/leader.hpp>
#include <lanemark/fabric/rehearsal.hpp>
#include <lanemark/plan/rounds.hpp>
#include <lanemark/run/event.hpp>
#include <lanemark/run/runner.hpp>

namespace lanemark::fabric {
/// What rank 0 tells the others: take part in a cell, or go home.
struct order {
  bool end = false;
  bool rehearsal = false;  ///< the figures are a model's
  cell what{};
};
template <class Archive>
void pass(Archive& a, order& o) {
  pass_all(a, o.end, o.rehearsal, o.what);
}

/// A rank's part in a cell: its record where it leads.
inline std::optional<record> take_part(workplace& w, order const& o, event_sink const& tell, status& trouble,
                                       std::atomic<bool> const& stop) {
  auto const& c = o.what;
  if (leader_of(c) == w.ranks.rank()) {
    if (o.rehearsal) return lead_rehearsal(w, c, tell, stop);
    auto const batch = [&](std::span<double const> samples) {
      tell(event::batch{c.index, {samples.begin(), samples.end()}});
    };
    return lead(w, c, batch, stop);
  }
  trouble = o.rehearsal ? follow_rehearsal(w, c, stop) : follow(w, c, stop);
  return {};
}

namespace detail {
/// Rank 0's side of a group of cells that share no node: everybody is told, then this rank does its own part, then the
/// records of the other leaders come in. `lost`: why the super-pod cannot go on.
class group_run {
  workplace& w;
  event_sink const& tell;
  std::atomic<bool> const& stop;
  bool simulated;

 public:
  std::string lost{};
  group_run(workplace& at, event_sink const& sink, std::atomic<bool> const& flag, bool sim)
      : w(at), tell(sink), stop(flag), simulated(sim) {}

  /// One record per cell of the group, in its order. `places`: where each stands among all the cells of the run, which
  /// its events count by; a run that is gone on with has fewer than the plan.
  std::vector<record> run(std::span<cell const* const> cells, std::span<std::size_t const> places) {
    std::vector<std::optional<record>> got(cells.size());
    for (auto const* c : cells) order_to_members(*c);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (lost.empty() && place_among(members_of(*cells[i]), 0) >= 0) own_part(*cells[i], places[i], got[i]);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (!got[i]) got[i] = collect(*cells[i]);
    std::vector<record> all;
    for (auto& r : got) all.push_back(std::move(*r));
    return all;
  }

 private:
  void order_to_members(cell const& c) {
    auto const bytes = to_bytes(order{.rehearsal = !w.here.model.empty(), .what = c});
    for (int const n : members_of(c)) {
      if (n == 0 || !lost.empty()) continue;
      w.ranks.wait_for(w.ranks.name(n));
      if (auto const no = w.ranks.send(n, tag::order, bytes, c.how.wait)) lost = no->text;
    }
  }
  void own_part(cell const& c, std::size_t place, std::optional<record>& got) {
    for (int const n : members_of(c))
      if (n != 0) w.ranks.wait_for(w.ranks.name(n));
    auto const tell_placed = [&](any_event const& e) {
      auto const* batch = std::get_if<event::batch>(&e);
      tell(batch ? any_event(event::batch{place, batch->samples}) : e);
    };
    status trouble{};
    got = take_part(w, {.rehearsal = !w.here.model.empty(), .what = c}, tell_placed, trouble, stop);
    if (trouble) lost = trouble->text;
    if (w.ranks.lost() && lost.empty()) lost = got ? got->reason : "a rank did not come back";
  }
  record collect(cell const& c) {
    auto const leader = leader_of(c);
    if (stop && leader != 0) return unmeasured(c, simulated, outcome::not_run, std::string(interrupted_reason));
    if (!lost.empty()) return unmeasured(c, simulated, outcome::not_run, "the super-pod fell apart: " + lost);
    if (leader != 0) {
      w.ranks.wait_for(w.ranks.name(leader));
      auto const room = c.how.timeout + 4 * c.how.wait + nanoseconds{30e9};
      auto const l = w.ranks.receive(leader, tag::done, room, &stop);
      record r;
      if (l && from_bytes(l->bytes, r)) return r;
      if (stop)
        return unmeasured(c, simulated, outcome::not_run,
                          "interrupted while " + w.ranks.name(leader) + " measured this cell");
      lost = w.ranks.name(leader) + " did not report within " + duration_text(room.count());
    }
    return unmeasured(c, simulated, outcome::timed_out, lost.empty() ? "nobody measured this cell" : lost);
  }
};
}  // namespace detail

/// Measures cells as rank 0, together with the ranks that serve. The same stream of events as `lanemark::run`: a cell
/// ends in exactly one `cell_finished`; cells of one round are under way together. Cells that cross no nodes are
/// measured here, on node 0. Afterwards the others wait for more, until they are dismissed.
inline event::finished run(workplace& w, std::span<cell const> cells, event_sink const& tell,
                           std::atomic<bool> const& stop) {
  auto const simulated = w.here.simulated;
  tell(event::started{w.here.backend, simulated, cells.size()});
  event::finished end{};
  detail::group_run group(w, tell, stop, simulated);
  if (w.ranks.lost()) group.lost = w.ranks.why_lost();  // in an earlier scenario
  auto finish = [&](std::size_t i, record r) {
    ++(r.status == outcome::measured ? end.measured : r.status == outcome::skipped ? end.skipped : end.failed);
    tell(event::cell_finished{i, std::move(r)});
  };
  for (auto const& round : rounds_of(cells)) {
    std::vector<cell const*> together;
    std::vector<std::size_t> at;
    for (auto const i : round) {
      auto const& c = cells[i];
      tell(event::cell_started{i, c.id});
      bool const crosses = !c.lanes.empty() && members_of(c).size() > 1;
      if (crosses && c.impossible.empty() && !all_cross(c)) {
        finish(i,
               unmeasured(c, simulated, outcome::skipped,
                          "lanes inside a node and lanes between nodes are not measured together: give each a test"));
      } else if (!c.impossible.empty() || !crosses) {
        finish(i, lanemark::detail::run_cell(w.local, c, simulated, i, tell, stop));
      } else if (!group.lost.empty()) {
        finish(i, unmeasured(c, simulated, outcome::not_run, "the super-pod fell apart: " + group.lost));
      } else if (stop) {
        finish(i, unmeasured(c, simulated, outcome::not_run, std::string(interrupted_reason)));
      } else {
        together.push_back(&c);
        at.push_back(i);
      }
    }
    if (together.empty()) continue;
    auto records = group.run(together, at);
    for (std::size_t k = 0; k < records.size(); ++k) finish(at[k], std::move(records[k]));
  }
  w.ranks.wait_for({});
  if (!group.lost.empty()) w.ranks.fell_apart(group.lost);
  end.interrupted = stop.load(std::memory_order_relaxed);
  tell(end);
  return end;
}

/// Sends everybody home. False: somebody cannot be told, and this process has to end without leaving in good order.
inline bool dismiss(pod& ranks) {
  bool all = !ranks.lost();
  for (int n = 1; n < ranks.ranks() && !ranks.lost(); ++n)
    if (ranks.send(n, tag::order, to_bytes(order{.end = true}), nanoseconds{5e9})) all = false;
  return all && !ranks.lost();
}

/// Every other rank's loop: takes part in the cells that rank 0 names until it is sent home. Trouble: why it could not
/// go on.
inline status serve(workplace& w, std::atomic<bool> const& stop) {
  auto const ignore = [](any_event const&) {};
  for (;;) {
    w.ranks.wait_for(w.ranks.name(0));
    // cells that do not concern this rank may take any time; that rank 0 is gone the launcher tells
    auto const asked = steady_now();
    auto const l = w.ranks.receive(0, tag::order, nanoseconds{3600e9}, &stop);
    if (stop.load(std::memory_order_relaxed)) return {};
    if (w.ranks.lost()) return problem{fault::late, "MPI does not come back"};
    if (!l && steady_now() < asked + nanoseconds{3500e9})
      return problem{fault::failed, "MPI refuses to look for orders of rank 0"};
    if (!l) continue;
    order o;
    if (!from_bytes(l->bytes, o)) return problem{fault::failed, "an order of rank 0 cannot be read"};
    if (o.end) return {};
    status trouble{};
    event_sink const nobody{ignore};
    auto const mine = take_part(w, o, nobody, trouble, stop);
    if (trouble) return trouble;
    if (mine && w.ranks.lost()) return problem{fault::late, "cell " + o.what.id + ": " + mine->reason};
    if (mine)
      if (auto no = w.ranks.send(0, tag::done, to_bytes(*mine), nanoseconds{30e9})) return no;
  }
}
}  // namespace lanemark::fabric
