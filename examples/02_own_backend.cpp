// SPDX-License-Identifier: MIT
// A backend of one's own: a file in memory as the device, written and read by system calls.
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <lanemark/lanemark.hpp>

using namespace lanemark;
using namespace lanemark::literals;

// example-begin: track
struct file_track {  // a lane opened: it shares all that its copies need
  std::shared_ptr<int> file{};
  std::vector<std::byte> buffer{};
  bool upload = true;
  int error = 0;  // set while timed, told afterwards

  status enter(unsigned) { return {}; }  // once on the issuing thread, before all else
  bool move(std::byte* p, bool to_file) noexcept {
    auto const n = to_file ? pwrite(*file, p, buffer.size(), 0) : pread(*file, p, buffer.size(), 0);
    if (n != static_cast<ssize_t>(buffer.size())) error = n < 0 ? errno : EIO;
    return error == 0;
  }
  status fill(pattern const& what) {  // the pattern at the source, its complement at the destination
    auto other = buffer;
    fill_pattern(upload ? buffer : other, what);
    fill_poison(upload ? other : buffer, what);
    return move(other.data(), true) ? status{} : trouble();
  }
  status check(pattern const& what) {
    auto arrived = buffer;
    if (upload && !move(arrived.data(), false)) return trouble();
    return check_pattern(arrived, what);
  }
  status trouble() {
    if (error == 0) return {};
    return problem{fault::failed, std::string("memory file: ") + std::strerror(std::exchange(error, 0))};
  }
  obtained placement() const { return {}; }
};
// example-end: track

// example-begin: operation
template <class Quantity>
struct system_call {  // the loop of n turns: all that runs between the two readings of the clock
  using measures = Quantity;
  static constexpr std::string_view mechanism = "pread-pwrite";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(file_track& t, unsigned, std::size_t n) noexcept {
    for (; n != 0; --n) t.move(t.buffer.data(), t.upload);
  }
};
// example-end: operation

// example-begin: backend
struct memory_file {
  static constexpr std::string_view name = "memory-file";
  static constexpr auto domain = time_domain::real;
  using track = file_track;
  using operations = axis<system_call<quantity::bandwidth>, system_call<quantity::latency>>;  // preferred first
  using timers = axis<timing::steady, timing::tsc>;

  std::vector<device_info> devices() const { return {{.id = 0, .label = "memory-file0"}}; }
  status supports(request const& r) const {
    auto const& [source, destination, issuer] = r.path;
    if (source.host != destination.host && source.index <= 0 && destination.index <= 0) return {};
    return problem{fault::unsupported,
                   "memory-file: one file, number 0, to and from the host: not " + to_string(r.path)};
  }
  result<track> open(request const& r) {
    std::shared_ptr<int> file(new int(memfd_create("lanemark", MFD_CLOEXEC)), [](int* fd) { close(*fd), delete fd; });
    if (*file < 0) return problem{fault::failed, std::string("memory-file: memfd_create: ") + std::strerror(errno)};
    return track{.file = file, .buffer = std::vector<std::byte>(r.size.count), .upload = r.path.source.host};
  }
  nanoseconds now() const noexcept { return steady_now(); }
};
static_assert(blocking_backend<memory_file>);
// example-end: backend

// example-begin: use
int main() {
  memory_file files;
  settings const brief{.samples = 20, .time = 50_ms};
  auto all = measure<probe<host_to_device<memory_file>, sizes::doubling<4_KiB, 1_MiB>>>(files, brief);
  for (auto& r : measure<probe<device_to_host<memory_file>, quantity::latency>>(files, brief)) all.push_back(r);
  report::text(stdout, all);
  for (auto const& r : all)
    if (r.status != outcome::measured) return 1;
}
// example-end: use
