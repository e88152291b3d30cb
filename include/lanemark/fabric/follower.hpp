// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include <lanemark/fabric/team.hpp>

namespace lanemark::fabric {
namespace detail {
/// Does what the leader asks, until it closes the cell. Each step on MPI's thread, with the deadline of the cell.
inline status obey(pod& ranks, std::shared_ptr<team> const& t, std::atomic<bool> const& stop) {
  auto const leader = t->place(leader_of(t->what));
  auto const& how = t->what.how;
  auto const name = ranks.name(leader_of(t->what));
  for (;;) {
    auto const next = std::make_shared<std::optional<letter>>();
    // the leader may think for as long as the cell may take
    auto const room = how.timeout + how.wait + nanoseconds{10e9};
    auto const came =
        ranks.run([=, &stop] { *next = receive_bytes(t->comm, leader, tag::command, steady_now() + room, &stop); },
                  room + nanoseconds{5e9});
    if (stop.load(std::memory_order_relaxed)) return {};
    request_to_member r;
    if (came != progress::done || !*next || !from_bytes((*next)->bytes, r))
      return problem{fault::late, name + " asked for nothing within " + duration_text(room.count()) + " of cell " +
                                      t->what.id + ": it is gone or cannot be reached"};
    // a little longer than the leader waits, so that its sentence comes first
    auto const patience = (r.what == command::play ? t->patience() : how.timeout + t->patience()) + nanoseconds{2e9};
    auto const ended = ranks.run(
        [=] {
          if (r.what == command::close) return close_share(t->mine);
          member_answer a{.cell = r.cell, .step = r.step};
          if (r.what == command::fill) a.wrong = t->mine->fill(r.payload);
          if (r.what == command::check) a.wrong = t->mine->check(r.payload);
          if (r.what == command::play) {
            auto ns = t->play(r.samples, r.repeats);
            if (t->sends()) a.sample_ns = std::move(ns);
          }
          if (!a.wrong) a.wrong = t->mine->trouble();
          a.switches = t->switches, a.faults = t->faults;
          send_bytes(t->comm, leader, tag::answer, to_bytes(a), steady_now() + t->patience());
        },
        patience);
    if (ended != progress::done)
      return problem{fault::late, "waited " + duration_text(patience.count()) + " for " + name + " in cell " +
                                      t->what.id + ": it is gone or cannot be reached"};
    if (r.what == command::close) return {};
  }
}
}  // namespace detail

/// Takes part in a cell that another rank leads. Trouble: this process is out of the super-pod and has to end.
inline status follow(workplace& w, cell const& c, std::atomic<bool> const& stop) {
  auto const t = team::of(w, c);
  auto const here = std::make_shared<inventory>(w.here);
  auto const opened = std::make_shared<bool>(false);
  auto const patience = c.how.timeout + 2 * t->patience() + nanoseconds{2e9};
  auto const ended = w.ranks.run(
      [=, groups = w.ranks.groups(), facts = w.ranks.facts(), memory = w.memory, &local = w.local] {
        member_answer a{.cell = t->what.index};
        a.timer = t->clock.name;
        a.wrong = t->open(groups, facts, memory, local, *here);
        *opened = t->mine != nullptr;
        if (t->mine) a.got = t->mine->got;
        if (t->comm != MPI_COMM_NULL)
          send_bytes(t->comm, t->place(leader_of(t->what)), tag::answer, to_bytes(a), steady_now() + t->patience());
      },
      patience);
  if (ended != progress::done)
    return problem{fault::late,
                   "the ranks of cell " + c.id + " did not come together within " + duration_text(patience.count())};
  return *opened ? detail::obey(w.ranks, t, stop) : status{};
}
}  // namespace lanemark::fabric
