// SPDX-License-Identifier: MIT
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/accelerator/accelerator_backend.hpp>
#include <lanemark/backend/rbln/driver.hpp>

namespace lanemark {
namespace on_rbln {
/// A lane of an NPU: what it has in common with every accelerator's but queues and marks, so that nothing can be timed
/// by them.
class track : on_accelerator::track<driver> {
  using base = on_accelerator::track<driver>;

 public:
  explicit track(base&& t) : base(std::move(t)) {}
  using base::check;
  using base::enter;
  using base::fill;
  using base::placement;
  using base::trouble;
  void copy() noexcept { base::enqueue(); }
};

/// Copies by the NPU's engine, each ended when its call returns. Latency is the same loop.
template <class Quantity>
struct blocking_copy {
  using measures = Quantity;
  static constexpr std::string_view mechanism = "copy-engine";
  static constexpr unsigned parties = 1;
  static constexpr bool moves = true;
  static constexpr double per_turn = 1;
  static void run(track& t, unsigned, std::size_t n) noexcept {
    for (; n != 0; --n) t.copy();
  }
};
}  // namespace on_rbln

/// Rebellions' NPUs: the host's clock around copies that block; copies between the host and a device, and inside one.
/// Proven on a made-up driver alone. (`lanemark::rbln` are the words of the vendor's command line.)
class rbln_npu {
  accelerator_backend<on_rbln::driver> common;

 public:
  using track = on_rbln::track;
  using operations = axis<on_rbln::blocking_copy<quantity::bandwidth>, on_rbln::blocking_copy<quantity::latency>>;
  using timers = axis<timing::tsc, timing::steady>;
  static constexpr std::string_view name = "rbln";
  static constexpr auto domain = time_domain::real;

  explicit rbln_npu(accelerator_backend<on_rbln::driver> a) : common(std::move(a)) {}
  /// The driver as the system finds it, or by the path of its library.
  [[gnu::cold]] static result<rbln_npu> open_all(std::string const& path = {}) {
    auto opened = accelerator_backend<on_rbln::driver>::open_all(path);
    if (!opened) return opened.error();
    return rbln_npu(std::move(*opened));
  }
  std::vector<device_info> devices() const { return common.devices(); }
  template <class Inventory>
  void describe(Inventory& all) const {
    common.describe(all);
  }
  status supports(request const& r) const {
    auto const &a = r.path.source, &b = r.path.destination;
    if (!a.host && !b.host && a.index != b.index)
      return problem{fault::unsupported, "rbln: librbln.so copies inside one device, and has no call for two"};
    return common.supports(r);
  }
  [[gnu::cold]] result<track> open(request const& r) {
    auto opened = common.open(r);
    if (!opened) return opened.error();
    return track(std::move(*opened));
  }
  bool simulated() const { return common.simulated(); }
  nanoseconds now() const noexcept { return common.now(); }
};
static_assert(blocking_backend<rbln_npu> && !marking_backend<rbln_npu>);
static_assert(times<timing::tsc, rbln_npu> && times<timing::steady, rbln_npu> &&
              !times<timing::device_events, rbln_npu>);
}  // namespace lanemark
