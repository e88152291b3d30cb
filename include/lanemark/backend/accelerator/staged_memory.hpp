// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark::on_accelerator {
/// Memory of a device behind a buffer of the host that somebody else owns: what bytes pass through on their way to
/// where a device cannot reach. Both copies have ended when they return.
template <class D>
class staged_memory {
  std::shared_ptr<D> d{};  // first, so that it goes last
  int device = 0;
  std::byte* host = nullptr;
  std::size_t size = 0;
  bool pinned = false;
  typename D::memory memory{};
  typename D::queue queue{};
  int code = 0;

  bool done(int c) noexcept {
    if (c == 0) c = d->finish(queue);
    if (c != 0 && code == 0) code = c;
    return c == 0;
  }

 public:
  staged_memory(std::shared_ptr<D> by, int on, std::byte* through, std::size_t n, bool pin, typename D::memory m,
                typename D::queue q)
      : d(std::move(by)), device(on), host(through), size(n), pinned(pin), memory(std::move(m)), queue(std::move(q)) {}
  staged_memory(staged_memory&& o) noexcept
      : d(std::move(o.d)),
        device(o.device),
        host(o.host),
        size(o.size),
        pinned(std::exchange(o.pinned, false)),
        memory(std::move(o.memory)),
        queue(std::move(o.queue)),
        code(o.code) {}
  staged_memory& operator=(staged_memory&&) = delete;
  ~staged_memory() {
    if (pinned) d->unpin(host);
  }

  bool to_device() noexcept {
    auto const c = d->make_current(device);
    return done(c != 0 ? c : d->write(queue, memory, 0, host, size));
  }
  bool to_host() noexcept {
    auto const c = d->make_current(device);
    return done(c != 0 ? c : d->read(queue, host, memory, 0, size));
  }
  status trouble() {
    auto const c = std::exchange(code, 0);
    if (c == 0) return {};
    return problem{fault::failed, say({D::name, ": staging through the host failed: ", d->explain(c)})};
  }
};
}  // namespace lanemark::on_accelerator
