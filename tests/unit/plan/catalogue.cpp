// SPDX-License-Identifier: MIT
#include <lanemark/plan/catalogue.hpp>

#include <lanemark/backend/host/host.hpp>

#include <queued_backend.hpp>
#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
/// A backend of both shapes: its copy can be timed by a clock and by marks, its signal by marks alone.
struct both : queued::backend {
  struct track : queued::track {
    status enter(unsigned) { return {}; }
    void arm(submit_function<track> submit, std::size_t n) noexcept { submit(*this, n); }
  };
  struct copy {
    using measures = quantity::bandwidth;
    static constexpr std::string_view mechanism = "copy-engine", cache = "warm";
    static constexpr unsigned parties = 1;
    static constexpr bool moves = true;
    static constexpr double per_turn = 1;
    static void run(track&, unsigned, std::size_t) noexcept {}
    static void submit(track&, std::size_t) noexcept {}
  };
  struct ping : copy {
    using measures = quantity::sync;
    static void run(track&, unsigned, std::size_t) noexcept = delete;
  };
  struct read_only : copy {
    using measures = quantity::latency;
    static constexpr std::string_view cache = "cold";
    static void submit(track&, std::size_t) noexcept = delete;
  };
  using operations = axis<copy, ping, read_only>;
  using timers = axis<timing::device_events, timing::steady, timing::virtual_time>;
  static constexpr std::string_view name = "both";
  static constexpr auto domain = time_domain::real;
  result<track> open(request const&) { return track{}; }
};
static_assert(marking_backend<both> && blocking_backend<both>);

std::vector<std::string> rows(auto const& all) {
  std::vector<std::string> out;
  for (auto const& e : all)
    out.push_back(std::string(e.measure) + " " + std::string(e.mechanism) + " " + std::string(e.cache) + " " +
                  std::string(e.timer));
  return out;
}
}  // namespace

static_assert(catalogue<queued::backend>.size() == 4);
static_assert(catalogue<both>.size() == 4);
static_assert(catalogue<host>.size() <= instantiation_budget);

TEST_CASE("a catalogue has the pairs that can work, operations in order, preferred timer first") {
  CHECK(rows(catalogue<queued::backend>) ==
        std::vector<std::string>{"bandwidth kernel-copy warm virtual", "bandwidth copy-engine warm virtual",
                                 "latency copy-engine warm virtual", "sync queue-values warm virtual"});
  // a signal has no loop for a clock, a cold read none for marks, and virtual time times no real backend
  CHECK(rows(catalogue<both>) ==
        std::vector<std::string>{"bandwidth copy-engine warm device", "bandwidth copy-engine warm steady",
                                 "sync copy-engine warm device", "latency copy-engine cold steady"});
}

TEST_CASE("each entry has code of the kind its timer needs") {
  for (auto const& e : catalogue<both>) {
    CAPTURE(e.timer);
    CHECK((e.submit != nullptr) == (e.timer == "device"));
    CHECK((e.clocked != nullptr) == (e.timer == "steady"));
  }
}

TEST_CASE("this machine's catalogue: each loop by each clock, no pair twice") {
  auto all = rows(catalogue<host>);
  CHECK(all.front() == "bandwidth memcpy warm tsc");
  std::sort(all.begin(), all.end());
  CHECK(std::adjacent_find(all.begin(), all.end()) == all.end());
  CHECK(std::count(all.begin(), all.end(), "sync two-lines warm steady") == 1);
}
