// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/backend/host/memory.hpp>
#include <lanemark/fabric/membership.hpp>
#include <lanemark/fabric/mpi.hpp>
#include <lanemark/fabric/share.hpp>
#include <lanemark/fabric/ways.hpp>
#include <lanemark/plan/devices.hpp>
#include <lanemark/plan/inventory.hpp>
#include <lanemark/plan/machine.hpp>

// All members of a cell open their shares together, on the threads that own MPI. Between two collective calls they
// agree that all got this far, or one that has no memory would leave the others waiting for it.

namespace lanemark::fabric {
/// What opening a share needs to know of this rank.
struct opening {
  cell const& what;
  int me = 0;  ///< this node
  MPI_Comm comm = MPI_COMM_NULL;
  std::vector<int> members{};
  int cpu = -1;                                  ///< to issue on; -1: not pinned
  std::shared_ptr<on_host::pool> const& memory;  ///< of this rank
  machine& local;                                ///< likewise
  inventory const& here;
};

namespace detail {
constexpr std::size_t page_of = 4096;
constexpr std::size_t flag_room = sizeof(flags);
constexpr std::size_t rounded(std::size_t n) { return (n + page_of - 1) / page_of * page_of; }

/// Whether every member says yes.
inline bool all_agree(MPI_Comm comm, bool mine) {
  int all = 0, const_mine = mine ? 1 : 0;
  return MPI_Allreduce(&const_mine, &all, 1, MPI_INT, MPI_MIN, comm) == MPI_SUCCESS && all == 1;
}

/// How many of the first `lanes` lanes have an end on a node: what lies before the next one in that node's window.
/// `arriving`: only those that end there.
inline std::size_t ends_before(cell const& c, int node, std::size_t lanes, bool arriving) {
  std::size_t n = 0;
  for (std::size_t i = 0; i < lanes; ++i)
    n += c.lanes[i].destination.node == node || (!arriving && c.lanes[i].source.node == node);
  return n;
}

inline status lease_ends(share& s, opening const& o, std::string const& mechanism) {
  for (std::size_t i = 0; i < o.what.lanes.size(); ++i) {
    auto const& l = o.what.lanes[i];
    bool const out = l.source.node == o.me;
    if (!out && l.destination.node != o.me) continue;
    auto const& mine = out ? l.source : l.destination;
    auto const* device = find_device(o.here, mine.index);
    if (!mine.host && !device)
      return problem{fault::unsupported, "node" + std::to_string(o.me) + " has no device " +
                                             std::to_string(mine.index) + "; backend " + o.here.backend + " has " +
                                             device_list(o.here) + " there"};
    lane_end e{.lane = i, .peer = place_among(o.members, out ? l.destination.node : l.source.node), .out = out};
    bool const answers = o.what.measure == "latency" && mechanism != "put";
    bool const own_data = out || mechanism == "send";                // else it lies in a window
    bool const own_back = answers && (mechanism == "send" || !out);  // likewise
    for (int k = 0; k < 2 && s.size != 0; ++k) {
      if (!(k == 0 ? own_data : own_back)) continue;
      auto b = o.memory->lease(s.size, device ? device->numa : -1, o.what.pages == "huge",
                               device ? device->cpus : std::vector<int>{});
      if (!b) return problem{b.error().kind, "node" + std::to_string(o.me) + ": " + b.error().text};
      (k == 0 ? e.data : e.back) = (*b)->data;
      if (k == 0) {
        (out ? s.got.source_node : s.got.destination_node) = (*b)->got_node;
        s.got.pages = (*b)->pages;
      }
      if (!(*b)->warning.empty()) s.got.warnings.push_back("node" + std::to_string(o.me) + ": " + (*b)->warning);
      e.memory[k] = std::move(*b);
      if (!s.staged) continue;
      auto staged = o.local.open_staging(mine.index, k == 0 ? e.data : e.back, s.size);
      if (!staged) return problem{staged.error().kind, "node" + std::to_string(o.me) + ": " + staged.error().text};
      e.device[k] = std::move(*staged);
    }
    s.ends.push_back(std::move(e));
  }
  return {};
}

/// Where one-sided writes land: each member's window holds the ends of its lanes, one behind the other.
inline int open_put_window(share& s, opening const& o) {
  auto const each = rounded(std::max<std::size_t>(s.size, 1));
  auto& w = *s.window;
  auto const room = each * std::max<std::size_t>(1, ends_before(o.what, o.me, o.what.lanes.size(), true));
  auto code = MPI_Win_allocate(static_cast<MPI_Aint>(room), 1, MPI_INFO_NULL, o.comm, &w.base, &w.win);
  if (code != MPI_SUCCESS) return code;
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
  for (auto& e : s.ends) {
    auto const at = each * ends_before(o.what, o.what.lanes[e.lane].destination.node, e.lane, true);
    if (e.out)
      e.place = static_cast<MPI_Aint>(at);
    else
      e.data = w.base + at;
  }
  code = MPI_Win_lock_all(0, w.win);
  w.locked = code == MPI_SUCCESS;
  return code;
}

/// The first whole page of a part. MPI begins parts anywhere, but the same way in every member's mapping: those begin
/// at pages, so all of them find the same place.
inline std::byte* page_at(std::byte* p) {
  return reinterpret_cast<std::byte*>(rounded(reinterpret_cast<std::uintptr_t>(p)));
}

/// Memory that all members share: each member's part holds flags and bytes for the ends of its lanes.
inline int open_shared_window(share& s, opening const& o) {
  auto const each = rounded(flag_room + s.size);
  auto& w = *s.window;
  auto code = MPI_Win_allocate_shared(static_cast<MPI_Aint>(each * s.ends.size() + page_of), 1, MPI_INFO_NULL, o.comm,
                                      &w.base, &w.win);
  if (code != MPI_SUCCESS) return code;
  MPI_Win_set_errhandler(w.win, MPI_ERRORS_RETURN);
  for (std::size_t i = 0; i < s.ends.size(); ++i) {
    auto& e = s.ends[i];
    auto const& l = o.what.lanes[e.lane];
    auto const other = e.out ? l.destination.node : l.source.node;
    MPI_Aint room = 0;
    int unit = 0;
    std::byte* base = nullptr;
    if ((code = MPI_Win_shared_query(w.win, e.peer, &room, &unit, &base)) != MPI_SUCCESS) return code;
    auto* const mine = page_at(w.base) + i * each;
    auto* const theirs = page_at(base) + each * ends_before(o.what, other, e.lane, false);
    if (!e.out) e.data = mine + flag_room;
    if (e.out && o.what.measure == "latency") e.back = mine + flag_room;  // nothing else is answered with bytes
    e.far = theirs + flag_room;
    e.signal = reinterpret_cast<flags*>(e.out ? theirs : mine);
    if (!e.out) new (e.signal) flags;
  }
  return MPI_Win_lock_all(0, w.win) == MPI_SUCCESS ? w.locked = true, MPI_SUCCESS : MPI_ERR_WIN;
}
}  // namespace detail

/// Opens this rank's share. A problem without words: another member has the words.
inline result<std::shared_ptr<share>> open_share(opening const& o, way const& by) {
  auto s = std::make_shared<share>();
  s->comm = o.comm, s->ranks = static_cast<int>(o.members.size()), s->size = o.what.size.count;
  s->type = payload_type(s->size);
  if (o.cpu >= 0) s->got.cpus = {o.cpu};
  s->staged = o.here.backend != "host" && s->size != 0;
  s->got.path = s->staged ? "staged" : "direct";
  auto const mechanism = std::string(by.mechanism);
  auto no = detail::lease_ends(*s, o, mechanism);
  if (!detail::all_agree(o.comm, !no)) return no ? *no : problem{fault::failed, ""};
  s->posted.resize(std::max<std::size_t>(window_turns, 2) * s->ends.size(), MPI_REQUEST_NULL);
  if (mechanism != "put" && mechanism != "shared") return s;
  s->window = std::make_unique<window_memory>();
  auto const code = mechanism == "put" ? detail::open_put_window(*s, o) : detail::open_shared_window(*s, o);
  if (!detail::all_agree(o.comm, code == MPI_SUCCESS)) {
    if (code == MPI_SUCCESS) return problem{fault::failed, ""};
    auto refused = mpi_problem("opening a window for copy \"" + mechanism + "\"", code);
    if (mechanism == "shared")
      refused = {fault::unsupported,
                 refused.text + ": is `--mca osc` given without sm, which makes windows of shared memory?"};
    return refused;
  }
  return s;
}

/// Lets go of what the members hold together. On the thread that owns MPI, by all of them. Where a call failed,
/// requests may be under way that nobody can take back: then the memory stays.
inline void close_share(std::shared_ptr<share> const& s) {
  (void)pin_thread(s->allowed);
  if (s->doubtful) {
    (void)new std::shared_ptr<share>(s);
    return;
  }
  if (!s->window || s->window->win == MPI_WIN_NULL) return;
  if (s->window->locked) MPI_Win_unlock_all(s->window->win);
  MPI_Win_free(&s->window->win);
}
}  // namespace lanemark::fabric
