// SPDX-License-Identifier: MIT
// How honest the interval of a cell is, and how many samples it takes: the whole course of a cell over a stage whose
// samples are made up around a known median, 10 000 times for each kind of noise. Steady noise has to be covered;
// samples that drift, come in two groups or resemble each other cannot be, and have to be flagged. The same everywhere.
#include <lanemark/measure/measure.hpp>

#include <cstdio>
#include <string>

#include <made_up_noise.hpp>
#include <scripted_stage.hpp>

using namespace lanemark;
using namespace made_up_noise;

namespace {
constexpr int cells = 10'000;
constexpr double turn_ns = 1e6;

struct outcome_of_cells {
  double held = 0, flagged = 0, samples = 0, agree = 0;
};

/// One cell by latency: the median of its samples is `turn_ns` by construction.
template <class Noise>
record measured(Noise noise, settings const& how, dice& d) {
  scripted_stage s({turn_ns});
  std::size_t taken = 0;
  s.change = [&](scripted_stage::moment const&, lap& one) {
    one.lane_ns[0] *= noise(d, taken++) / truth;
    one.wall_ns = one.lane_ns[0];
  };
  return measure_stage(s, {.measure = "latency", .size = {4096}, .unit = "ns"}, how);
}
bool is_of_samples(std::string const& w) {
  return w.starts_with("the median of the second half") || w.starts_with("the samples fall into two") ||
         w.starts_with("neighbouring samples");
}
bool holds(summary const& s, double x) { return s.ci_low && *s.ci_low <= x && x <= *s.ci_high; }

template <class Noise>
outcome_of_cells of_many(Noise noise, settings const& how, settings const& other) {
  dice d{1};
  outcome_of_cells o;
  for (int i = 0; i < cells; ++i) {
    auto const r = measured(noise, how, d), fixed = measured(noise, other, d);
    if (!r.summary || !fixed.summary) std::puts(r.reason.c_str()), std::exit(1);
    o.held += holds(*r.summary, turn_ns);
    o.samples += static_cast<double>(r.samples.size());
    o.agree += holds(*r.summary, fixed.summary->median) || holds(*fixed.summary, r.summary->median);
    bool flagged = false;
    for (auto const& w : r.warnings) flagged = flagged || is_of_samples(w);
    o.flagged += flagged;
  }
  return {o.held / cells, o.flagged / cells, o.samples / cells, o.agree / cells};
}

template <class Noise>
void row(char const* name, Noise noise, char const* bar, settings how = {}) {
  settings fixed = how;
  fixed.iterations = 40;
  auto const o = of_many(noise, how, fixed);
  std::printf("%-44s %6.1f %%  %7.1f  %6.2f  %6.1f %%  %6.1f %%   %s\n", name, 100 * o.held, o.samples, o.samples / 40,
              100 * o.agree, 100 * o.flagged, bar);
  std::fflush(stdout);
}
}  // namespace

int main() {
  std::printf("%-44s %8s  %7s  %6s  %8s  %8s   %s\n", "noise", "covered", "samples", "of 40", "agree", "flagged",
              "bar");
  for (double const spread : {0.001, 0.005, 0.01, 0.02, 0.05}) {
    auto const of = [&](char const* kind) { return kind + (", spread " + fixed(100 * spread, 1) + " %"); };
    auto const bar = spread <= 0.005 ? "covered 93..98.5 %, of 40 <= 0.33" : "covered 93..98.5 %";
    row(of("normal").c_str(), steady_normal{spread}, bar);
    row(of("log-normal").c_str(), steady_lognormal{spread}, bar);
  }
  settings all;
  all.iterations = 40;
  row("40 samples, 0.3 % more with each", drifting{0.005, 0.003}, "flagged", all);
  row("40 samples, half of them 5 % above", two_modes{0.005, 0.05, 0.5}, "flagged", all);
  row("40 samples, a third of them 10 % above", two_modes{0.005, 0.10, 0.33}, "flagged", all);
  all.iterations = 160;
  row("160 samples, neighbours correlated by 0.5", resembling{0.01, 0.5}, "flagged", all);
  return 0;
}
