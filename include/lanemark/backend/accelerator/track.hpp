// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <sched.h>
#include <time.h>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/host/memory.hpp>
#include <lanemark/core/keep.hpp>
#include <lanemark/core/pattern.hpp>
#include <lanemark/policy/backend.hpp>

namespace lanemark::on_accelerator {
/// Host memory of a lane, pinned for the driver where it can be.
template <class D>
struct host_memory {
  std::shared_ptr<D> owner{};
  std::shared_ptr<on_host::buffer> bytes{};
  bool pinned = false;

  host_memory() = default;
  host_memory(std::shared_ptr<D> d, std::shared_ptr<on_host::buffer> b, bool p)
      : owner(std::move(d)), bytes(std::move(b)), pinned(p) {}
  host_memory(host_memory&& o) noexcept
      : owner(std::move(o.owner)), bytes(std::move(o.bytes)), pinned(std::exchange(o.pinned, false)) {}
  host_memory& operator=(host_memory&& o) noexcept {
    std::swap(owner, o.owner), std::swap(bytes, o.bytes), std::swap(pinned, o.pinned);
    return *this;
  }
  ~host_memory() {
    if (pinned) owner->unpin(bytes->data);
  }
};

/// A lane of a device: a queue on the issuing device, memory at both ends, two marks. Both shapes: work between marks,
/// and calls that a host clock is read around.
template <class D>
struct track {
  std::shared_ptr<D> d{};  // first, so that it goes last
  int device = 0;          ///< that issues
  enum class way { up, down, across } kind = way::up;
  std::size_t size = 0;
  static constexpr std::size_t piece_size = std::size_t{8} << 20U;
  host_memory<D> host{};
  host_memory<D> piece{};           ///< what a device's end is filled and read back through
  typename D::memory from{}, to{};  ///< what of the two ends is on a device
  typename D::queue queue{};
  typename D::mark begin{}, end{};
  int code = 0;                  ///< of the first call that failed
  char const* failed = nullptr;  ///< what it was to do
  obtained got{};
  bool given_up = false;

  track() = default;
  track(std::shared_ptr<D> by, int on, std::size_t n) : d(std::move(by)), device(on), size(n) {}
  track(track&&) noexcept = default;
  track& operator=(track&&) noexcept = default;
  /// A queue that was given up may still copy: its memory, its marks and its driver stay for as long as the process.
  ~track() {
    if (given_up) new track(std::move(*this));
  }

  status enter(unsigned) {
    if (!got.cpus.empty())
      if (auto no = pin_thread(got.cpus)) return no;
    return said(d->make_current(device), "making the device current");
  }
  /// The pattern at the source, its complement at the destination, through a host buffer where an end is on a device.
  status fill(pattern const& p) {
    if (auto no = said(d->make_current(device), "making the device current")) return no;
    if (kind == way::up) {
      fill_pattern({host.bytes->data, size}, p);
    } else if (auto no = write_all(from, p, fill_pattern)) {
      return no;
    }
    if (kind == way::down) {
      fill_poison({host.bytes->data, size}, p);
      return {};
    }
    return write_all(to, p, fill_poison);
  }
  status check(pattern const& p) {
    if (auto no = said(d->make_current(device), "making the device current")) return no;
    if (kind == way::down) return check_pattern({host.bytes->data, size}, p);
    for (std::size_t at = 0; at < size; at += piece_size) {
      auto const n = std::min(piece_size, size - at);
      if (auto no = said(d->read(queue, piece.bytes->data, to, at, n), "reading back")) return no;
      if (auto no = drained("reading back")) return no;
      if (auto no = check_pattern({piece.bytes->data, n}, p, at)) return no;
    }
    return {};
  }
  status trouble() {
    auto const c = std::exchange(code, 0);
    if (c == 0) return {};
    return problem{fault::failed, say({D::name, ": ", failed ? failed : "a call", " failed: ", d->explain(c)})};
  }
  obtained placement() const { return got; }

  /// One copy of the lane, enqueued.
  void enqueue() noexcept {
    int c = 0;
    if (kind == way::up)
      c = d->write(queue, to, 0, host.bytes->data, size);
    else if (kind == way::down)
      c = d->read(queue, host.bytes->data, from, 0, size);
    else
      c = d->copy(queue, to, from, size);
    if (c != 0) [[unlikely]]
      note(c, "a copy");
  }
  void finish() noexcept { note(d->finish(queue), "waiting for a copy"); }

  void arm(submit_function<track> submit, std::size_t n) noexcept {
    note(d->make_current(device), "making the device current");
    note(d->wait_for_gate(queue), "waiting at the start gate");
    note(d->record(queue, begin), "setting the first mark");
    submit(*this, n);
    note(d->record(queue, end), "setting the last mark");
    note(d->flush(queue), "starting the queue");
  }
  progress settle(nanoseconds deadline) noexcept {
    for (unsigned looks = 0; code == 0; ++looks) {
      auto const p = d->query(end);
      if (p == passed::failed) note(d->finish(queue), "a copy");
      if (p == passed::failed && code == 0) code = -1, failed = "a copy";
      if (p == passed::yes) return progress::done;
      if (steady_now() >= deadline) return given_up = true, progress::late;
      if (looks < 2000) {
        pause();
        if (looks % 16 == 15) sched_yield();
      } else {  // the queue may need this CPU
        timespec const t{.tv_sec = 0, .tv_nsec = 20'000};
        nanosleep(&t, nullptr);
      }
    }
    return progress::failed;
  }
  nanoseconds lasted() noexcept { return d->between(begin, end); }

  void note(int c, char const* what) noexcept {
    if (c != 0 && code == 0) code = c, failed = what;
  }
  status said(int c, char const* what) {
    note(c, what);
    return trouble();
  }

 private:
  /// Waits for a piece on its way to or from a device: like any copy it may never end.
  status drained(char const* what) {
    constexpr nanoseconds patience{10e9};
    note(d->record(queue, end), what);
    note(d->flush(queue), what);
    if (settle(steady_now() + patience) == progress::late)
      return problem{fault::late,
                     say({D::name, ": ", what, " device memory did not end within 10 s; look at the device"})};
    return trouble();
  }
  status write_all(typename D::memory& to_device, pattern const& p,
                   void (*put)(std::span<std::byte>, pattern const&, std::uint64_t)) {
    for (std::size_t at = 0; at < size; at += piece_size) {
      auto const n = std::min(piece_size, size - at);
      put({piece.bytes->data, n}, p, at);
      if (auto no = said(d->write(queue, to_device, at, piece.bytes->data, n), "filling")) return no;
      if (auto no = drained("filling")) return no;
    }
    return {};
  }
};
}  // namespace lanemark::on_accelerator
