// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/accelerator/driver.hpp>
#include <lanemark/backend/accelerator/handle.hpp>
#include <lanemark/backend/opencl/api.hpp>
#include <lanemark/backend/pci_numa.hpp>
#include <lanemark/core/bytes.hpp>

namespace lanemark::on_opencl {
/// OpenCL's part of an accelerator backend. The devices of one platform share a context, or no copy could go from one
/// to another. OpenCL has no peer access to ask for, no priorities and no say in where host memory lies.
class driver {
 public:
  using memory = on_accelerator::handle<mem>;
  struct queue {
    on_accelerator::handle<command_queue> work{};
    std::size_t in = 0;  ///< its context
  };
  struct mark {
    on_accelerator::handle<event> at{};
  };
  static constexpr std::string_view name = "opencl";
  static constexpr std::size_t queue_room = 256;

  [[gnu::cold]] static result<std::shared_ptr<driver>> load(std::string const& path) {
    constexpr char const* names[] = {"libOpenCL.so.1", "libOpenCL.so"};
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
  ~driver() {
    gates.clear();
    for (auto& c : contexts) f.release_context(c);
  }
  library const& loaded() const noexcept { return lib; }
  std::vector<device_info> devices() const { return all; }
  status refuses(request const& r) const {
    if (r.priority != "normal")
      return problem{fault::unsupported, say({"opencl: no queue priority \"", r.priority, "\"; there is normal"})};
    if (r.flags != 0) return problem{fault::unsupported, "opencl: no context flags"};
    return {};
  }
  on_accelerator::reach reaches(int a, int b) const {
    return at(a).in == at(b).in ? on_accelerator::reach::direct : on_accelerator::reach::none;
  }
  result<memory> allocate(int device, std::size_t size) {
    auto const& on = at(device);
    if (size > on.most_memory)
      return problem{fault::failed,
                     say({"out of memory: opencl device ", device, " gives at most ", to_string(bytes{on.most_memory}),
                          " at once, and ", to_string(bytes{size}), " are asked for"})};
    cl_int code = success;
    memory m(f.create_buffer(contexts[on.in], mem_read_write, size, nullptr, &code), f.release_mem);
    if (code != success)
      return problem{fault::failed, say({"opencl: no memory of ", to_string(bytes{size}), " on device ", device, ": ",
                                         explain(code)})};
    // a buffer belongs to all devices of its context until it is used: this puts it onto its own
    auto q = open_queue(device, "normal");
    if (!q) return q.error();
    if (code = f.migrate(q->work.object, 1, &m.object, 1U << 1U, 0, nullptr, nullptr); code == success)
      code = f.finish(q->work.object);
    if (code != success)
      return problem{fault::failed, say({"opencl: placing ", to_string(bytes{size}), " on device ", device,
                                         " failed: ", explain(code)})};
    return m;
  }
  /// Drivers pin what they copy from by themselves, or not at all: OpenCL has no call for memory that is there already.
  status pin(void*, std::size_t) const { return {}; }
  void unpin(void*) const noexcept {}
  result<queue> open_queue(int device, std::string const&) {
    cl_int code = success;
    auto const& on = at(device);
    queue q{{f.create_queue(contexts[on.in], on.id, queue_profiling, &code), f.release_queue}, on.in};
    if (code != success)
      return problem{fault::failed, say({"opencl: no queue on device ", device, ": ", explain(code)})};
    return q;
  }
  result<mark> make_mark(queue&) const { return mark{}; }
  int make_current(int) const noexcept { return success; }
  int write(queue& q, memory& to, std::size_t offset, void const* from, std::size_t n) noexcept {
    return f.write(q.work.object, to.object, 0, offset, n, from, 0, nullptr, nullptr);
  }
  int read(queue& q, void* to, memory& from, std::size_t offset, std::size_t n) noexcept {
    return f.read(q.work.object, from.object, 0, offset, n, to, 0, nullptr, nullptr);
  }
  int copy(queue& q, memory& to, memory& from, std::size_t n) noexcept {
    return f.copy(q.work.object, from.object, to.object, 0, 0, n, 0, nullptr, nullptr);
  }
  int record(queue& q, mark& m) noexcept {
    m.at = {};
    event e = nullptr;
    auto const code = f.marker(q.work.object, 0, nullptr, &e);
    if (code == success) m.at = {e, f.release_event};  // a call that failed leaves the event unset
    return code;
  }
  int flush(queue& q) noexcept { return f.flush(q.work.object); }
  int finish(queue& q) noexcept { return f.finish(q.work.object); }
  on_accelerator::passed query(mark& m) noexcept {
    cl_int state = success;
    if (!m.at.object || f.get_event_info(m.at.object, event_execution_status, sizeof state, &state, nullptr) != success)
      return on_accelerator::passed::failed;
    return state == complete ? on_accelerator::passed::yes
           : state < 0       ? on_accelerator::passed::failed
                             : on_accelerator::passed::not_yet;
  }
  nanoseconds between(mark& a, mark& b) noexcept {
    cl_ulong from = 0, to = 0;
    if (f.get_profiling_info(a.at.object, profiling_end, sizeof from, &from, nullptr) != success ||
        f.get_profiling_info(b.at.object, profiling_end, sizeof to, &to, nullptr) != success)
      return nanoseconds{0};
    return nanoseconds{static_cast<double>(static_cast<std::int64_t>(to - from))};
  }
  /// The gate is an event that the host sets; each context has its own.
  bool hold() noexcept {
    gates.clear();
    for (auto const c : contexts) {
      cl_int code = success;
      on_accelerator::handle<event> e(f.create_user_event(c, &code), f.release_event);
      if (code != success) return gates.clear(), false;
      gates.push_back(std::move(e));
    }
    return true;
  }
  int wait_for_gate(queue& q) noexcept {
    if (gates.empty()) return success;
    return f.marker(q.work.object, 1, &gates[q.in].object, nullptr);
  }
  void release() noexcept {
    for (auto& g : gates) f.set_user_event_status(g.object, complete);
    gates.clear();
  }
  nanoseconds mark_step() const noexcept { return step; }
  std::string explain(int code) const { return on_opencl::explain(code); }

 private:
  struct device_handle {
    device_id id = nullptr;
    std::size_t in = 0;           ///< its context: one for each platform
    std::size_t most_memory = 0;  ///< of one buffer
  };
  library lib;
  functions f{};
  std::vector<context> contexts{};
  std::vector<device_handle> handles{};
  std::vector<device_info> all{};
  std::vector<on_accelerator::handle<event>> gates{};
  nanoseconds step{1};

  device_handle const& at(int device) const { return handles[static_cast<std::size_t>(device)]; }
  template <class T>
  T info(device_id id, cl_uint what, T otherwise) const {
    T value{};
    return f.get_device_info(id, what, sizeof value, &value, nullptr) == success ? value : otherwise;
  }
  std::string text(device_id id, cl_uint what) const {
    char value[512] = {};
    if (f.get_device_info(id, what, sizeof value - 1, value, nullptr) != success) return {};
    return value;
  }
  [[gnu::cold]] status find_devices() {
    platform_id platforms[32] = {};
    cl_uint count = 0;
    auto const code = f.get_platforms(32, platforms, &count);
    if (code == platform_not_found || (code == success && count == 0))
      return problem{fault::unsupported, say({"no device: ", lib.path(),
                                              " finds no OpenCL platform (nothing usable in /etc/OpenCL/vendors)"})};
    if (code != success)
      return problem{fault::unsupported, say({"opencl: asking for platforms failed: ", on_opencl::explain(code)})};
    std::string names;
    for (cl_uint i = 0; i < count && i < 32; ++i) {
      char title[256] = {};
      (void)f.get_platform_info(platforms[i], platform_name, sizeof title - 1, title, nullptr);
      say_to(names, {names.empty() ? "" : ", ", title});
      if (auto no = add_platform(platforms[i])) return no;
    }
    if (handles.empty()) return problem{fault::unsupported, say({"no device: OpenCL platforms without one: ", names})};
    return {};
  }
  [[gnu::cold]] status add_platform(platform_id platform) {
    device_id ids[64] = {};
    cl_uint count = 0;
    if (f.get_devices(platform, device_type_all, 64, ids, &count) != success || count == 0) return {};
    count = std::min<cl_uint>(count, 64);
    cl_int code = success;
    auto const in = f.create_context(nullptr, count, ids, nullptr, nullptr, &code);
    if (code != success)
      return problem{fault::unsupported,
                     say({"opencl: no context on the devices of a platform: ", on_opencl::explain(code)})};
    contexts.push_back(in);
    for (cl_uint i = 0; i < count; ++i) {
      device_info d{.id = static_cast<int>(handles.size())};
      d.label = say({"opencl", d.id});
      d.product = text(ids[i], device_name);
      d.is_cpu = (info<cl_ulong>(ids[i], device_type, 0) & type_cpu) != 0;
      d.memory = info<cl_ulong>(ids[i], device_global_mem_size, 0);
      struct {
        cl_uint domain, bus, device, function;
      } pci{};
      if (f.get_device_info(ids[i], device_pci_bus_info, sizeof pci, &pci, nullptr) == success) {
        char address[40];
        std::snprintf(address, sizeof address, "%04x:%02x:%02x.%x", pci.domain, pci.bus, pci.device, pci.function);
        d.pci = address;
        d.numa = numa_of_pci(d.pci);
      }
      auto const most = info<cl_ulong>(ids[i], device_max_mem_alloc_size, 0);
      handles.push_back({ids[i], contexts.size() - 1, static_cast<std::size_t>(most)});
      auto const resolution = info<std::size_t>(ids[i], device_profiling_timer_resolution, 1);
      step = std::max(step, nanoseconds{static_cast<double>(resolution)});
      all.push_back(std::move(d));
    }
    return {};
  }
};
}  // namespace lanemark::on_opencl
