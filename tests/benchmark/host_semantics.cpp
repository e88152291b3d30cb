// SPDX-License-Identifier: MIT
// The two ways in which the host backend carries a copy, side by side: posted to an engine and polled for, against
// stored by the issuing thread itself. What a queue costs at small sizes is the travel of its lines: the doorbell and
// the work request to the engine, the completion back.
#include <lanemark/backend/host/host.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#include <memory>

#include "paired.hpp"

using namespace lanemark;

namespace {
std::unique_ptr<stage> opened(machine_of<host>& m, cell c, std::string const& semantics) {
  c.semantics = semantics;
  c.copy = semantics == "queue" ? "engine" : "memcpy";  // the engine copies by memcpy: only the carrying differs
  auto s = m.open(c);
  if (!s) std::puts(s.error().text.c_str()), std::exit(77);
  if (auto no = (*s)->fill({})) std::puts(no->text.c_str()), std::exit(1);
  return std::move(*s);
}

void row(machine_of<host>& m, std::string const& measure, lane const& path, std::size_t size) {
  cell const c{.measure = measure, .lanes = {path}, .size = {size}};
  auto const queue = opened(m, c, "queue"), load_store = opened(m, c, "load-store");
  auto const turns = std::max<std::size_t>(8, (std::size_t{4} << 20) / std::max<std::size_t>(size, 1024));
  auto const ns = [&](stage& s) {
    std::vector<lap> laps;
    if (s.play(2, turns, steady_now() + nanoseconds{60e9}, laps) != progress::done) std::exit(1);
    return laps.back().lane_ns[0];
  };
  auto const r = paired::of(
      60, [&] { return ns(*queue); }, [&] { return ns(*load_store); });
  auto const n = static_cast<double>(turns), all = n * static_cast<double>(size);
  if (measure == "latency")
    paired::print("latency " + to_string(bytes{size}) + ", queue / load-store", r, "(information)",
                  duration_text(r.first / n) + " against " + duration_text(r.second / n) + ", " +
                      duration_text((r.first - r.second) / n) + " more");
  else  // faster is larger: the ratio of speeds is the inverse of the ratio of times
    paired::print("bandwidth " + to_string(bytes{size}) + ", queue / load-store",
                  {1 / r.median, 1 / r.high, 1 / r.low, r.first, r.second}, "(information)",
                  rate_text(all / r.first * 1e9) + " against " + rate_text(all / r.second * 1e9));
}
}  // namespace

int main() {
  auto h = host::open_all(on_host::granularity::core);
  if (!h) return std::puts(h.error().text.c_str()), 77;
  auto const devices = h->devices().size();
  if (devices < 2) return std::puts("semantics: skipped, this machine has one core"), 77;
  machine_of<host> m(std::move(*h));
  lane const across{device_end(0), device_end(1)};
  auto const travel =
      on_host::line_travel_ns(m.backend_itself().devices()[0].cpus[0], m.backend_itself().devices()[1].cpus[0]);
  std::printf("a cache line from core to core takes %s\n", duration_text(travel).c_str());
  for (std::size_t const size : {64U, 512U, 4096U, 65536U, 1048576U}) row(m, "latency", across, size);
  for (std::size_t const size : {4096U, 1048576U}) row(m, "bandwidth", across, size);
}
