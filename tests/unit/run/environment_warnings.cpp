// SPDX-License-Identifier: MIT
#include <lanemark/run/environment_warnings.hpp>

#include <made_up_machine.hpp>
#include <lanemark/run/environment_read.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
environment server() {
  made_up_root const root;
  write_two_socket_machine(root);
  return read_environment({.root = root.path()});
}

// A machine nothing is wrong with.
environment sound() {
  environment e;
  e.cpu.online = {0, 1};
  e.cpu.governors = {"performance"};
  e.clock = {.source = "tsc", .available = {"tsc"}, .tsc_invariant = true};
  e.limits.cpus = std::vector<int>{0, 1};
  e.limits.memory_nodes = std::vector<int>{0};
  e.memory.total = 1u << 30;
  e.memory.nodes = {{.id = 0, .cpus = {0, 1}, .memory = 1u << 30, .distances = {10}}};
  e.memory.transparent_huge_pages = "madvise";
  e.system.virtual_machine = false;
  e.load = 0.1;
  return e;
}

std::string text(std::vector<warning> const& all) {
  std::string out;
  for (auto const& w : all) out += (w.certain ? "! " : "? ") + w.thing + ": " + w.text + "\n";
  return out;
}

// The warnings of a sound machine after one change.
template <class F>
std::string after(F change) {
  auto e = sound();
  change(e);
  return text(warnings_of(e));
}
}  // namespace

TEST_CASE("a sound machine has no warning") { CHECK(warnings_of(sound()).empty()); }

TEST_CASE("each spoiler alone gives its warning alone, with a remedy") {
  CHECK(after([](auto& e) { e.clock.source = ""; }) ==
        "! clock: the kernel's clock source is unknown, so the cost of reading the clock is too: look at the clock "
        "overhead "
        "in the records\n");
  CHECK(after([](auto& e) { e.clock.source = "hpet"; }) ==
        "! clock: the kernel reads its clock from hpet, which costs a system call or more each time: boot with "
        "clocksource=tsc, or write tsc to /sys/devices/system/clocksource/clocksource0/current_clocksource\n");
  CHECK(after([](auto& e) { e.clock = {.source = "acpi_pm", .available = {"acpi_pm"}}; }) ==
        "! clock: the kernel reads its clock from acpi_pm, which costs a system call or more each time: see the kernel "
        "log "
        "for why the tsc was rejected\n");
  CHECK(after([](auto& e) { e.clock.tsc_invariant = false; }) ==
        "! clock: the time stamp counter is not invariant, it changes its rate or stops: use timer = \"steady\"\n");
  CHECK(after([](auto& e) { e.cpu.governors = {"powersave"}; }) ==
        "! cpu: the frequency governor is powersave, so the clock rate follows the load: cpupower frequency-set -g "
        "performance\n");
  CHECK(after([](auto& e) {
          e.cpu.governors = {"performance", "ondemand"};
        }) ==
        "! cpu: the frequency governor is ondemand on some CPUs, so the clock rate follows the load: cpupower "
        "frequency-set -g performance\n");
  CHECK(after([](auto& e) {
          e.busy = {{0, 0.05, 0}, {1, 0.5, 0.02}};
        }) ==
        "! cpu: CPU 1 was more than 10 % busy before the run: stop what runs there (top -1), or keep it away with a "
        "cpuset\n! cpu: the host took time from CPU 1 for other guests: measure on a host of your own\n");
  CHECK(after([](auto& e) { e.load = 1.5; }) ==
        "? cpu: the load average is 1.50 on 2 CPUs: wait until the machine is idle (top -1)\n");
  CHECK(after([](auto& e) { e.memory.transparent_huge_pages = "never"; }) ==
        "! memory: transparent huge pages are off, so pages = \"huge\" gets small ones: echo madvise > "
        "/sys/kernel/mm/transparent_hugepage/enabled\n");
  CHECK(after([](auto& e) { e.limits.cpus.reset(); }) ==
        "! limits: the CPUs this process may use are unknown, so threads may not be pinned where they should: mount "
        "/proc\n");
  CHECK(
      after([](auto& e) { e.limits.cpus = std::vector<int>{1}; }) ==
      "! limits: this process may use CPUs 1 of 0-1 only, and the results tell of that part: start it without taskset, "
      "launcher binding or cpuset\n");
  CHECK(after([](auto& e) { e.limits.cpu_quota = 1.5; }) ==
        "! limits: a control group allows 1.50 CPUs' worth of time and stops every thread when it is used up: raise "
        "cpu.max (docker: --cpus)\n");
  CHECK(after([](auto& e) { e.limits.memory = 1u << 29; }) ==
        "? limits: a control group allows 0.50 GiB of memory: larger buffers end the process (memory.max, docker: "
        "--memory)\n");
  CHECK(
      after([](auto& e) { e.system.virtual_machine = true, e.system.hypervisor = "QEMU"; }) ==
      "? system: this is a virtual machine (QEMU): other guests, and a topology that need not be the real one, are out "
      "of sight\n");
}

TEST_CASE("what is as it should be does not alarm") {
  CHECK(after([](auto& e) { e.memory.numa_balancing = true; }).empty());  // one node: nothing to move between
  CHECK(after([](auto& e) {
          e.busy = {{1, 0.09, 0}}, e.load = 1.9;
        }).empty());                                              // looked at, so the average counts no more
  CHECK(after([](auto& e) { e.busy = {{7, 0.9, 0}}; }).empty());  // a CPU we never use
  CHECK(after([](auto& e) { e.limits.memory = std::uint64_t{1} << 40; }).empty());
  CHECK(after([](auto& e) { e.clock = {.source = "kvm-clock"}; }).empty());
  CHECK(after([](auto& e) { e.iommu = true, e.iommu_domains = {"DMA"}; }).empty());  // no device to slow down
}

TEST_CASE("two nodes: balancing, and memory out of reach") {
  auto two = [](environment& e) {
    e.memory.nodes.push_back({.id = 1, .cpus = {}, .memory = 1u << 30});
    e.limits.memory_nodes = std::vector<int>{0, 1};
  };
  CHECK(after(two).empty());
  CHECK(after([&](auto& e) { two(e), e.memory.numa_balancing = true; }) ==
        "! memory: the kernel moves pages between NUMA nodes by itself while a copy runs: sysctl "
        "kernel.numa_balancing=0\n");
  CHECK(after([&](auto& e) { two(e), e.limits.memory_nodes = std::vector<int>{1}; }) ==
        "! limits: this process gets memory from NUMA nodes 1 of 0-1 only: widen cpuset.mems of its control group\n");
  CHECK(after([&](auto& e) {
          two(e), e.memory.nodes[1].memory = 0u, e.limits.memory_nodes = std::vector<int>{0};
        }).empty());  // a node without memory is not missing
}

TEST_CASE("links and devices of the two-socket server") {
  auto const e = server();
  std::string links;
  for (auto const& w : warnings_of(e))
    if (w.thing.find(':') != std::string::npos) links += text({w});
  CHECK(links ==
        "! 0000:04:00.0: link 0000:02:01.0 - 0000:04:00.0 runs at Gen5 x8, its ends can do Gen5 x16: reseat the card, "
        "and "
        "look at its riser and at the slot's bifurcation in the firmware\n"
        "? 0000:05:00.0: link 0000:02:02.0 - 0000:05:00.0 runs at Gen1 x16, its ends can do Gen5 x16: the device is "
        "asleep, look again under load; if it stays, reseat the card and look at the slot's speed in the firmware\n"
        "? 0000:03:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or "
        "raise "
        "MaxPayload in the firmware\n"
        "? 0000:04:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or "
        "raise "
        "MaxPayload in the firmware\n"
        "? 0000:05:00.0: packets carry 256 bytes, every port on its path takes 512: boot with pci=pcie_bus_perf, or "
        "raise "
        "MaxPayload in the firmware\n"
        "! 0000:81:00.0: this process may use no CPU of its NUMA node 1, so near threads run on another one: widen its "
        "cpuset or launcher binding\n"
        "! 0000:82:00.0: the firmware states no NUMA node for it, so near and far memory cannot be told apart: set "
        "affinity = \"node:N\", or look for the ACPI _PXM entry in a firmware update\n"
        "? 0000:82:00.0: no kernel driver is bound to it: load the vendor's driver\n");
}

TEST_CASE("a link shared by several devices is named once, and an awake device may only be idle") {
  made_up_root const root;
  auto functions = two_sockets_of_pci();
  functions[0].width = functions[1].width = 8;  // the link above the switch
  functions[7].power = "D0";
  for (auto const& f : functions) write_function(root, f);
  environment e;
  e.pci = read_pci(root.path());
  e.accelerators = read_accelerators(e.pci, root.path());
  std::vector<warning> out;
  run_detail::warn_of_links(e, out);
  REQUIRE(out.size() == 3);
  CHECK(out[0].thing == "0000:01:00.0");
  CHECK(out[2].text.find("an idle device may save power") != std::string::npos);
}

TEST_CASE("nothing known: only what a figure depends on") { CHECK(warnings_of({}).size() == 2); }
