// SPDX-License-Identifier: MIT
// Ping-pong of the host backend against a plain one of the same protocol on the same CPUs.
#include <lanemark/backend/host/host.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#include <atomic>
#include <memory>
#include <thread>

#include "paired.hpp"

using namespace lanemark;

namespace {
constexpr std::uint32_t trips = 2000;

struct lines {
  alignas(128) std::atomic<std::uint32_t> a{0};
  alignas(128) std::atomic<std::uint32_t> b{0};
};

/// One side of a plain ping-pong, `n` turns from turn `first` on.
using side_loop = void (*)(lines&, std::uint32_t first, std::uint32_t n);

void two_lines_ping(lines& l, std::uint32_t first, std::uint32_t n) {
  for (auto i = first; i != first + n; ++i) {
    l.a.store(i, std::memory_order_release);
    while (l.b.load(std::memory_order_acquire) != i) {}
  }
}
void two_lines_pong(lines& l, std::uint32_t first, std::uint32_t n) {
  for (auto i = first; i != first + n; ++i) {
    while (l.a.load(std::memory_order_acquire) != i) {}
    l.b.store(i, std::memory_order_release);
  }
}
void swap_ping(lines& l, std::uint32_t first, std::uint32_t n) {
  for (auto i = first; i != first + n; ++i)
    for (auto seen = 2 * i - 2; !l.a.compare_exchange_strong(seen, 2 * i - 1); seen = 2 * i - 2) {}
}
void swap_pong(lines& l, std::uint32_t first, std::uint32_t n) {
  for (auto i = first; i != first + n; ++i)
    for (auto seen = 2 * i - 1; !l.a.compare_exchange_strong(seen, 2 * i); seen = 2 * i - 1) {}
}

/// ns of one plain batch on two CPUs, timed at the ping side.
double plain_batch(int first, int second, side_loop ping, side_loop pong) {
  auto l = std::make_unique<lines>();
  std::atomic<int> ready{0};
  double ns = 0;
  std::thread other([&] {
    (void)pin_thread(second);
    ready.fetch_add(1);
    pong(*l, 1, trips + 100);
  });
  std::thread one([&] {
    (void)pin_thread(first);
    while (ready.load() == 0) {}
    ping(*l, 1, 100);
    ns = paired::plain_ns([&] { ping(*l, 101, trips); });
  });
  one.join(), other.join();
  return ns;
}

double row(machine_of<host>& m, std::string const& protocol, side_loop ping, side_loop pong) {
  cell const c{.measure = "sync", .lanes = {{device_end(0), device_end(1)}}, .protocol = protocol};
  auto s = m.open(c);
  if (!s) return std::puts(s.error().text.c_str()), 0.0;
  std::vector<lap> laps;
  auto const measured = [&] {
    laps.clear();
    if ((*s)->play(2, trips, steady_now() + nanoseconds{60e9}, laps) != progress::done) std::exit(1);
    return laps.back().lane_ns[0];
  };
  measured();
  auto const cpus = (*s)->placements().front().cpus;
  auto const r = paired::of(60, measured, [&] { return plain_batch(cpus[0], cpus[1], ping, pong); });
  paired::print("sync " + protocol + " / plain ping-pong", r, "0.90..1.10",
                duration_text(r.first / trips / 2) + " against " + duration_text(r.second / trips / 2) + " one way");
  return r.first;
}
}  // namespace

int main() {
  auto h = host::open_all(on_host::granularity::core);
  if (!h) return std::puts(h.error().text.c_str()), 77;
  if (h->devices().size() < 2) return std::puts("sync: skipped, this machine has one core"), 77;
  machine_of<host> m(std::move(*h));
  auto const lines_ns = row(m, "two-lines", two_lines_ping, two_lines_pong);
  auto const swap_ns = row(m, "compare-and-swap", swap_ping, swap_pong);
  std::printf("%-52s %6.3f  (two protocols, never to be mixed)\n", "compare-and-swap / two-lines", swap_ns / lines_ns);
}
