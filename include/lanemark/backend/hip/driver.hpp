// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/backend/accelerator/streams.hpp>
#include <lanemark/backend/hip/api.hpp>

namespace lanemark::on_hip {
/// HIP's part of a driver with streams: a device is current, one call copies between host and device.
class calls {
  functions own{};
  void* flag = nullptr;

 public:
  static constexpr std::string_view name = "hip";
  static constexpr char const* libraries[] = {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5"};
  using pointer = void*;
  static constexpr nanoseconds mark_step{1000};  // hip_runtime_api.h: a resolution of approximately 1 us
  on_accelerator::stream_functions<pointer> f{};

  [[gnu::cold]] result<int> start(library const& from) {
    if (auto no = bind(f, own, from)) return *no;
    if (int v = 0; own.runtime_version(&v) == on_accelerator::ok && v < least_version)
      return problem{fault::unsupported, say({"driver too old: ", from.path(), " is of HIP ", v / 10000000, ".",
                                              v / 100000 % 100, "; HIP 5.0 is needed"})};
    int count = 0;
    auto const begun = f.init(0);
    auto code = f.device_count(&count);  // tells more than hipInit, which calls any absence an invalid device
    if (code == on_accelerator::ok) code = count == 0 ? no_device : begun;
    if (code != on_accelerator::ok) return absence(code, explain(code), from.path());
    return count;
  }
  int handle(int id) const noexcept { return id; }
  [[gnu::cold]] void complete(device_info& d) const {
    unsigned char uuid[16] = {};
    if (f.device_uuid && f.device_uuid(uuid, d.id) == on_accelerator::ok) d.uuid = uuid_text(uuid);
  }
  std::string explain(int code) const {
    auto const* known = own.error_name ? own.error_name(code) : nullptr;
    return known && *known ? say({known, " (", code, ")"}) : say({"HIP error ", code});
  }
  int current(int id) noexcept { return own.set_device(id); }
  int enable_peer(int id, int peer) noexcept {
    auto const code = current(id);
    return code != on_accelerator::ok ? code : own.enable_peer(peer, 0);
  }
  int up(on_accelerator::stream s, pointer to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return own.copy(static_cast<char*>(to) + offset, from, n, host_to_device, s);
  }
  int down(on_accelerator::stream s, void* to, pointer from, std::size_t offset, std::size_t n) noexcept {
    return own.copy(to, static_cast<char const*>(from) + offset, n, device_to_host, s);
  }
  int inside(on_accelerator::stream s, pointer to, pointer from, std::size_t n) noexcept {
    return own.copy(to, from, n, device_to_device, s);
  }
  int across(on_accelerator::stream s, pointer to, int to_id, pointer from, int from_id, std::size_t n) noexcept {
    return own.across(to, to_id, from, from_id, n, s);
  }
  /// Signal memory: of 8 bytes, the host may write it.
  [[gnu::cold]] std::uint32_t* make_flag() noexcept {
    if (!own.wait_value || !own.allocate_with_flags) return nullptr;
    if (own.allocate_with_flags(&flag, 8, malloc_signal_memory) != on_accelerator::ok) return flag = nullptr, nullptr;
    *static_cast<std::uint64_t*>(flag) = 0;
    return static_cast<std::uint32_t*>(flag);
  }
  [[gnu::cold]] void free_flag() noexcept {
    if (flag) (void)f.free(flag);
    flag = nullptr;
  }
  int wait_flag(on_accelerator::stream s, std::uint32_t value) noexcept {
    return own.wait_value(s, flag, value, wait_value_gte, ~std::uint32_t{0});
  }
  void let_go() const noexcept {}
};

using driver = on_accelerator::stream_driver<calls>;
}  // namespace lanemark::on_hip
