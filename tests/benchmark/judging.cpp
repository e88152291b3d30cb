// SPDX-License-Identifier: MIT
// How often a night is judged wrongly: made-up nights of 1000 series, 10 of them really 5 % slower in the last one,
// held against the nights before it. Quiet: series move by 0.5 % from run to run, all together by 0.2 %. Noisy: by 1 %,
// and one run of a series in a hundred is 4 % slower for no reason. The same seed gives the same table everywhere.
#include <lanemark/judge/against_history.hpp>
#include <lanemark/judge/against_samples.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace {
using namespace lanemark;

/// SplitMix64 (Steele, Lea, Flood, 2014) and Box-Muller: <random>'s distributions differ between libraries.
class dice {
  std::uint64_t state;

 public:
  explicit dice(std::uint64_t seed) : state(seed) {}
  double uniform() {
    auto z = state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30U) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27U) * 0x94d049bb133111ebU;
    return (static_cast<double>((z ^ z >> 31U) >> 11U) + 0.5) / 9007199254740992.0;
  }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(6.283185307179586 * uniform()); }
};

struct setting {
  char const* name;
  double between, shared, hit_share, within;
};
constexpr setting settings[] = {{"quiet", 0.005, 0.002, 0, 0.005}, {"noisy", 0.01, 0.002, 0.01, 0.005}};
constexpr std::uint32_t series = 1000, sick = 10;
constexpr std::size_t in_a_run = 30;

night made_up(dice& d, setting const& s, double shared, double slower, bool with_samples = false) {
  night n{.id = "run", .started = "2026"};
  for (std::uint32_t i = 0; i < series; ++i) {
    auto level = 10 * std::exp(s.between * d.normal() + shared) * 1e9;
    if (d.uniform() < s.hit_share) level *= 0.96;
    if (i < sick) level *= 1 - slower;
    // the median of 30 samples scatters by 1.2533 of their mean's error
    auto const median = level * std::exp(s.within * 1.2533 / std::sqrt(30.0) * d.normal());
    n.readings.push_back({.series = i, .n = in_a_run, .median = median, .unit = "B/s"});
    for (std::size_t k = 0; with_samples && k < in_a_run; ++k)
      n.readings.back().samples.push_back(level * std::exp(s.within * d.normal()));
  }
  return n;
}

struct score {
  double wrong = 0, found = 0, candidates = 0, nights = 0;
  void add(comparison const& c) {
    for (auto const& v : c.all)
      if (v.what == ruling::regressed) ++(v.series < sick ? found : wrong);
    candidates += static_cast<double>(c.candidates.size());
    ++nights;
  }
  void print(char const* setting_name, char const* rule, std::size_t history) const {
    std::printf("%-6s  %-44s %7zu  %12.2f  %9.1f %%  %10.1f\n", setting_name, rule, history, wrong / nights,
                100 * found / nights / sick, candidates / nights);
  }
};
}  // namespace

int main() {
  series_book book;
  for (std::uint32_t i = 0; i < series; ++i)
    book.add({.id = "s/t/bandwidth/d2d/single/" + std::to_string(i) + ">0/size=65536",
              .test = "t",
              .measure = "bandwidth",
              .direction = "d2d",
              .mode = "single",
              .size = 65536});
  judging const how;
  constexpr int nights = 200;
  bool good = true;
  std::printf("%-6s  %-44s %7s  %12s  %11s  %10s\n", "noise", "rule", "history", "false/night", "power", "candidates");
  for (auto const& s : settings)
    for (std::size_t const history : {8U, 10U, 20U, 60U}) {
      score once, twice, samples;
      for (int k = 0; k < nights; ++k) {
        dice d(static_cast<std::uint64_t>(k) * 1000003U + history);
        std::vector<night> past;
        for (std::size_t h = 0; h < history; ++h)
          past.push_back(made_up(d, s, s.shared * d.normal(), 0, h + 1 == history));
        auto const shared = s.shared * d.normal();
        auto const now = made_up(d, s, shared, 0.05, true), again = made_up(d, s, shared, 0.05);
        once.add(judge_against_history(now, past, book, how));
        twice.add(judge_against_history(now, past, book, how, {}, &again));
        if (history == 20 && k < 20) samples.add(judge_samples(now, std::span(past).last(1), book, how));
      }
      if (history == 20) samples.print(s.name, "samples against the last night (compare A B)", 1);
      once.print(s.name, "history, one run", history);
      twice.print(s.name, "history, confirming rerun", history);
      if (s.hit_share > 0 && history == 20) good = twice.wrong <= 0.2 * nights && twice.found >= 0.85 * nights * sick;
    }
  return good ? 0 : 1;
}
