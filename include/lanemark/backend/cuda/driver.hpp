// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/backend/accelerator/streams.hpp>
#include <lanemark/backend/cuda/api.hpp>

namespace lanemark::on_cuda {
/// CUDA's part of a driver with streams: a context is current, not a device, and copies between devices name both.
class calls {
  functions own{};
  struct device {
    int handle = 0;
    context in = nullptr;  // the primary one, retained when the device is first used
  };
  std::vector<device> devices{};
  std::mutex guard{};
  void* flag = nullptr;
  device_pointer flag_there = 0;

  int primary(int id, context& in) noexcept {
    std::lock_guard const lock(guard);
    auto& d = devices[static_cast<std::size_t>(id)];
    auto const code = d.in ? on_accelerator::ok : own.context_retain(&d.in, d.handle);
    in = d.in;
    return code;
  }

 public:
  static constexpr std::string_view name = "cuda";
  static constexpr char const* libraries[] = {"libcuda.so.1"};
  using pointer = device_pointer;
  static constexpr nanoseconds mark_step{500};  // cuda.h: elapsed times have a resolution of about half a microsecond
  on_accelerator::stream_functions<pointer> f{};

  [[gnu::cold]] result<int> start(library const& from) {
    if (auto no = bind(f, own, from)) return *no;
    // of an old driver the version says more than what becomes of a call
    if (int v = 0; own.driver_version(&v) == on_accelerator::ok && v < least_version)
      return problem{fault::unsupported,
                     say({"driver too old: ", from.path(), " is of CUDA ", v / 1000, ".", v % 1000 / 10, "; CUDA ",
                          least_version / 1000, ".", least_version % 1000 / 10, " is needed"})};
    int count = 0;
    if (auto const code = f.init(0); code != on_accelerator::ok) return absence(code, from.path());
    if (auto const code = f.device_count(&count); code != on_accelerator::ok) return absence(code, from.path());
    if (count == 0) return absence(no_device, from.path());
    devices.resize(static_cast<std::size_t>(count));
    for (int id = 0; id < count; ++id)
      if (auto const code = own.device_get(&devices[static_cast<std::size_t>(id)].handle, id);
          code != on_accelerator::ok)
        return absence(code, from.path());
    return count;
  }
  int handle(int id) const noexcept { return devices[static_cast<std::size_t>(id)].handle; }
  [[gnu::cold]] void complete(device_info& d) const {
    unsigned char uuid[16] = {};
    if (f.device_uuid && f.device_uuid(uuid, handle(d.id)) == on_accelerator::ok)
      d.uuid = on_accelerator::uuid_text(uuid);
    // a driver that does not know the attribute refuses it
    if (int node = -1; own.device_attribute(&node, attribute_host_numa_id, handle(d.id)) == on_accelerator::ok)
      d.numa = node;
  }
  std::string explain(int code) const { return on_cuda::explain(code); }
  int current(int id) noexcept {
    context in = nullptr;
    auto const code = primary(id, in);
    return code != on_accelerator::ok ? code : own.context_set(in);
  }
  int enable_peer(int id, int peer) noexcept {
    context theirs = nullptr;
    if (auto const code = primary(peer, theirs); code != on_accelerator::ok) return code;
    auto const code = current(id);
    return code != on_accelerator::ok ? code : own.enable_peer(theirs, 0);
  }
  int up(on_accelerator::stream s, pointer to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return own.up(to + offset, from, n, s);
  }
  int down(on_accelerator::stream s, void* to, pointer from, std::size_t offset, std::size_t n) noexcept {
    return own.down(to, from + offset, n, s);
  }
  int inside(on_accelerator::stream s, pointer to, pointer from, std::size_t n) noexcept {
    return own.inside(to, from, n, s);
  }
  int across(on_accelerator::stream s, pointer to, int to_id, pointer from, int from_id, std::size_t n) noexcept {
    // both contexts are there: memory was allocated in them
    return own.across(to, devices[static_cast<std::size_t>(to_id)].in, from,
                      devices[static_cast<std::size_t>(from_id)].in, n, s);
  }
  [[gnu::cold]] std::uint32_t* make_flag() noexcept {
    if (!own.wait_value) return nullptr;
    constexpr std::size_t page = 4096;
    if (own.host_allocate(&flag, page, host_portable | host_device_map) != on_accelerator::ok)
      return flag = nullptr, nullptr;
    auto* const word = static_cast<std::uint32_t*>(flag);
    *word = 0;
    if (own.host_device_pointer(&flag_there, flag, 0) == on_accelerator::ok) return word;
    free_flag();
    return nullptr;
  }
  [[gnu::cold]] void free_flag() noexcept {
    if (flag) (void)own.host_free(flag);
    flag = nullptr;
  }
  int wait_flag(on_accelerator::stream s, std::uint32_t value) noexcept {
    return own.wait_value(s, flag_there, value, wait_value_geq);
  }
  [[gnu::cold]] void let_go() noexcept {
    for (auto& d : devices)
      if (d.in) (void)own.context_release(d.handle), d.in = nullptr;
  }
};

using driver = on_accelerator::stream_driver<calls>;
}  // namespace lanemark::on_cuda
