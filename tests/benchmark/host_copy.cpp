// SPDX-License-Identifier: MIT
// Copies of the host backend against plain loops on the same buffers and CPUs.
#include <lanemark/backend/host/host.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <atomic>
#include <cstring>
#include <thread>

#include "paired.hpp"

using namespace lanemark;

namespace {
constexpr std::size_t big = std::size_t{256} << 20;

#if defined(__x86_64__)
// A fixed reference: AVX2 loads and non-temporal stores, written plainly.
__attribute__((target("avx2"), noinline)) void plain_stream(char* to, char const* from, std::size_t n) {
  for (std::size_t i = 0; i < n; i += 64) {
    auto const a = _mm256_load_si256(reinterpret_cast<__m256i const*>(from + i));
    auto const b = _mm256_load_si256(reinterpret_cast<__m256i const*>(from + i + 32));
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i), a);
    _mm256_stream_si256(reinterpret_cast<__m256i*>(to + i + 32), b);
  }
  _mm_sfence();
}
bool has_stream() { return __builtin_cpu_supports("avx2"); }
#else
void plain_stream(char* to, char const* from, std::size_t n) { std::memcpy(to, from, n); }
bool has_stream() { return false; }
#endif

struct pair_of_buffers {
  char *to, *from;
};

/// Opens a cell and tells where its first lanes' bytes lie: the pool hands the same buffers out again.
struct opened {
  std::vector<pair_of_buffers> buffers;
  std::vector<int> cpus;
  std::unique_ptr<stage> measured;
};
opened open_cell(machine_of<host>& m, cell const& c) {
  opened o;
  auto requests = requests_of(c);
  if (auto no = m.backend_itself().arrange(requests, 1)) std::puts(no->text.c_str()), std::exit(77);
  {
    std::vector<host::track> held;
    for (auto const& r : requests) {
      auto t = m.backend_itself().open(r);
      if (!t) std::puts(t.error().text.c_str()), std::exit(77);
      o.buffers.push_back({reinterpret_cast<char*>(t->shares[0].to), reinterpret_cast<char*>(t->shares[0].from)});
      o.cpus.push_back(r.cpus.front());
      held.push_back(std::move(*t));
    }
  }
  auto s = m.open(c);
  if (!s) std::puts(s.error().text.c_str()), std::exit(77);
  o.measured = std::move(*s);
  if (auto no = o.measured->fill({})) std::puts(no->text.c_str()), std::exit(1);
  return o;
}
double lanemark_ns(stage& s, std::size_t turns) {
  std::vector<lap> laps;
  if (s.play(1, turns, steady_now() + nanoseconds{60e9}, laps) != progress::done) std::exit(1);
  return lap_time(laps[0]);
}
std::string gbs(paired::ratio const& r, double bytes) {
  return rate_text(bytes / r.first * 1e9) + " against " + rate_text(bytes / r.second * 1e9);
}
/// Faster is larger: the ratio of speeds is the inverse of the ratio of times.
paired::ratio speed(paired::ratio r) { return {1 / r.median, 1 / r.high, 1 / r.low, r.first, r.second}; }

lane const up{host_end(), device_end(0)}, up_second{host_end(), device_end(1)};

void single(machine_of<host>& m, std::string const& copy, std::string const& label, std::string const& bar,
            bool against_stream) {
  auto o = open_cell(m, {.lanes = {up}, .size = {big}, .copy = copy});
  double plain = 0;
  // the plain loop runs on a thread of its own on the same CPU, which sleeps while lanemark measures
  auto const reference = [&] {
    std::thread([&] {
      (void)pin_thread(o.cpus[0]);
      plain = paired::plain_ns([&] {
        if (against_stream)
          plain_stream(o.buffers[0].to, o.buffers[0].from, big);
        else
          std::memcpy(o.buffers[0].to, o.buffers[0].from, big), clobber();
      });
    }).join();
    return plain;
  };
  auto const r = paired::of(
      60, [&] { return lanemark_ns(*o.measured, 1); }, reference);
  paired::print(label + " (" + o.measured->mechanism + ")", speed(r), bar, gbs(r, double(big)));
}

void two_lanes(machine_of<host>& m) {
  constexpr std::size_t each = std::size_t{128} << 20;
  auto o = open_cell(m, {.mode = "parallel", .lanes = {up, up_second}, .size = {each}, .copy = "stream"});
  auto const reference = [&] {
    gate start(2);
    window w[2];
    auto work = [&](int i) {
      (void)pin_thread(o.cpus[std::size_t(i)]);
      start.pass();
      w[i].begin = timing::tsc::ticks();
      plain_stream(o.buffers[std::size_t(i)].to, o.buffers[std::size_t(i)].from, each);
      w[i].end = timing::tsc::ticks();
    };
    std::thread other(work, 1), one(work, 0);
    one.join(), other.join();
    return double(std::max(w[0].end, w[1].end) - std::min(w[0].begin, w[1].begin)) * paired::ns_per_tick();
  };
  auto const r = paired::of(
      60, [&] { return lanemark_ns(*o.measured, 1); }, reference);
  paired::print("two lanes, 2 x 128 MiB / two plain threads", speed(r), ">= 0.97", gbs(r, 2.0 * each));
}

void hot(machine_of<host>& m, std::size_t size, std::size_t turns, std::string const& bar) {
  auto o = open_cell(m, {.lanes = {up}, .size = {size}, .copy = "memcpy"});
  double plain = 0;
  auto const reference = [&] {
    std::thread([&] {
      (void)pin_thread(o.cpus[0]);
      auto* const to = o.buffers[0].to;
      auto const* const from = o.buffers[0].from;
      auto const batch = [&] {
        for (auto n = turns; n != 0; --n) std::memcpy(to, from, size), clobber();
      };
      batch();
      plain = paired::plain_ns(batch);
    }).join();
    return plain;
  };
  auto const r = paired::of(
      60,
      [&] {
        lanemark_ns(*o.measured, turns);
        return lanemark_ns(*o.measured, turns);
      },
      reference);
  paired::print("hot " + to_string(bytes{size}) + " memcpy, time / bare batch", r, bar,
                duration_text(r.first / double(turns)) + " against " + duration_text(r.second / double(turns)));
}

#if defined(__x86_64__)
/// Is a cold lane cold? Held against copies whose lines were thrown out of every cache one by one, at places anywhere
/// in 256 MiB, and timed each for itself.
void cold(machine_of<host>& m, std::size_t size) {
  auto o = open_cell(m, {.measure = "latency", .lanes = {up}, .size = {size}, .copy = "memcpy", .cache = "cold"});
  constexpr std::size_t turns = 100;
  std::vector<char> from(big, 1), to(big, 2);
  std::uint64_t where = 1;
  double plain = 0;
  auto const once = [&] {
    where = where * 6364136223846793005U + 1442695040888963407U;
    auto const at = (where >> 33U) % (big / size) * size;
    for (std::size_t i = 0; i < size; i += 64) _mm_clflush(&from[at + i]), _mm_clflush(&to[at + i]);
    _mm_mfence();
    return paired::plain_ns([&] { std::memcpy(&to[at], &from[at], size), clobber(); });
  };
  auto const reference = [&] {
    std::thread([&] {
      (void)pin_thread(o.cpus[0]);
      auto const clock = paired::plain_ns([] {});
      plain = 0;
      for (std::size_t i = 0; i < turns; ++i) plain += once() - clock;
    }).join();
    return plain;
  };
  auto const r = paired::of(
      40, [&] { return lanemark_ns(*o.measured, turns); }, reference);
  paired::print("cold " + to_string(bytes{size}) + " memcpy, time / after clflush", r, "0.5..2",
                duration_text(r.first / turns) + " against " + duration_text(r.second / turns));
}
#else
void cold(machine_of<host>&, std::size_t) {}
#endif
}  // namespace

int main() {
  auto h = host::open_all(on_host::granularity::core);
  if (!h) return std::puts(h.error().text.c_str()), 77;
  if (auto no = timing::tsc::available()) return std::puts(no->text.c_str()), 77;
  auto const devices = h->devices().size();
  machine_of<host> m(std::move(*h));
  if (has_stream()) single(m, "auto", "best copy, 256 MiB / plain non-temporal loop", ">= 0.97", true);
  single(m, "memcpy", "memcpy, 256 MiB / bare memcpy", "0.975..1.025", false);
  single(m, "auto", "best copy, 256 MiB / bare memcpy", "(information)", false);
  hot(m, 4096, 2000, "0.99..1.01");
  hot(m, 512, 10000, "<= 1.10");
  cold(m, 4096);
  cold(m, 65536);
  if (devices > 1 && has_stream())
    two_lanes(m);
  else
    std::puts("two lanes: skipped, this machine has one core or no AVX2");
}
