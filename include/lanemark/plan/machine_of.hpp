// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <lanemark/core/names.hpp>
#include <lanemark/measure/statistics.hpp>
#include <lanemark/plan/catalogue.hpp>
#include <lanemark/plan/machine.hpp>
#include <lanemark/plan/series_id.hpp>

namespace lanemark {
/// The requests a cell makes of a backend, one per lane.
inline std::vector<request> requests_of(cell const& c) {
  std::vector<request> all;
  for (auto const& l : c.lanes)
    all.push_back({.path = l,
                   .measure = c.measure,
                   .size = c.size,
                   .place = c.affinity,
                   .threads = c.threads,
                   .huge_pages = c.pages == "huge",
                   .cold = c.cache == "cold",
                   .semantics = c.semantics,
                   .priority = c.priority,
                   .flags = c.flags,
                   .seed = c.how.seed,
                   .series = fnv1a(c.id),
                   .cell = c.index});
  return all;
}

/// A backend's staged memory behind the plain interface.
template <class Staged>
class staging_of final : public staging {
  Staged what;

 public:
  explicit staging_of(Staged s) : what(std::move(s)) {}
  bool to_device() noexcept override { return what.to_device(); }
  bool to_host() noexcept override { return what.to_host(); }
  status trouble() override { return what.trouble(); }
};

/// A backend behind the plain interface `machine`.
template <backend B>
class machine_of final : public machine {
  static_assert(catalogue<B>.size() <= instantiation_budget,
                "lanemark: this backend's instantiation budget is spent; make the new axis a value instead of a type");
  B b;
  std::vector<timer_info> tuned{};
  struct taken {  // what `copy = "auto"` took for a size class
    std::string measure, cache, semantics, timer;
    unsigned threads;
    std::size_t lanes;
    int size_class;
    entry<B> const* best;
  };
  std::vector<taken> choices{};

  timer_info info_of(entry<B> const& e) {
    for (auto const& t : tuned)
      if (t.name == e.timer) return t;
    return tuned.emplace_back(timer_of(b, e));
  }
  /// Mechanism a cell asks for: the protocol of a sync, the copy loop of all else.
  static std::string const& wanted_mechanism(cell const& c) { return c.measure == "sync" ? c.protocol : c.copy; }

  std::vector<entry<B> const*> candidates(cell const& c, std::string& refusal) const {
    std::vector<entry<B> const*> fit;
    std::string timer = c.timer;
    std::string_view semantics = c.semantics;
    for (auto const& e : catalogue<B>) {
      if (e.measure != c.measure || e.cache != c.cache) continue;
      if (auto const& m = wanted_mechanism(c); m != "auto" && m != e.mechanism) continue;
      if (!serves_semantics(e.semantics, semantics)) continue;
      if (timer != "auto" && timer != e.timer) continue;
      if (auto no = e.timer_available ? e.timer_available() : status{}) {
        if (refusal.empty()) refusal = no->text;
        continue;
      }
      timer = e.timer;          // auto takes the preferred timer that works, and keeps to it
      semantics = e.semantics;  // and default the preferred semantics
      fit.push_back(&e);
    }
    return fit;
  }
  std::string offers_text() const {
    std::vector<std::string> rows;
    for (auto const& e : catalogue<B>)
      rows.push_back(std::string(e.measure) + " by " + std::string(e.mechanism) +
                     (e.cache == "warm" ? "" : " " + std::string(e.cache)) +
                     (e.semantics == "any" ? "" : " (" + std::string(e.semantics) + ")") + " timed by " +
                     std::string(e.timer));
    return joined(rows);
  }
  /// Time of one lap of one entry's loop; infinite when it cannot run.
  static double trial_ns(stage& s, entry<B> const& e, cell const& c) {
    use_entry<B>(s, e);
    auto const turns = std::clamp<std::size_t>((std::size_t{1} << 20) / std::max<std::size_t>(c.size.count, 1), 1,
                                               std::min<std::size_t>(4096, s.most_repeats));
    std::vector<lap> laps;
    auto const ended = s.play(1, turns, s.now() + c.how.wait, laps);
    if (s.trouble() || ended != progress::done || laps.empty())  // a copy that is refused is a fast one
      return std::numeric_limits<double>::infinity();
    return laps[0].wall_ns;
  }
  /// The best of the loops that fit, tried on the opened stage once per size class: a lap each in turn, forwards and
  /// backwards, so that a slow spell of the machine hits all alike. The median of seven laps counts, after one to warm
  /// up: of few the luckiest loop would win, and not the best.
  entry<B> const* choose(stage& s, std::vector<entry<B> const*> const& fit, cell const& c) {
    auto const size_class = static_cast<int>(std::bit_width(c.size.count));
    std::string_view const semantics = fit.front()->semantics == "any" ? c.semantics : fit.front()->semantics;
    for (auto const& t : choices)
      if (std::tie(t.measure, t.cache, t.threads, t.lanes, t.size_class) ==
              std::forward_as_tuple(c.measure, c.cache, c.threads, c.lanes.size(), size_class) &&
          t.semantics == semantics && t.timer == fit.front()->timer)
        return t.best;
    // what goes wrong here the measurement itself will meet and report
    if (s.ready(s.now() + c.how.wait) != progress::done || s.fill(payload_of(c.how))) return fit.front();
    constexpr auto never = std::numeric_limits<double>::infinity();
    std::vector<std::vector<double>> tried(fit.size());
    std::vector<double> best(fit.size(), 0);
    for (int round = 0; round < 8; ++round)
      for (std::size_t k = 0; k < fit.size(); ++k) {
        auto const i = round % 2 == 0 ? k : fit.size() - 1 - k;
        if (best[i] == never) continue;  // what did not come back once is not waited for again
        auto const ns = trial_ns(s, *fit[i], c);
        if (ns == never) best[i] = never;
        if (round != 0) tried[i].push_back(ns);
      }
    for (std::size_t i = 0; i < fit.size(); ++i)
      if (best[i] != never) best[i] = median_of(std::move(tried[i]));
    auto const least = std::min_element(best.begin(), best.end());
    auto const winner = fit[static_cast<std::size_t>(least - best.begin())];
    if (!std::isfinite(*least)) return winner;  // nothing ran: no choice to remember
    choices.push_back({c.measure, c.cache, std::string(semantics), std::string(fit.front()->timer), c.threads,
                       c.lanes.size(), size_class, winner});
    return winner;
  }

 public:
  explicit machine_of(B what) : b(std::move(what)) {}
  B& backend_itself() noexcept { return b; }

  inventory describe() const override {
    inventory all{.backend = std::string(B::name), .simulated = B::domain == time_domain::simulated};
    if constexpr (requires(B const& c) { c.describe(all); }) b.describe(all);
    all.devices = b.devices();
    for (auto const& e : catalogue<B>)
      all.offers.push_back({std::string(e.measure), std::string(e.mechanism), std::string(e.cache),
                            std::string(e.timer), std::string(e.semantics)});
    return all;
  }
  result<std::unique_ptr<staging>> open_staging(int device, std::byte* host, std::size_t size) override {
    if constexpr (requires { b.open_staging(device, host, size); }) {
      auto opened = b.open_staging(device, host, size);
      if (!opened) return opened.error();
      using staged = std::remove_cvref_t<decltype(*opened)>;
      return std::unique_ptr<staging>(new staging_of<staged>(std::move(*opened)));
    } else {
      return machine::open_staging(device, host, size);
    }
  }
  result<std::unique_ptr<stage>> open(cell const& c) override {
    std::string refusal;
    auto const fit = candidates(c, refusal);
    if (fit.empty()) {
      if (!refusal.empty()) return problem{fault::unsupported, refusal};
      return problem{fault::unsupported, std::string(B::name) + " has no " + c.measure + " by " + wanted_mechanism(c) +
                                             (c.semantics == "default" ? "" : " with semantics " + c.semantics) +
                                             (c.cache == "warm" ? "" : " with cache " + c.cache) + " timed by " +
                                             c.timer + "; it has: " + offers_text()};
    }
    auto s = open_stage(b, *fit.front(), info_of(*fit.front()), requests_of(c));
    if (s && fit.size() > 1 && c.measure != "sync") use_entry<B>(**s, *choose(**s, fit, c));
    return s;
  }
};
}  // namespace lanemark
