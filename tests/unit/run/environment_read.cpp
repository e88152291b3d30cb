// SPDX-License-Identifier: MIT
#include <lanemark/run/environment_read.hpp>

#include <made_up_machine.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("a two-socket server, fact by fact") {
  made_up_root const root;
  write_two_socket_machine(root);
  auto const e = read_environment({.root = root.path()});
  CHECK(e.cpu.vendor == "AuthenticAMD");
  CHECK(e.cpu.model == "AMD EPYC 9354 32-Core Processor");
  CHECK(e.cpu.sockets == 2);
  CHECK(e.cpu.cores == 4);
  CHECK(e.cpu.online.size() == 8);
  CHECK(e.cpu.isolated.empty());
  REQUIRE(e.cpu.caches.size() == 3);
  CHECK(e.cpu.caches[0].size == 32768);
  CHECK(e.cpu.caches[2].level == 3);
  CHECK(e.cpu.caches[2].size == 33554432);
  CHECK(e.cpu.caches[2].shared_by == 4);
  CHECK(e.cpu.governors == std::vector<std::string>{"powersave", "performance"});
  CHECK(e.cpu.scaling_driver == "acpi-cpufreq");
  CHECK(e.cpu.boost == true);
  CHECK(e.cpu.most_hz == 3800000000u);

  CHECK(e.memory.installed == 5ull << 36);
  CHECK(e.memory.total == 329252864ull * 1024);
  CHECK(e.memory.available == 300000000ull * 1024);
  CHECK(e.memory.swap == 0u);
  REQUIRE(e.memory.nodes.size() == 3);
  CHECK(e.memory.nodes[1].cpus == std::vector<int>{4, 5, 6, 7});
  CHECK(e.memory.nodes[1].memory == 131072000ull * 1024);
  CHECK(e.memory.nodes[2].id == 3);
  CHECK(e.memory.nodes[2].cpus.empty());
  CHECK(e.memory.nodes[2].distances == std::vector<int>{17, 28, 10});
  CHECK(e.memory.transparent_huge_pages == "never");
  REQUIRE(e.memory.huge_pages.size() == 2);
  CHECK(e.memory.huge_pages[0].page == 2097152);
  CHECK(e.memory.huge_pages[0].pages == 512);
  CHECK(e.memory.huge_pages[0].free == 500);
  CHECK(e.memory.huge_pages[1].page == 1073741824);
  CHECK(e.memory.numa_balancing == true);

  CHECK(e.clock.source == "hpet");
  CHECK(e.clock.available == std::vector<std::string>{"hpet", "acpi_pm", "tsc"});
  CHECK(e.clock.tsc_invariant == true);
  CHECK(e.system.kernel == "6.1.0-18-amd64");
  CHECK(e.system.os == "Debian GNU/Linux 12 (bookworm)");
  CHECK(e.system.host_name == "node7");
  CHECK(e.system.board == "Dell Inc. PowerEdge R7625");
  CHECK(e.system.virtual_machine == false);
  CHECK(e.system.hypervisor.empty());
  CHECK(e.system.c_library.empty());  // a fact of this process, not of a made-up root
  CHECK(e.limits.cpus == std::vector<int>{0, 1, 2, 3});
  CHECK(e.limits.memory_nodes == std::vector<int>{0, 3});
  CHECK(e.limits.cpu_quota == 3.5);
  CHECK(e.limits.memory == 68719476736u);
  CHECK(e.load == 0.52);
  CHECK(e.busy.empty());
  CHECK(e.iommu == true);
  CHECK(e.iommu_domains == std::vector<std::string>{"DMA-FQ"});

  REQUIRE(e.accelerators.size() == 5);
  auto const& npu = e.accelerators[0];
  CHECK(npu.address == "0000:03:00.0");
  CHECK(npu.vendor == "Rebellions");
  CHECK(npu.product == "RBLN-CA25-SE");  // what the driver says, not what the id says
  CHECK(npu.ids == "1eff:1250");
  CHECK(npu.numa == 0);
  CHECK(npu.iommu_group == 70);
  CHECK(npu.driver == "rebellions");
  CHECK(npu.driver_version == "1.2.3");
  CHECK(npu.path == std::vector<std::string>{"0000:00:01.1", "0000:01:00.0", "0000:02:00.0"});
  CHECK(to_string(npu.link.now_hop->now) == "Gen5 x16");
  CHECK(npu.max_payload == 256u);
  CHECK(npu.max_read_request == 512u);
  CHECK(e.accelerators[1].product == "RBLN-CA25");
  CHECK(e.accelerators[3].product == "NVIDIA H200");
  CHECK(e.accelerators[3].firmware == "96.00.89.00.01");
  CHECK(e.accelerators[4].product == "Ascend 910B");
  CHECK_FALSE(e.accelerators[4].link.now);
}

TEST_CASE("how busy CPUs were since a snapshot") {
  made_up_root const root;
  write_two_socket_machine(root);
  auto const before = read_cpu_times(root.path());
  root.write("/proc/stat", "cpu0 100 0 100 900 0 0 0 0\ncpu3 190 0 100 810 0 0 0 0\n");
  auto const e = read_environment({.root = root.path(), .before = before});
  REQUIRE(e.busy.size() == 2);
  CHECK(e.busy[0].busy == 0);
  CHECK(e.busy[1].cpu == 3);
  CHECK(e.busy[1].busy == Approx(0.9));
}

TEST_CASE("an empty root, and none at all: everything is unknown") {
  made_up_root const empty;
  for (auto const& root : {empty.path(), std::string("/nonexistent/root")}) {
    auto const e = read_environment({.root = root});
    CHECK(e.cpu.model.empty());
    CHECK_FALSE(e.cpu.sockets);
    CHECK_FALSE(e.cpu.boost);
    CHECK(e.memory.nodes.empty());
    CHECK_FALSE(e.memory.total);
    CHECK_FALSE(e.memory.installed);
    CHECK_FALSE(e.memory.numa_balancing);
    CHECK(e.clock.source.empty());
    CHECK_FALSE(e.clock.tsc_invariant);
    CHECK_FALSE(e.system.virtual_machine);
    CHECK_FALSE(e.iommu);
    CHECK_FALSE(e.load);
    CHECK_FALSE(e.limits.cpus);
    CHECK_FALSE(e.pci.readable);
    CHECK(e.accelerators.empty());
  }
}

TEST_CASE("odd and foreign content") {
  made_up_root const root;
  write_two_socket_machine(root);
  root.write("/proc/cpuinfo", "vendor_id: \xe4\xb8\xad\nmodel name: Kunpeng\x1b[31m \xff\xfe\nflags");
  root.write("/sys/devices/system/cpu/online", "0-\n");
  root.write("/sys/devices/system/node/online", "0,two\n");
  root.write("/proc/meminfo",
             "MemTotal: many kB\nMemAvailable: 99999999999999999999 kB\nSwapTotal: 18446744073709551615 kB\n");
  root.write("/sys/devices/system/memory/block_size_bytes", "ffffffffffffffff\n");
  root.write("/sys/kernel/mm/transparent_hugepage/enabled", "]never[\n");
  root.write("/sys/kernel/mm/hugepages/hugepages-kB/nr_hugepages", "1\n");
  root.write("/sys/kernel/mm/hugepages/other/nr_hugepages", "1\n");
  root.write("/sys/kernel/mm/hugepages/hugepages-99999999999999kB/nr_hugepages", "1\n");
  root.write("/proc/loadavg", "nan nan nan\n");
  root.write("/etc/os-release", "PRETTY_NAME=\"\n");
  root.write("/sys/class/rebellions/rbln0/card_name", "\xc3\x28\n");
  auto const e = read_environment({.root = root.path()});
  CHECK(e.cpu.vendor == "???");
  CHECK(e.cpu.model == "Kunpeng?[31m ??");
  CHECK(e.cpu.online.empty());
  CHECK_FALSE(e.cpu.sockets);
  CHECK(e.memory.nodes.empty());
  CHECK_FALSE(e.memory.total);
  CHECK_FALSE(e.memory.available);
  CHECK_FALSE(e.memory.swap);
  CHECK_FALSE(e.memory.installed);
  CHECK(e.memory.transparent_huge_pages.empty());
  CHECK(e.memory.huge_pages.size() == 2);
  CHECK_FALSE(e.load);
  CHECK(e.accelerators[0].product == "?(");
}

TEST_CASE("Arm names its CPUs by numbers and has no time stamp counter") {
  made_up_root const root;
  root.write("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\nCPU implementer\t: 0x48\nCPU part\t: 0xd01\n");
  auto const e = read_environment({.root = root.path()});
  CHECK(e.cpu.model == "implementer 0x48 part 0xd01");
  CHECK_FALSE(e.clock.tsc_invariant);
}

TEST_CASE("a guest says so, with the name its firmware gives") {
  made_up_root const root;
  root.write("/proc/cpuinfo", "flags: tsc hypervisor\n");
  root.write("/sys/class/dmi/id/sys_vendor", "QEMU\n");
  auto e = read_environment({.root = root.path()});
  CHECK(e.system.virtual_machine == true);
  CHECK(e.system.hypervisor == "QEMU");
  CHECK(e.clock.tsc_invariant == false);
  root.write("/sys/hypervisor/type", "xen\n");
  CHECK(read_environment({.root = root.path()}).system.hypervisor == "xen");
}

TEST_CASE("this machine: what holds anywhere") {
  auto const e = read_environment();
  CHECK_FALSE(e.cpu.online.empty());
  CHECK_FALSE(e.system.kernel.empty());
  CHECK_FALSE(e.system.architecture.empty());
  CHECK(e.memory.total > 0u);
  REQUIRE(e.limits.cpus);
  CHECK_FALSE(e.limits.cpus->empty());
}
