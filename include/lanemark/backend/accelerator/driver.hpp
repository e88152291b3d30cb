// SPDX-License-Identifier: MIT
#pragma once
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <lanemark/backend/loader.hpp>
#include <lanemark/core/axis.hpp>
#include <lanemark/core/duration.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/policy/request.hpp>

namespace lanemark::on_accelerator {
/// Whether a mark in a queue has been passed.
enum class passed { yes, not_yet, failed };

/// How a device reaches another's memory.
enum class reach { direct, staged, none };

/// What sets one vendor's driver apart; everything else is written once, over this. Calls in and around the timed
/// region return the driver's own code, 0 for success, and throw nothing. A driver object is shared by all that it gave
/// out.
///
///   memory   bytes on a device; movable, frees itself
///   queue    work in order on one device; movable, destroys itself
///   mark     a point in a queue; movable, destroys itself
template <class D> concept driver =
    named<D> && std::movable<typename D::memory> && std::movable<typename D::queue> && std::movable<typename D::mark> &&
    requires(D& d, D const& c, typename D::memory& m, typename D::queue& q, typename D::mark& mark, int device,
             std::size_t n, void* p, void const* from, request const& r) {
      // absent library, no device, a driver that is too old: each a sentence
      { D::load(std::string{}) } -> std::same_as<result<std::shared_ptr<D>>>;
      { c.loaded() } -> std::same_as<library const&>;
      { c.devices() } -> std::same_as<std::vector<device_info>>;
      { c.refuses(r) } -> std::same_as<status>;              // what this vendor cannot do beyond what all cannot
      { c.reaches(device, device) } -> std::same_as<reach>;  // may the first copy to and from the second
      { d.allocate(device, n) } -> std::same_as<result<typename D::memory>>;
      {
        d.pin(p, n)
      } -> std::same_as<status>;  // host memory that the device reads by itself; a problem: it stays pageable
      { d.unpin(p) } noexcept;
      { d.open_queue(device, std::string{}) } -> std::same_as<result<typename D::queue>>;
      { d.make_mark(q) } -> std::same_as<result<typename D::mark>>;
      { d.make_current(device) } noexcept -> std::same_as<int>;     // for the calling thread
      { d.write(q, m, n, from, n) } noexcept -> std::same_as<int>;  // host to m at an offset, enqueued
      { d.read(q, p, m, n, n) } noexcept -> std::same_as<int>;      // m at an offset to the host, enqueued
      { d.copy(q, m, m, n) } noexcept -> std::same_as<int>;         // first to from second, enqueued
      { d.record(q, mark) } noexcept -> std::same_as<int>;
      { d.flush(q) } noexcept -> std::same_as<int>;   // what is enqueued starts
      { d.finish(q) } noexcept -> std::same_as<int>;  // all that is enqueued has ended
      { d.query(mark) } noexcept -> std::same_as<passed>;
      { d.between(mark, mark) } noexcept -> std::same_as<nanoseconds>;
      { d.wait_for_gate(q) } noexcept -> std::same_as<int>;  // what follows in q waits, if the gate is held
      { d.hold() } noexcept -> std::same_as<bool>;           // false: there is no gate
      { d.release() } noexcept;
      { c.mark_step() } noexcept -> std::same_as<nanoseconds>;
      { c.explain(device) } -> std::convertible_to<std::string>;  // `CL_OUT_OF_RESOURCES (-5)`
      { D::queue_room } -> std::convertible_to<std::size_t>;
    };
}  // namespace lanemark::on_accelerator
