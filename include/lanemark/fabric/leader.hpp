// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/ordering.hpp>
#include <lanemark/fabric/team.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/series_id.hpp>
#include <lanemark/run/record_of.hpp>

namespace lanemark::fabric {
/// A cell between nodes, seen from the rank that measures it: every step is asked of all members and done by all of
/// them at once, each lane timed by the clock of its source.
class leading_stage final : public stage {
  pod& ranks;
  std::shared_ptr<team> t;
  std::vector<obtained> got{};

 public:
  leading_stage(pod& p, std::shared_ptr<team> opened, std::vector<obtained> placements)
      : ranks(p), t(std::move(opened)), got(std::move(placements)) {
    timer = t->clock;
    mechanism = std::string(t->by.mechanism);
    lanes = t->what.lanes.size();
    per_turn = t->by.per_turn;
    moves = t->by.moves;
    cache_bytes = t->cache_bytes;
    if (t->by.measure == "bandwidth") least_repeats = least_turns(t->what.size.count);
    warnings = t->warnings;
    suspect = "the way between";
    for (std::size_t i = 0; i < t->members.size() && i < 4; ++i) suspect += (i ? " and " : " ") + p.name(t->members[i]);
  }
  ~leading_stage() override {
    // whoever was late has not closed either: the super-pod is lost, and its processes end
    if (ranks.lost()) return;
    ranks.run(
        [t = t] {
          ++t->steps;
          t->tell({});
          close_share(t->mine);
        },
        t->what.how.timeout + t->patience());
  }

  progress play(std::size_t samples, std::size_t repeats, nanoseconds deadline, std::vector<lap>& out) override {
    auto const r = std::make_shared<step>();
    // the cell's budget may end earlier than a copy may take: that is for the next batch to see, and no reason to give
    // the other ranks up
    auto const given_up = std::max(deadline, steady_now() + t->what.how.wait);
    auto const ended = ask({.what = command::play, .samples = samples, .repeats = repeats}, r, given_up);
    if (ended != progress::done) return ended;
    if (r->wrong) return trouble_seen = r->wrong, progress::failed;
    for (std::size_t i = 0; i < samples; ++i) {
      lap one;
      for (auto const& l : t->what.lanes) {
        auto const& ns = r->ns[static_cast<std::size_t>(t->place(l.source.node))];
        if (i >= ns.size()) return trouble_seen = problem{fault::failed, "a member lost samples"}, progress::failed;
        one.lane_ns.push_back(ns[i]);
      }
      auto const [shortest, longest] = extremes_of(one.lane_ns);
      one.wall_ns = longest;  // all start behind one barrier, and no clock is common to them
      one.overlap = longest > 0 ? shortest / longest : 1;
      one.skew_ns = sources() > 1 ? -1 : 0;
      out.push_back(std::move(one));
    }
    return progress::done;
  }
  status fill(pattern const& what) override { return asked({.what = command::fill, .payload = what}); }
  status check(pattern const& what) override { return asked({.what = command::check, .payload = what}); }
  status trouble() override { return std::exchange(trouble_seen, {}); }
  nanoseconds now() const override { return steady_now(); }
  std::vector<obtained> placements() override { return got; }
  std::size_t involuntary_switches() const override { return switches; }
  std::size_t page_faults() const override { return faults; }

 private:
  /// What one step came to. Shared with its job.
  struct step {
    std::vector<std::vector<double>> ns{};  ///< by member
    status wrong{};
    std::size_t switches = 0, faults = 0;
  };
  status trouble_seen{};
  std::size_t switches = 0, faults = 0;  ///< of all members

  std::size_t sources() const {
    std::vector<int> nodes;
    for (auto const& l : t->what.lanes)
      if (!contains(nodes, l.source.node)) nodes.push_back(l.source.node);
    return nodes.size();
  }
  static void do_step(team& t, request_to_member const& r, step& out, nanoseconds deadline) {
    ++t.steps;
    t.tell(r);
    out.ns.resize(t.members.size());
    if (r.what == command::fill) out.wrong = t.mine->fill(r.payload);
    if (r.what == command::check) out.wrong = t.mine->check(r.payload);
    if (r.what == command::play) out.ns[static_cast<std::size_t>(t.place(t.me))] = t.play(r.samples, r.repeats);
    if (!out.wrong) out.wrong = t.mine->trouble();
    out.switches = t.switches, out.faults = t.faults;
    for (int const n : t.members) {
      if (n == t.me) continue;
      auto a = t.answer_of(n, t.steps, deadline);
      if (!a) {
        if (!out.wrong) out.wrong = problem{fault::late, "node" + std::to_string(n) + " did not answer"};
        continue;
      }
      if (a->wrong && !out.wrong) out.wrong = a->wrong;
      out.ns[static_cast<std::size_t>(t.place(n))] = std::move(a->sample_ns);
      out.switches += a->switches, out.faults += a->faults;
    }
  }
  progress ask(request_to_member const& r, std::shared_ptr<step> const& out, nanoseconds deadline) {
    // an answer that does not come is told from a thread that does not come back
    auto const ended = ranks.run([t = t, r, out, deadline] { do_step(*t, r, *out, deadline); },
                                 deadline + nanoseconds{1e9} - steady_now());
    if (ended == progress::done) switches = out->switches, faults = out->faults;
    return ended;
  }
  status asked(request_to_member const& r) {
    auto const out = std::make_shared<step>();
    // filling and comparing take their time with the size, not with the link
    auto const room = t->what.how.timeout;
    if (ask(r, out, steady_now() + room) != progress::done)
      return problem{fault::late, "a member did not come back within " + duration_text(room.count())};
    return out->wrong;
  }
};

namespace detail {
/// The answers of all members to an opening, and what each lane got, from both of its ends.
inline status gather_openings(team& t, status mine, std::vector<obtained>& lanes) {
  std::vector<member_answer> all(t.members.size());
  auto& own = all[static_cast<std::size_t>(t.place(t.me))];
  own.wrong = std::move(mine);
  own.timer = t.clock.name;
  if (t.mine) own.got = t.mine->got;
  auto const deadline = steady_now() + t.patience();
  for (int const n : t.members)
    if (n != t.me) {
      auto a = t.answer_of(n, 0, deadline);
      if (!a) a.emplace().wrong = problem{fault::late, "node" + std::to_string(n) + " did not answer"};
      all[static_cast<std::size_t>(t.place(n))] = std::move(*a);
    }
  status first{};
  for (auto const& a : all)
    if (a.wrong && (!first || first->text.empty())) first = a.wrong;
  for (auto const& l : t.what.lanes) {
    auto const& from = all[static_cast<std::size_t>(t.place(l.source.node))];
    auto const& to = all[static_cast<std::size_t>(t.place(l.destination.node))];
    auto both = from.got;
    both.destination_node = to.got.destination_node;
    both.warnings.insert(both.warnings.end(), to.got.warnings.begin(), to.got.warnings.end());
    both.cpus.insert(both.cpus.end(), to.got.cpus.begin(), to.got.cpus.end());  // the source's, then the destination's
    both.issuer = side::source;
    if (from.timer != t.clock.name)
      both.warnings.push_back("lane " + to_string(l) + " is timed by " + from.timer +
                              ", the clock that its source has");
    lanes.push_back(std::move(both));
  }
  return first;
}
}  // namespace detail

/// Measures a cell as its leader, with the other members' help, and gives its record. The member loop of the others
/// ends with it, whatever happens.
inline record lead(workplace& w, cell const& c, batch_seen const& seen, std::atomic<bool> const& stop) {
  auto const t = team::of(w, c);
  auto const lanes = std::make_shared<std::vector<obtained>>();
  auto const wrong = std::make_shared<status>();
  auto const here = std::make_shared<inventory>(w.here);
  auto const ended = w.ranks.run(
      [=, groups = w.ranks.groups(), facts = w.ranks.facts(), memory = w.memory, &local = w.local] {
        auto mine = t->open(groups, facts, memory, local, *here);
        *wrong = detail::gather_openings(*t, std::move(mine), *lanes);
        if (!*wrong || !t->mine) return;
        ++t->steps;
        t->tell({});
        close_share(t->mine);
      },
      c.how.timeout + 2 * t->patience());  // memory is had and touched in there
  if (ended != progress::done)
    *wrong = problem{fault::late, "its ranks did not come together within " +
                                      duration_text((c.how.timeout + 2 * t->patience()).count())};
  if (*wrong) return unmeasured(c, w.here.simulated, outcome_of((*wrong)->kind), (*wrong)->text);
  leading_stage s(w.ranks, t, *lanes);
  s.simulated = w.here.simulated;  // over a made-up driver
  auto r = measure_stage(s, record_of(c, w.here.simulated), c.how, seen, &stop);
  r.id = with_timer(c, r.timer.name);
  return r;
}
}  // namespace lanemark::fabric
