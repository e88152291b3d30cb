// SPDX-License-Identifier: MIT
// Copies of the opencl backend against a plain loop of the same OpenCL calls, on the first device that there is.
#include <lanemark/backend/opencl/opencl.hpp>
#include <lanemark/measure/measure.hpp>
#include <lanemark/plan/machine_of.hpp>

#include <cstdlib>
#include <string>
#include <vector>

#include "paired.hpp"

using namespace lanemark;

namespace {
constexpr std::size_t size = std::size_t{64} << 20U;

/// What a plain program does: one context, one queue, one buffer, and memory of its own on the host.
struct plain_program {
  on_opencl::functions f{};
  on_opencl::context context = nullptr;
  on_opencl::command_queue queue = nullptr;
  on_opencl::mem buffer = nullptr;
  std::vector<char> host = std::vector<char>(size);

  bool open(library const& from) {
    on_opencl::platform_id platform = nullptr;
    on_opencl::device_id device = nullptr;
    on_opencl::cl_int code = 0;
    if (bind(f, from) || f.get_platforms(1, &platform, nullptr) != 0 ||
        f.get_devices(platform, on_opencl::device_type_all, 1, &device, nullptr) != 0)
      return false;
    context = f.create_context(nullptr, 1, &device, nullptr, nullptr, &code);
    if (code == 0) queue = f.create_queue(context, device, 0, &code);
    if (code == 0) buffer = f.create_buffer(context, on_opencl::mem_read_write, size, nullptr, &code);
    for (std::size_t i = 0; i < size; ++i) host[i] = static_cast<char>(i * 7 + 1);
    return code == 0;
  }
  double up() {
    return paired::plain_ns([&] {
      (void)f.write(queue, buffer, 0, 0, size, host.data(), 0, nullptr, nullptr);
      (void)f.finish(queue);
    });
  }
  double down() {
    return paired::plain_ns([&] {
      (void)f.read(queue, buffer, 0, 0, size, host.data(), 0, nullptr, nullptr);
      (void)f.finish(queue);
    });
  }
};

void row(machine_of<opencl>& m, plain_program& plain, bool up) {
  cell const c{.measure = "bandwidth",
               .direction = up ? "h2d" : "d2h",
               .lanes = {up ? lane{host_end(), device_end(0)} : lane{device_end(0), host_end()}},
               .size = {size},
               .timer = "steady"};
  auto s = m.open(c);
  if (!s) return void(std::puts(s.error().text.c_str()));
  if ((*s)->fill({})) std::exit(1);
  std::vector<lap> laps;
  auto const ours = [&] {
    laps.clear();
    if ((*s)->play(1, 1, steady_now() + nanoseconds{60e9}, laps) != progress::done) std::exit(1);
    return laps.back().lane_ns[0];
  };
  auto const r = paired::of(
      60, [&] { return up ? plain.up() : plain.down(); }, ours);
  char sides[100];
  std::snprintf(sides, sizeof sides, "%.2f against %.2f GB/s", static_cast<double>(size) / r.second,
                static_cast<double>(size) / r.first);
  paired::print(std::string("opencl ") + (up ? "h2d" : "d2h") + " 64 MiB / plain calls", r, ">= 0.95", sides);
}
}  // namespace

int main() {
  auto opened = opencl::open_all();
  if (!opened) return std::printf("no OpenCL here: %s\n", opened.error().text.c_str()), 0;
  machine_of<opencl> m(std::move(*opened));
  plain_program plain;
  if (!plain.open(m.backend_itself().driver_itself().loaded())) return std::puts("the plain program cannot start"), 1;
  for (bool const up : {true, false}) row(m, plain, up);
}
