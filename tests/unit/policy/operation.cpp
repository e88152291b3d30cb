// SPDX-License-Identifier: MIT
#include <lanemark/policy/operation.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct place {};
struct copy {
  using measures = quantity::bandwidth;
  static constexpr std::string_view mechanism = "loop";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(place&, unsigned, std::size_t) noexcept {}
};
struct queued_copy : copy {
  static void run(place&, unsigned, std::size_t) noexcept = delete;
  static void submit(place&, std::size_t) noexcept {}
};
struct cold : copy {
  static constexpr std::string_view cache = "cold";
};
struct by_engine : copy {
  static constexpr std::string_view semantics = "queue";
};
struct careless : copy {
  static void run(place&, unsigned, std::size_t) {}  // may throw in the timed region
};
struct talkative : copy {
  static int run(place&, unsigned, std::size_t) noexcept { return 0; }
};
struct of_nothing : copy {
  using measures = int;
};
struct endless : copy {
  static constexpr char const* per_turn = "half";
};
}  // namespace

static_assert(quantity_tag<quantity::bandwidth> && quantity_tag<quantity::latency> && quantity_tag<quantity::sync>);
static_assert(!quantity_tag<int> && !quantity_tag<copy> && !quantity_tag<quantity::latency const>);
static_assert(quantity::bandwidth::name == "bandwidth" && quantity::latency::name == "latency" &&
              quantity::sync::name == "sync");

static_assert(operation<copy> && operation<queued_copy> && operation<cold>);
static_assert(!operation<int> && !operation<place> && !operation<of_nothing> && !operation<endless>);
static_assert(runs_on<copy, place> && !submits_to<copy, place>);
static_assert(submits_to<queued_copy, place> && !runs_on<queued_copy, place>);
static_assert(!runs_on<copy, int> && !submits_to<queued_copy, int>);
static_assert(operation<careless> && !runs_on<careless, place>);
static_assert(operation<talkative> && !runs_on<talkative, place>);

static_assert(cache_of<copy>() == "warm" && cache_of<cold>() == "cold");
static_assert(semantics_of<copy>() == "any" && semantics_of<by_engine>() == "queue");
static_assert(serves_semantics("queue", "queue") && !serves_semantics("queue", "load-store"));
static_assert(serves_semantics("any", "queue") && serves_semantics("any", "default"));
static_assert(serves_semantics("queue", "default") && !serves_semantics("queue", "any"));

TEST_CASE("what an operation must say is checked by the compiler") { SUCCEED(); }
