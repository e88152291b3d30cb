// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/rbln/api.hpp>
#include <lanemark/backend/rbln/facts.hpp>
#include <lanemark/core/bytes.hpp>

namespace lanemark::on_rbln {
/// Rebellions' NPUs through the library that frameworks use. A copy has ended when its call returns: there are no
/// queues and no marks, and what a driver must have of them is empty here. The backend over this offers none.
class driver {
 public:
  struct memory {
    void* at = nullptr;
    int device = 0;
    functions const* f = nullptr;
    memory() = default;
    memory(void* p, int on, functions const& by) : at(p), device(on), f(&by) {}
    memory(memory&& o) noexcept : at(std::exchange(o.at, nullptr)), device(o.device), f(o.f) {}
    memory& operator=(memory&& o) noexcept {
      std::swap(at, o.at), std::swap(device, o.device), std::swap(f, o.f);
      return *this;
    }
    ~memory() {
      if (at) f->free(device, at);
    }
  };
  struct queue {
    int device = 0;
  };
  struct mark {};
  static constexpr std::string_view name = "rbln";
  static constexpr std::size_t queue_room = 1;

  [[gnu::cold]] static result<std::shared_ptr<driver>> load(std::string const& path) {
    constexpr char const* names[] = {"librbln.so"};
    auto opened = library::open(names, path);
    if (!opened) return opened.error();
    auto d = std::make_shared<driver>(std::move(*opened));
    if (auto no = bind(d->f, d->lib)) return *no;
    if (auto no = d->find_devices()) return *no;
    return d;
  }
  explicit driver(library l) : lib(std::move(l)) {}
  driver(driver const&) = delete;
  driver& operator=(driver const&) = delete;
  library const& loaded() const noexcept { return lib; }
  std::vector<device_info> devices() const { return all; }
  status refuses(request const& r) const {
    for (auto const& e : {r.path.source, r.path.destination})
      if (!e.host && e.chiplet >= 0) return unsupported("librbln.so has no say in which chiplet's memory is used");
    if (r.priority != "normal")
      return unsupported(say({"librbln.so has no queue priority \"", r.priority, "\"; there is normal"}));
    if (r.flags != 0) return unsupported("librbln.so takes no context flags");
    return {};
  }
  on_accelerator::reach reaches(int a, int b) const {
    return a == b ? on_accelerator::reach::direct : on_accelerator::reach::none;
  }
  result<memory> allocate(int device, std::size_t size) {
    if (auto no = claim(device)) return std::move(*no);
    void* p = nullptr;
    auto code = f.allocate(device, size, &p);
    if (code != success && f.empty_cache && f.empty_cache(device) == success) code = f.allocate(device, size, &p);
    if (code != success || !p)
      return problem{fault::failed, say({"out of memory: rbln: no memory of ", to_string(bytes{size}), " on device ",
                                         device, ": ", explain(code)})};
    return memory(p, device, f);
  }
  status pin(void*, std::size_t) const {
    return problem{
        fault::failed,
        "host memory stays pageable, so the driver may copy it once more: librbln.so has no call that pins it"};
  }
  void unpin(void*) const noexcept {}
  result<queue> open_queue(int device, std::string const&) {
    if (auto no = claim(device)) return std::move(*no);
    return queue{device};
  }
  int make_current(int) const noexcept { return success; }
  int write(queue& q, memory& to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return f.copy(q.device, static_cast<std::byte*>(to.at) + offset, from, n, host_to_device);
  }
  int read(queue& q, void* to, memory& from, std::size_t offset, std::size_t n) noexcept {
    return f.copy(q.device, to, static_cast<std::byte const*>(from.at) + offset, n, device_to_host);
  }
  int copy(queue& q, memory& to, memory& from, std::size_t n) noexcept {
    return f.copy(q.device, to.at, from.at, n, inside_device);
  }
  int flush(queue&) const noexcept { return success; }
  int finish(queue&) const noexcept { return success; }
  std::string explain(int code) const { return on_rbln::explain(code); }

  result<mark> make_mark(queue&) const { return mark{}; }
  int record(queue&, mark&) const noexcept { return success; }
  /// Calls block: what has returned has ended.
  on_accelerator::passed query(mark&) const noexcept { return on_accelerator::passed::yes; }
  nanoseconds between(mark&, mark&) const noexcept { return nanoseconds{0}; }
  int wait_for_gate(queue&) const noexcept { return success; }
  bool hold() const noexcept { return false; }
  void release() const noexcept {}
  nanoseconds mark_step() const noexcept { return nanoseconds{0}; }

 private:
  library lib;
  functions f{};
  std::vector<device_info> all{};
  std::vector<bool> claimed{};

  static status unsupported(std::string_view why) { return problem{fault::unsupported, say({"rbln: ", why})}; }
  /// Takes an NPU from everybody else, so only when it is needed.
  status claim(int device) {
    auto const i = static_cast<std::size_t>(device);
    if (claimed[i]) return {};
    int part = device;
    if (auto const code = f.register_device(device, &part, 1); code != success)
      return problem{fault::failed, say({"rbln: device ", device, " cannot be had: ", explain(code),
                                         "; another process may hold it, or it is in another group"})};
    claimed[i] = true;
    return {};
  }
  [[gnu::cold]] status find_devices() {
    if (!lib.made_up()) {  // without this librbln.so ends the process at the first call
      constexpr char const* names[] = {"librbln-thunk.so"};
      if (auto const thunk = library::open(names); !thunk)
        return problem{fault::unsupported,
                       say({"driver not installed: ", lib.path(), " needs librbln-thunk.so: ", thunk.error().text})};
    }
    int count = 0;
    if (auto const code = f.get_device_count(&count); code != success)
      return problem{fault::unsupported, say({"no device: asking ", lib.path(), " for NPUs failed: ", explain(code),
                                              "; is the kernel driver loaded, and may this user use /dev/rbln*?"})};
    if (count <= 0) return problem{fault::unsupported, say({"no device: ", lib.path(), " finds no NPU"})};
    for (int i = 0; i < count; ++i) {
      all.push_back({.id = i});
      all.back().label = say({"rbln", i});
    }
    claimed.resize(all.size());
    name_devices();
    return {};
  }
  /// RBLN_DEVICES hides NPUs from one library and not from the other, and then nothing says which is which.
  [[gnu::cold]] void name_devices() {
    management m{};
    if (bind(m, lib)) {
      constexpr char const* names[] = {"librbln-ml.so"};
      auto opened = library::open(names);
      if (lib.made_up() || !opened || bind(m, *opened)) return;
    }
    unsigned count = 0;
    if (m.init() != success || m.get_count(&count) != success || count != all.size()) return;
    for (unsigned i = 0; i < count; ++i) (void)describe(m, i, all[i]);
  }
};
}  // namespace lanemark::on_rbln
