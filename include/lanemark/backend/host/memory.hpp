// SPDX-License-Identifier: MIT
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <sys/mman.h>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/host/memory_facts.hpp>
#include <lanemark/core/bytes.hpp>
#include <lanemark/core/lock.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/core/start_thread.hpp>

namespace lanemark::on_host {
/// Touched pages on one NUMA node. Given back to the pool when the last owner lets go.
struct buffer {
  std::byte* data = nullptr;
  std::size_t room = 0;
  int node = -1;        ///< asked for; -1: wherever the system put it
  bool huge = true;     ///< asked for
  std::string pages{};  ///< got: huge, small, mixed; empty: unknown
  int got_node = -1;    ///< where most pages lie; -1: unknown
  std::string warning{};
};

/// Touched buffers, handed out again: first touch costs about a second per GiB, and a sweep must not pay it per cell.
/// A buffer may be larger than asked for. Lives as long as any buffer of it.
class pool : public std::enable_shared_from_this<pool> {
  lock guard;
  std::vector<buffer> spare;
  static constexpr std::size_t unit = std::size_t{2} << 20;  // a huge page

  static void unmap(buffer const& b) noexcept { ::munmap(b.data, b.room + unit); }
  static constexpr bool same_kind(buffer const& b, int node, bool huge) { return b.node == node && b.huge == huge; }

  [[gnu::cold]] void drop_spares_if(bool (*drop)(buffer const&, buffer const&), buffer const& like) {
    lock::hold const held(guard);
    std::size_t kept = 0;
    for (auto& b : spare)
      if (drop(b, like))
        unmap(b);
      else
        std::swap(spare[kept++], b);
    while (spare.size() > kept) spare.pop_back();
  }
  /// A buffer outside, and the pool that it goes back to.
  struct lent : buffer {
    std::shared_ptr<pool> from;
    lent(buffer b, std::shared_ptr<pool> owner) : buffer(std::move(b)), from(std::move(owner)) {}
    lent(lent const&) = delete;
    lent& operator=(lent const&) = delete;
    ~lent() {
      lock::hold const held(from->guard);
      from->spare.push_back(std::move(*this));
    }
  };
  [[gnu::cold]] std::shared_ptr<buffer> leased(buffer b) {
    return std::shared_ptr<lent>(new lent(std::move(b), shared_from_this()));
  }
  /// Fresh pages, bound and touched by a thread on the node's CPUs (so that first touch places them where binding is
  /// forbidden), with a guard behind so that neighbours never merge into one mapping.
  [[gnu::cold]] static result<buffer> fresh(std::size_t room, int node, bool huge, std::vector<int> const& cpus) {
    auto const whole = ::mmap(nullptr, room + 2 * unit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    auto const refused = [&](char const* call) {
      return problem{fault::failed, say({call, " of ", to_string(bytes{room}), " failed: ", std::strerror(errno)})};
    };
    if (whole == MAP_FAILED) return refused("mmap");
    auto const begin = reinterpret_cast<std::uintptr_t>(whole);
    auto const aligned = (begin + unit - 1) / unit * unit;
    auto* const data = reinterpret_cast<std::byte*>(aligned);
    if (aligned != begin) ::munmap(whole, aligned - begin);
    if (auto const tail = begin + 2 * unit - (aligned + unit); tail != 0) ::munmap(data + room + unit, tail);
    buffer b{.data = data, .room = room, .node = node, .huge = huge};
    if (::mprotect(data, room, PROT_READ | PROT_WRITE) != 0) {
      auto const no = refused("mprotect");
      unmap(b);
      return no;
    }
    ::madvise(data, room, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    if (node >= 0)
      if (auto no = bind_memory(data, room, node)) b.warning = no->text;
    auto touch = [&] {
      if (!cpus.empty()) (void)pin_thread(cpus);
      for (std::size_t i = 0; i < room; i += 4096) data[i] = std::byte{1};
    };
    start_thread(touch).join();
    b.pages = page_kind(data, room);
    b.got_node = most_common_node(data, room);
    if (node >= 0 && b.got_node >= 0 && b.got_node != node)
      b.warning = say({"memory asked for on NUMA node ", node, " lies on node ", b.got_node,
                       b.warning.empty() ? "" : ": ", b.warning});
    return b;
  }

 public:
  ~pool() {
    for (auto const& b : spare) unmap(b);
  }
  /// At least `size` bytes on a node (-1: any), touched. The problem names the size and what there is.
  [[gnu::cold]] result<std::shared_ptr<buffer>> lease(std::size_t size, int node, bool huge,
                                                      std::vector<int> const& cpus) {
    if (size > std::size_t{1} << 46)
      return problem{fault::failed, say({"out of memory: a buffer of ", to_string(bytes{size}), " cannot be had"})};
    auto const room = (std::max<std::size_t>(size, 1) + unit - 1) / unit * unit;
    {
      lock::hold const held(guard);
      auto best = spare.end();
      for (auto i = spare.begin(); i != spare.end(); ++i)
        if (same_kind(*i, node, huge) && i->room >= room && (best == spare.end() || i->room < best->room)) best = i;
      if (best != spare.end()) {
        auto b = std::move(*best);
        spare.erase(best);
        return leased(std::move(b));
      }
    }
    // whatever is smaller is of no use any more: the new buffer serves those sizes as well
    drop_spares_if([](buffer const& b, buffer const& like) { return same_kind(b, like.node, like.huge); },
                   {.node = node, .huge = huge});
    if (room > available_memory(node)) drop_spares_if([](buffer const&, buffer const&) { return true; }, {});
    // asked before touching: the kernel lends more than it has and then kills who touches it
    if (auto const there = available_memory(node); room > there)
      return problem{fault::failed,
                     say({"out of memory: a buffer of ", to_string(bytes{room}), " does not fit, ",
                          to_string(bytes{there >> 20 << 20}), " are available",
                          node < 0 ? std::string{} : say({" on NUMA node ", node}), "; lower `size` or free memory"})};
    auto b = fresh(room, node, huge, cpus);
    if (!b) return problem{fault::failed, say({"out of memory: ", b.error().text})};
    return leased(std::move(*b));
  }
};
}  // namespace lanemark::on_host
