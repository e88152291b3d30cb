// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/core/say.hpp>
#include <lanemark/measure/clocked.hpp>
#include <lanemark/measure/leaf.hpp>
#include <lanemark/measure/marked.hpp>
#include <lanemark/measure/tune.hpp>
#include <lanemark/policy/timer.hpp>

namespace lanemark {
/// Names and the instantiated code for one (operation, timer) that can work on B. The leaf is all that is new in it.
template <class B>
struct entry {
  using track = typename B::track;
  std::string_view measure{}, mechanism{}, cache{}, semantics{}, timer{};
  unsigned parties = 1;
  bool moves = true;
  double per_turn = 1;
  std::size_t most_repeats = std::numeric_limits<std::size_t>::max() / 4;
  leaf_function<track> clocked = nullptr;  // one of these two is set
  submit_function<track> submit = nullptr;
  timer_info (*tuned)() = nullptr;
  status (*timer_available)() = nullptr;
};

template <class B, class O, class T>
requires times_operation<T, B, O> constexpr entry<B> make_entry() {
  entry<B> e{.measure = O::measures::name,
             .mechanism = O::mechanism,
             .cache = cache_of<O>(),
             .semantics = semantics_of<O>(),
             .timer = T::name,
             .parties = O::parties,
             .moves = O::moves,
             .per_turn = O::per_turn};
  if constexpr (clock_timer<T>) {
    e.clocked = &clocked_leaf<O, T, typename B::track>;
    e.tuned = &tune<T>;
    e.timer_available = &T::available;
  } else {
    e.submit = &O::submit;
    // queued copies hide each other's start: more than one between two marks is no latency
    if (O::measures::name == "latency") e.most_repeats = 1;
  }
  return e;
}

/// What is known of an entry's clock before it is used: measured once for a clock, declared by the backend for marks.
template <class B>
timer_info timer_of(B const& b, entry<B> const& e) {
  if (e.tuned) return e.tuned();
  timer_info t{.name = std::string(e.timer)};
  if constexpr (marking_backend<B>) t.step_ns = b.mark_step().count();
  return t;
}

/// Runs another entry's loop over the tracks of an opened stage. Both entries must differ in nothing but the loop.
template <backend B>
void use_entry(stage& s, entry<B> const& e) {
  if constexpr (marking_backend<B>) {
    if (e.submit) static_cast<marked_stage<B>&>(s).use(e.submit);
  }
  if constexpr (blocking_backend<B>) {
    if (e.clocked) static_cast<clocked_stage<typename B::track>&>(s).use(e.clocked);
  }
  s.mechanism = std::string(e.mechanism);
}

/// Opens the lanes of a cell: the backend arranges them together, then each becomes a track, then one stage drives all.
template <backend B>
[[gnu::cold]] result<std::unique_ptr<stage>> open_stage(B& b, entry<B> const& e, timer_info const& timer,
                                                        std::vector<request> lanes) {
  for (auto& r : lanes) {
    if (!serves_semantics(e.semantics, r.semantics))
      return problem{fault::unsupported,
                     say({B::name, ": ", e.mechanism, " has semantics ", e.semantics, ", not ", r.semantics})};
    if (e.semantics != "any") r.semantics = e.semantics;  // the backend need not know what its default is
  }
  for (auto const& r : lanes)
    if (auto no = b.supports(r)) return std::move(*no);
  if (lanes.empty()) return problem{fault::unsupported, say({B::name, ": a cell needs at least one lane"})};
  if constexpr (arranging_backend<B>)
    if (auto no = b.arrange(lanes, e.parties)) return std::move(*no);
  auto const parties = e.parties > 1 ? e.parties : lanes.front().threads;
  for (auto const& r : lanes)
    if (r.threads == 0 || r.threads != lanes.front().threads)
      return problem{fault::unsupported, say({B::name, ": the lanes of one cell need the same number of threads"})};
  std::vector<typename B::track> tracks;
  for (auto const& r : lanes) {
    auto opened = b.open(r);
    if (!opened) return opened.error();
    tracks.push_back(std::move(*opened));
  }
  std::unique_ptr<stage> s;
  if constexpr (marking_backend<B>) {
    if (e.submit) s.reset(new marked_stage<B>(b, std::move(tracks), e.submit));
  }
  if constexpr (blocking_backend<B>) {
    if (e.clocked) {
      double (*check)(std::vector<typename B::track>&) = nullptr;
      if constexpr (requires { B::spot_check; }) check = &B::spot_check;
      s.reset(new clocked_stage<typename B::track>(std::move(tracks), parties, e.parties > 1 ? 1U : parties, e.clocked,
                                                   check));
    }
  }
  if (!s) return problem{fault::unsupported, say({B::name, ": this entry of the catalogue has no code"})};
  s->timer = timer;
  s->mechanism = std::string(e.mechanism);
  if constexpr (requires { b.last_level_cache(); }) s->cache_bytes = b.last_level_cache();
  s->per_turn = e.per_turn;
  s->moves = e.moves;
  s->simulated = B::domain == time_domain::simulated;
  if constexpr (requires { b.simulated(); }) s->simulated = b.simulated();
  if (e.most_repeats < s->most_repeats) s->most_repeats = e.most_repeats;
  return s;
}
}  // namespace lanemark
