// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/numbers.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/measure/calibrate.hpp>
#include <lanemark/measure/quality.hpp>
#include <lanemark/measure/record.hpp>
#include <lanemark/measure/settings.hpp>
#include <lanemark/measure/stage.hpp>
#include <lanemark/measure/statistics.hpp>
#include <lanemark/measure/stopping.hpp>

namespace lanemark {
/// Told of each batch of samples as it comes.
using batch_seen = function_ref<void(std::span<double const>)>;

/// Measures one opened cell: payload, verify, warm up, calibrate, sample until precise or out of budget, verify again.
/// Plain code over a stage: it knows no backend, so a scripted stage tests it exactly.
class cell_measurement {
  stage& s;
  settings const& how;
  batch_seen const& seen;
  std::atomic<bool> const* stop;
  record r;
  nanoseconds const begun;
  std::vector<lap> laps{};
  double last_ns = 0;  ///< median of the latest laps: tells how many fit a budget

 public:
  cell_measurement(stage& opened, record identity, settings const& wanted, batch_seen const& tell,
                   std::atomic<bool> const* stop_flag)
      : s(opened), how(wanted), seen(tell), stop(stop_flag), r(std::move(identity)), begun(opened.now()) {}

  [[gnu::cold]] record run() {
    r.timer = s.timer;
    r.mechanism = s.mechanism;
    r.simulated = s.simulated;
    r.unit = r.measure == "bandwidth" ? "B/s" : "ns";
    r.lanes.resize(s.lanes);
    auto const ok = sampled();
    if (ok) r.status = outcome::measured;
    r.seconds = (s.now() - begun).count() / 1e9;
    note_placements();
    return std::move(r);
  }

 private:
  [[gnu::cold]] bool end(outcome what, std::string why) {
    r.status = what;
    r.reason = std::move(why);
    return false;
  }
  [[gnu::cold]] bool interrupted() {
    if (!stop || !stop->load(std::memory_order_relaxed)) return false;
    end(outcome::not_run, say({"interrupted after ", r.samples.size(), " samples"}));
    r.stop = "interrupted";
    r.samples.clear();
    return true;
  }
  [[gnu::cold]] bool timed_out() {
    if (s.now() < begun + how.timeout) return false;  // as the deadline is computed: it must round alike
    end(outcome::timed_out, say({"the cell ran over its timeout of ", duration_text(how.timeout.count()), " after ",
                                 r.samples.size(), " samples; raise `timeout` or lower the size"}));
    return true;
  }
  /// Asks the stage for something that ends by a deadline, and judges how it ended.
  [[gnu::cold]] bool came_back(function_ref<progress(nanoseconds)> asked) {
    if (interrupted() || timed_out()) return false;
    auto const now = s.now();
    auto const p = asked(std::min(now + how.wait, begun + how.timeout));
    if (p == progress::late) {
      if (begun + how.timeout <= now + how.wait && timed_out()) return false;
      auto const lane = s.culprit < r.lanes.size() ? to_string(r.lanes[s.culprit].path) : say({s.culprit});
      return end(outcome::timed_out, say({"lane ", lane, " did not finish within ", duration_text(how.wait.count()),
                                          "; raise `wait`, or look at ", s.suspect}));
    }
    if (trouble(s.trouble())) return false;
    return p == progress::done || end(outcome::failed, "the backend gave up without a reason");
  }
  [[gnu::cold]] bool trouble(status const& what) { return what && !end(outcome_of(what->kind), what->text); }
  [[gnu::cold]] bool play(std::size_t samples, std::size_t repeats) {
    laps.clear();
    if (!came_back([&](nanoseconds deadline) { return s.play(samples, repeats, deadline, laps); })) return false;
    last_ns = median_lap(laps);
    return true;
  }

  [[gnu::cold]] bool verified() {
    if (!s.moves) return true;
    if (trouble(s.fill(payload_of(how)))) return false;
    if (!how.verify) return true;
    return play(1, 1) && !trouble(s.check(payload_of(how)));
  }
  [[gnu::cold]] bool calibrated() {
    for (std::size_t i = 0; i < std::max<std::size_t>(how.warmup, 1); ++i)
      if (!play(1, 1)) return false;
    if (!play(3, 1)) return false;
    auto const one = shortest_lap(laps);
    if (!play(5, 0)) return false;  // no turns: what clock, gate and waiting cost in this very loop
    s.timer.overhead_ns = r.timer.overhead_ns = last_ns;
    r.repeats = calibrate_repeats(s, how, one, [&](std::size_t n, std::size_t repeats, std::vector<lap>& out) {
      auto const ok = play(n, repeats);
      out.swap(laps);
      return ok;
    });
    if (r.repeats == 1) last_ns = one;
    if (r.repeats == 0) return false;
    if (r.repeats >= s.least_repeats) return true;
    r.repeats = s.least_repeats;
    return play(1, r.repeats);  // tells how long such a sample is
  }

  /// A batch must neither eat the budget nor keep Ctrl-C waiting.
  std::size_t batch_size(nanoseconds spent) const {
    auto const wanted = samples_to_take(how, r.samples.size());
    auto const room = std::min(0.2e9, how.iterations ? 0.2e9 : (how.time - spent).count());
    auto const fit = last_ns > 0 ? static_cast<std::size_t>(std::max(1.0, std::min(room / last_ns, 1e6))) : wanted;
    return std::max<std::size_t>(1, std::min(wanted, fit));
  }
  [[gnu::cold]] void keep(lap const& l, std::vector<double>& by_lane, sampling_facts& facts) {
    auto const turns = static_cast<double>(r.repeats);
    auto const size = static_cast<double>(r.size.count);
    auto value = [&](double ns, double lanes) {
      return r.unit == "B/s" ? size * lanes * turns / ns * 1e9 : ns / turns * s.per_turn;
    };
    for (std::size_t i = 0; i < s.lanes; ++i) by_lane.push_back(value(l.lane_ns[i], 1));
    if (s.lanes == 1 || r.unit == "B/s")
      r.samples.push_back(value(lap_time(l), static_cast<double>(s.lanes)));
    else  // several lanes measured for latency: the slowest is what the cell as a whole took
      r.samples.push_back(value(extremes_of(l.lane_ns).second, 1));
    facts.overlaps.push_back(l.overlap);
    r.skew_ns = l.skew_ns < 0 || r.skew_ns < 0 ? -1 : std::max(r.skew_ns, l.skew_ns);
  }
  [[gnu::cold]] bool sampled() {
    if (!came_back([&](nanoseconds deadline) { return s.ready(deadline); })) return false;
    if (!verified() || !calibrated()) return false;
    sampling_facts facts{.condition_before = s.condition()};
    std::vector<double> by_lane, times;  // by_lane: the first sample of every lane, the second of every lane, ...
    auto const switches = s.involuntary_switches(), faults = s.page_faults();
    auto const first = s.now();
    while (r.stop.empty()) {
      auto const have = r.samples.size();
      if (!play(batch_size(s.now() - first), r.repeats)) return false;
      for (auto const& l : laps) {
        if (!(std::min(lap_time(l), extremes_of(l.lane_ns).first) > 0))
          return end(outcome::failed, "a sample took no time at all: the clock did not move");
        keep(l, by_lane, facts);
        times.push_back(lap_time(l));
      }
      if (seen) seen(std::span<double const>(r.samples).subspan(have));
      r.stop = reason_to_stop(how, r.samples, s.now() - first);
    }
    r.involuntary_switches = s.involuntary_switches() - switches;
    facts.switches = static_cast<double>(r.involuntary_switches);
    facts.page_faults = static_cast<double>(s.page_faults() - faults);
    facts.sample_ns = median_of(std::move(times));
    facts.condition_after = s.condition();
    r.gated = s.gated;
    r.overlap = median_of(facts.overlaps);
    r.summary = summarise(r.samples);
    for (std::size_t i = 0; i < s.lanes; ++i) {
      std::vector<double> own;
      for (auto at = i; at < by_lane.size(); at += s.lanes) own.push_back(by_lane[at]);
      r.lanes[i].summary = summarise(own);
    }
    if (!verified()) {
      r.summary.reset();
      for (auto& l : r.lanes) l.summary.reset();
      return false;
    }
    r.warnings = quality_warnings(r, s, how, facts);
    return true;
  }
  [[gnu::cold]] void note_placements() {
    auto got = s.placements();
    for (auto const& w : s.warnings) r.warnings.push_back(w);
    for (std::size_t i = 0; i < got.size() && i < r.lanes.size(); ++i) {
      auto& mine = r.lanes[i].obtained = std::move(got[i]);
      for (auto& w : mine.warnings)
        if (!contains(r.warnings, w)) r.warnings.push_back(w);
      if (r.pages.empty())
        r.pages = mine.pages;
      else if (!mine.pages.empty() && mine.pages != r.pages)
        r.pages = "mixed";
    }
  }
};

/// Measures the cell that `identity` names on an opened stage and gives the finished record.
[[gnu::cold]] inline record measure_stage(stage& s, record identity, settings const& how = {},
                                          batch_seen const& seen = {}, std::atomic<bool> const* stop = nullptr) {
  return cell_measurement(s, std::move(identity), how, seen, stop).run();
}
}  // namespace lanemark
