// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/utsname.h>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/ascend/api.hpp>
#include <lanemark/backend/pci_numa.hpp>
#include <lanemark/core/bytes.hpp>

namespace lanemark::on_ascend {
/// Something of a device. The runtime takes it back only on a thread whose current device that is.
struct owned {
  void* handle = nullptr;
  int device = 0;
  functions const* f = nullptr;
  error (*release)(void*) = nullptr;
  owned() = default;
  owned(void* h, int on, functions const& by, error (*r)(void*)) : handle(h), device(on), f(&by), release(r) {}
  owned(owned&& o) noexcept : handle(std::exchange(o.handle, nullptr)), device(o.device), f(o.f), release(o.release) {}
  owned& operator=(owned&& o) noexcept {
    std::swap(handle, o.handle), std::swap(device, o.device), std::swap(f, o.f), std::swap(release, o.release);
    return *this;
  }
  ~owned() {
    if (handle && f->set_device(device) == success) release(handle);
  }
};

/// Huawei's NPUs through CANN's runtime. Streams have no gate that the host could hold them by, and start staggered.
/// The runtime is not finalised at the end: it cannot be initialised twice in a process, and other code may use it.
class driver {
 public:
  struct memory : owned {};
  struct queue : owned {};
  struct mark : owned {};
  static constexpr std::string_view name = "ascend";
  static constexpr std::size_t queue_room = 256;  // a stream takes 1024 tasks or more

  [[gnu::cold]] static result<std::shared_ptr<driver>> load(std::string const& path) {
    constexpr char const* names[] = {"libacl_rt.so", "libascendcl.so"};  // the second is the older name
    auto opened = library::open(names, path);
    if (!opened) {
      auto no = opened.error();
      if (path.empty()) no.text += "; `source set_env.sh` of CANN puts its lib64 where it is found";
      return no;
    }
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
    if (r.flags != 0) return problem{fault::unsupported, "ascend: no context flags"};
    if (r.priority != "normal")
      return problem{fault::unsupported,
                     say({"ascend: no queue priority \"", r.priority,
                          "\": the runtime takes one for a stream and calls it reserved; there is normal"})};
    return {};
  }
  /// Asks once for each pair, and opens the way both ways: access is granted for one direction at a time.
  on_accelerator::reach reaches(int a, int b) const {
    if (a == b) return on_accelerator::reach::direct;
    auto& known = peers[at(a) * all.size() + at(b)];
    if (known == peer::unasked)
      known = peers[at(b) * all.size() + at(a)] = opens(a, b) && opens(b, a) ? peer::open : peer::refused;
    return known == peer::open ? on_accelerator::reach::direct : on_accelerator::reach::none;
  }
  result<memory> allocate(int device, std::size_t size) {
    void* p = nullptr;
    auto code = f.set_device(device);
    if (code == success) code = f.allocate(&p, size, huge_first_p2p);
    if (code != success)
      return problem{fault::failed,
                     say({code == 207018 || code == 207001 ? "out of memory: " : "", "ascend: no memory of ",
                          to_string(bytes{size}), " on device ", device, ": ", explain(code)})};
    return memory{{p, device, f, f.free}};
  }
  /// A copy to or from memory that is not pinned is no queued copy: the call returns when it has ended.
  status pin(void* p, std::size_t n) const {
    std::string why;
    if (!f.register_host || !f.unregister_host)
      why = "this runtime has no aclrtHostRegisterV2";
    else if (!kernel_pins())
      why = "the vendor warns of registering memory under Linux 5.10 and older";
    else if (auto const code = f.register_host(p, n, register_pinned); code != success)
      why = explain(code);
    else
      return {};
    return problem{
        fault::failed,
        say({"host memory stays pageable, so the driver copies it once more and its copies are not queued: ", why})};
  }
  void unpin(void* p) const noexcept { f.unregister_host(p); }
  result<queue> open_queue(int device, std::string const&) {
    stream s = nullptr;
    auto code = f.set_device(device);
    if (code == success) code = f.create_stream(&s);
    if (code != success)
      return problem{fault::failed, say({"ascend: no stream on device ", device, ": ", explain(code)})};
    return queue{{s, device, f, f.destroy_stream}};
  }
  result<mark> make_mark(queue& q) const {
    event e = nullptr;
    auto code = f.set_device(q.device);
    if (code == success)
      code =
          f.create_event_ex ? f.create_event_ex(&e, event_time_line | event_sync) : f.create_event(&e, event_time_line);
    if (code != success)
      return problem{fault::failed, say({"ascend: no event on device ", q.device, ": ", explain(code)})};
    return mark{{e, q.device, f, f.destroy_event}};
  }
  int make_current(int device) noexcept { return f.set_device(device); }
  int write(queue& q, memory& to, std::size_t offset, void const* from, std::size_t n) noexcept {
    auto* const there = static_cast<std::byte*>(to.handle) + offset;
    if (to.device != q.device) [[unlikely]]
      return apart(q, to, there, from, n, host_to_device);
    return f.copy_async(there, n, from, n, host_to_device, q.handle);
  }
  int read(queue& q, void* to, memory& from, std::size_t offset, std::size_t n) noexcept {
    auto const* const there = static_cast<std::byte const*>(from.handle) + offset;
    if (from.device != q.device) [[unlikely]]
      return apart(q, from, to, there, n, device_to_host);
    return f.copy_async(to, n, there, n, device_to_host, q.handle);
  }
  int copy(queue& q, memory& to, memory& from, std::size_t n) noexcept {
    return f.copy_async(to.handle, n, from.handle, n, device_to_device, q.handle);
  }
  int record(queue& q, mark& m) noexcept { return f.record(m.handle, q.handle); }
  int flush(queue&) noexcept { return success; }
  int finish(queue& q) noexcept { return f.finish(q.handle); }
  on_accelerator::passed query(mark& m) noexcept {
    int state = 0;
    if (f.query(m.handle, &state) != success) return on_accelerator::passed::failed;
    return state == event_complete ? on_accelerator::passed::yes : on_accelerator::passed::not_yet;
  }
  nanoseconds between(mark& a, mark& b) noexcept {
    float ms = 0;
    if (f.elapsed(&ms, a.handle, b.handle) != success) return nanoseconds{0};
    return nanoseconds{static_cast<double>(ms) * 1e6};
  }
  int wait_for_gate(queue&) const noexcept { return success; }
  bool hold() const noexcept { return false; }
  void release() const noexcept {}
  nanoseconds mark_step() const noexcept { return step; }
  std::string explain(int code) const {
    auto const* more = f.recent_message ? f.recent_message() : nullptr;  // of this thread, and told once
    auto text = on_ascend::explain(code);
    if (more && *more) {
      std::string_view const said(more);
      say_to(text, {": ", said.substr(0, said.find('\n'))});
    }
    return text;
  }

 private:
  enum class peer { unasked, open, refused };
  library lib;
  functions f{};
  std::vector<device_info> all{};
  mutable std::vector<peer> peers{};
  nanoseconds step{1000};

  static std::size_t at(int device) { return static_cast<std::size_t>(device); }
  /// The runtime's source has counters of 50 MHz behind the events of the A2 and A3 products. Of others all that is
  /// known is that the time of one event is told in microseconds.
  static nanoseconds step_of(std::string_view product) {
    return nanoseconds{product.starts_with("Ascend910B") || product.starts_with("Ascend910_93") ? 20.0 : 1000.0};
  }
  static bool kernel_pins() {
    utsname about{};
    int release = 0, patch = 0;
    if (uname(&about) != 0 || std::sscanf(about.release, "%d.%d", &release, &patch) != 2) return false;
    return release > 5 || (release == 5 && patch > 10);
  }
  bool opens(int a, int b) const {
    std::int32_t can = 0;
    return f.can_access_peer(&can, a, b) == success && can != 0 && f.set_device(a) == success &&
           f.enable_peer_access(b, 0) == success;
  }
  /// Filling and reading back the far end of a lane: a stream serves the memory of its own device only.
  error apart(queue& q, memory const& m, void* to, void const* from, std::size_t n, int kind) noexcept {
    auto code = f.set_device(m.device);
    if (code == success) code = f.copy(to, n, from, n, kind);
    auto const back = f.set_device(q.device);
    return code != success ? code : back;
  }
  [[gnu::cold]] status absent(error code, std::string_view what) const {
    if (code == no_device)
      return problem{fault::unsupported, say({"no device: ", lib.path(), " finds no NPU (", on_ascend::explain(code),
                                              "); `npu-smi info` shows what the kernel driver has"})};
    if (code == no_permission)
      return problem{fault::unsupported,
                     say({"no permission to use the NPUs (", on_ascend::explain(code),
                          "): /dev/davinci* belong to the group HwHiAiUser, and this user is not in it"})};
    return problem{fault::unsupported, say({"ascend: ", what, " failed: ", explain(code)})};
  }
  [[gnu::cold]] status find_devices() {
    if (auto const code = f.init(nullptr); code != success && code != already_initialised)
      return absent(code, "aclInit");
    std::uint32_t count = 0;
    if (auto const code = f.get_device_count(&count); code != success) return absent(code, "asking for devices");
    if (count == 0) return absent(no_device, "asking for devices");
    for (std::uint32_t i = 0; i < count; ++i) {
      device_info d{.id = static_cast<int>(i)};
      if (auto const code = f.set_device(d.id); code != success)
        return absent(code, say({"making device ", d.id, " current"}));
      d.label = say({"npu", d.id});
      if (auto const* product = f.soc_name ? f.soc_name() : nullptr) d.product = product;  // the same for all
      std::size_t free = 0, total = 0;
      for (auto const kind : {hbm, ddr})
        if (f.get_memory(kind, &free, &total) == success && total != 0) {
          d.memory = total;
          break;
        }
      char address[32] = {};  // a device behind HCCS has none
      if (f.get_pci_address && f.get_pci_address(d.id, address, sizeof address - 1) == success) {
        d.pci = plain_pci_address(address);
        d.numa = numa_of_pci(d.pci);
      }
      all.push_back(std::move(d));
    }
    step = step_of(all.front().product);
    peers.resize(all.size() * all.size());
    return {};
  }
};
}  // namespace lanemark::on_ascend
