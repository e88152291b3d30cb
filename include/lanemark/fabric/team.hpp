// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <sys/resource.h>

#include <lanemark/fabric/membership.hpp>
#include <lanemark/fabric/open_share.hpp>
#include <lanemark/fabric/pod.hpp>
#include <lanemark/measure/gate.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/run/wire_types.hpp>

namespace lanemark::fabric {
/// What a rank works with: its super-pod, its own machine, and memory for its ends of lanes.
struct workplace {
  pod& ranks;
  machine& local;
  inventory here{};
  std::shared_ptr<on_host::pool> memory = std::make_shared<on_host::pool>();
  std::size_t cache_bytes = 0;  ///< of this node's last-level cache; 0: unknown
  std::vector<timer_info> tuned{};

  timer_info clock_of(way const& w) {
    for (auto const& t : tuned)
      if (t.name == w.timer) return t;
    return tuned.emplace_back(w.tuned());
  }
};

/// What the leader asks of the other members of a cell.
enum class command { fill, play, check, close };
struct request_to_member {
  command what = command::close;
  std::size_t cell = 0, step = 0;  ///< its answer carries them: one that comes too late is no answer to the next
  std::size_t samples = 0, repeats = 0;
  pattern payload{};
};
template <class Archive>
void pass(Archive& a, request_to_member& r) {
  pass_all(a, r.what, r.cell, r.step, r.samples, r.repeats, r.payload);
}
/// What a member answers.
struct member_answer {
  std::size_t cell = 0, step = 0;
  std::optional<problem> wrong{};
  std::vector<double> sample_ns{};       ///< of each sample, by its own clock; empty: no lane leaves from there
  std::size_t switches = 0, faults = 0;  ///< so far, of its thread
  std::string timer{};                   ///< its clock
  obtained got{};
};
template <class Archive>
void pass(Archive& a, member_answer& m) {
  pass_all(a, m.cell, m.step, m.wrong, m.sample_ns, m.switches, m.faults, m.timer, m.got);
}

/// One rank's part in one cell. Shared with the jobs of MPI's thread, which may outlive everything else.
struct team {
  cell what{};
  int me = 0;  ///< this node
  std::vector<int> members{};
  MPI_Comm comm = MPI_COMM_NULL;
  std::shared_ptr<share> mine{};
  way by{};
  status no_way{};  ///< why this rank has no way to measure the cell
  timer_info clock{};
  std::vector<std::string> warnings{};
  std::size_t switches = 0, faults = 0;
  std::size_t cache_bytes = 0;  ///< that a copy may hide in; 0: unknown, or the ranks share none
  std::size_t steps = 0;        ///< that the leader has asked for

  /// Messages that are no payload get at least this long, however short a copy may take.
  nanoseconds patience() const { return std::max(what.how.wait, nanoseconds{5e9}); }
  /// The part of a node in a cell. Whoever sends has to have the clock that is asked for.
  static std::shared_ptr<team> of(workplace& w, cell const& c) {
    auto t = std::make_shared<team>();
    t->what = c, t->me = w.ranks.rank(), t->members = members_of(c);
    auto wanted = c;
    if (!t->sends()) wanted.timer = "auto";
    if (auto const found = way_of(wanted))
      t->by = *found, t->clock = w.clock_of(*found);
    else
      t->no_way = found.error();
    if (w.here.backend != "host" && (c.copy == "put" || c.copy == "shared"))
      t->no_way =
          problem{fault::unsupported, "memory of backend " + w.here.backend +
                                          " is staged through the host between nodes, and goes by copy \"send\"; "
                                          "\"" +
                                          c.copy + "\" is between hosts' memory (backend host)"};
    t->cache_bytes = w.cache_bytes;
    return t;
  }
  int place(int node) const { return place_among(members, node); }

  /// Opens this rank's part, together with the other members. On MPI's thread.
  status open(pod::groups_view const& groups, std::vector<rank_facts> const& facts,
              std::shared_ptr<on_host::pool> const& memory, machine& local, inventory const& here) {
    if ((comm = groups.of(members)) == MPI_COMM_NULL)
      return problem{fault::failed, "MPI made no communicator for these ranks"};
    if (!detail::all_agree(comm, !no_way)) return no_way ? *no_way : problem{fault::failed, ""};
    for (int const n : members)
      if (facts[std::size_t(n)].machine != facts[std::size_t(members[0])].machine) cache_bytes = 0;
    std::vector<seat> seats;
    for (int const n : members) {
      auto const& f = facts[static_cast<std::size_t>(n)];
      seats.push_back({n, f.machine, f.bound, f.allowed, near_cpus(f)});
    }
    auto const seated = seat_ranks(seats);
    if (!seated) return seated.error();
    warnings = seated->warnings;
    auto const cpu = seated->cpus[static_cast<std::size_t>(place(me))];
    if (what.copy == "shared")
      for (int const n : members)
        if (auto const& f = facts[static_cast<std::size_t>(n)]; f.memory != facts[std::size_t(members[0])].memory)
          return problem{fault::unsupported, name_of(facts[static_cast<std::size_t>(members[0])]) + " and " +
                                                 name_of(f) +
                                                 " share no memory: copy = \"shared\" is for ranks on one "
                                                 "host; choose copy = \"send\" or \"put\""};
    auto opened = open_share({what, me, comm, members, cpu, memory, local, here}, by);
    if (!opened) return opened.error();
    mine = std::move(*opened);
    if (auto no = mine->enter(0)) return no;
    mine->look_at_window();
    return {};
  }

  /// This rank's samples, in ns. On MPI's thread.
  std::vector<double> play(std::size_t samples, std::size_t repeats) {
    std::vector<window> laps(samples);
    rusage before{}, after{};
    gate alone(1);
    if (by.measure == "bandwidth" && repeats != 0) {
      window untimed;
      if (auto const turns = lead_in_turns(mine->size)) by.clocked(*mine, 0, alone, {&untimed, 1}, turns);
    }
    getrusage(RUSAGE_THREAD, &before);
    by.clocked(*mine, 0, alone, laps, repeats);
    getrusage(RUSAGE_THREAD, &after);
    switches += static_cast<std::size_t>(after.ru_nivcsw - before.ru_nivcsw);
    faults += static_cast<std::size_t>(after.ru_minflt - before.ru_minflt + after.ru_majflt - before.ru_majflt);
    std::vector<double> ns;
    for (auto const& w : laps) ns.push_back(static_cast<double>(w.end - w.begin) * clock.ns_per_tick);
    return ns;
  }
  /// The answer of a member to a step; nothing by the deadline. Answers to earlier steps are no answers.
  std::optional<member_answer> answer_of(int node, std::size_t step, nanoseconds deadline) const {
    for (;;) {
      auto const l = receive_bytes(comm, place(node), tag::answer, deadline);
      member_answer a;
      if (!l || !from_bytes(l->bytes, a)) return {};
      if (a.cell == what.index && a.step == step) return a;
    }
  }
  /// Asks all other members for a step.
  void tell(request_to_member r) const {
    r.cell = what.index, r.step = steps;
    for (int const n : members)
      if (n != me) send_bytes(comm, place(n), tag::command, to_bytes(r), steady_now() + patience());
  }
  bool sends() const {
    for (auto const& l : what.lanes)
      if (l.source.node == me) return true;
    return false;
  }

 private:
  std::vector<int> near_cpus(rank_facts const& f) const {
    for (auto const& l : what.lanes)
      for (auto const& e : {l.source, l.destination})
        if (e.node == f.rank && !e.host && e.index >= 0 && static_cast<std::size_t>(e.index) < f.device_cpus.size())
          return f.device_cpus[static_cast<std::size_t>(e.index)];
    return {};
  }
};
}  // namespace lanemark::fabric
