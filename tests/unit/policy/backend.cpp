// SPDX-License-Identifier: MIT
#include <lanemark/policy/backend.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct plain_track {
  status fill(pattern const&) { return {}; }
  status check(pattern const&) { return {}; }
  status trouble() { return {}; }
  obtained placement() const { return {}; }
};
struct issuing_track : plain_track {
  status enter(unsigned) { return {}; }
};
struct marking_track : plain_track {
  void arm(submit_function<marking_track>, std::size_t) noexcept {}
  progress settle(nanoseconds) noexcept { return progress::done; }
  nanoseconds lasted() noexcept { return {}; }
};
template <class Track>
struct backend_of {
  using track = Track;
  using operations = axis<>;
  using timers = axis<>;
  static constexpr std::string_view name = "made up";
  static constexpr auto domain = time_domain::real;
  std::vector<device_info> devices() const { return {}; }
  status supports(request const&) const { return {}; }
  result<track> open(request const&) { return track{}; }
  nanoseconds now() const noexcept { return {}; }
};
struct queues : backend_of<marking_track> {
  static constexpr std::size_t queue_room = 8;
  bool hold() noexcept { return true; }
  void release() noexcept {}
  nanoseconds mark_step() const noexcept { return {}; }
};
struct arranging : backend_of<issuing_track> {
  status arrange(std::vector<request>&, unsigned) { return {}; }
};

// one thing missing or wrong each
struct silent_track : plain_track {
  void fill(pattern const&) {}
};
struct pinned_track : plain_track {
  pinned_track(pinned_track&&) = delete;
};
struct blind_track : plain_track {
  status check(pattern const&) = delete;
};
struct late_track : marking_track {
  void arm(submit_function<late_track>, std::size_t) {}  // may throw while others wait behind the gate
};
struct bool_track : marking_track {
  void arm(submit_function<bool_track>, std::size_t) noexcept {}
  bool settle(nanoseconds) noexcept { return true; }
};
struct nameless : backend_of<plain_track> {
  static constexpr int name = 3;
};
struct mute : backend_of<plain_track> {
  bool supports(request const&) const { return true; }
};
struct timeless : backend_of<plain_track> {
  nanoseconds now() const { return {}; }  // not noexcept
};
struct raw : backend_of<plain_track> {
  plain_track open(request const&) { return {}; }
};
struct listless : backend_of<plain_track> {
  std::vector<int> devices() const { return {}; }
};
struct roomless : backend_of<marking_track> {
  bool hold() noexcept { return true; }
  void release() noexcept {}
  nanoseconds mark_step() const noexcept { return {}; }
};
struct half_arranging : backend_of<issuing_track> {
  void arrange(std::vector<request>&, unsigned) {}
};
}  // namespace

static_assert(track<plain_track> && !blocking_track<plain_track> && !queued_track<plain_track>);
static_assert(track<issuing_track> && blocking_track<issuing_track> && !queued_track<issuing_track>);
static_assert(track<marking_track> && queued_track<marking_track> && !blocking_track<marking_track>);
static_assert(!track<int> && !track<void> && !track<silent_track> && !track<pinned_track> && !track<blind_track>);
static_assert(track<late_track> && !queued_track<late_track>);
static_assert(track<bool_track> && !queued_track<bool_track>);

static_assert(backend<backend_of<plain_track>>);
static_assert(backend<backend_of<issuing_track>> && blocking_backend<backend_of<issuing_track>>);
static_assert(!blocking_backend<backend_of<plain_track>> && !marking_backend<backend_of<plain_track>>);
static_assert(!backend<int> && !backend<backend_of<int>> && !backend<nameless> && !backend<mute> &&
              !backend<timeless> && !backend<raw> && !backend<listless>);
static_assert(marking_backend<queues> && !blocking_backend<queues>);
static_assert(!marking_backend<backend_of<marking_track>> && !marking_backend<roomless>);
static_assert(arranging_backend<arranging> && !arranging_backend<queues> && !arranging_backend<half_arranging>);

TEST_CASE("the concepts of backends are checked by the compiler") { SUCCEED(); }
