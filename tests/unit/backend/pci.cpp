// SPDX-License-Identifier: MIT
#include <lanemark/backend/pci.hpp>

#include <cstdio>

#include <made_up_pci.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
std::string output_of(std::string const& command) {
  std::string text;
  auto const pipe = ::popen(command.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char block[4096];
  for (std::size_t n; (n = std::fread(block, 1, sizeof block, pipe)) > 0;) text.append(block, n);
  ::pclose(pipe);
  return text;
}

pci_function const& at(pci_tree const& tree, std::string_view address) {
  auto const i = find_pci(tree, address);
  REQUIRE(i);
  return tree.functions[*i];
}
}  // namespace

TEST_CASE("addresses") {
  CHECK(read_pci_address("0000:84:1f.7") == pci_address{0, 0x84, 31, 7});
  CHECK(read_pci_address("10000:e0:00.0") == pci_address{0x10000, 0xe0, 0, 0});
  for (auto text : {"", "84:00.0", "0000:84:00", "0000:84:20.0", "0000:84:00.8", "0000-84:00.0", "000g:84:00.0",
                    "0000:8:000.0", "0000:84:00.00", "pci0000:00"}) {
    CAPTURE(text);
    CHECK_FALSE(read_pci_address(text));
  }
}

TEST_CASE("a made-up machine is read field by field") {
  made_up_root const root;
  write_two_sockets_of_pci(root);
  auto const tree = read_pci(root.path());
  CHECK(tree.readable);
  REQUIRE(tree.functions.size() == 13);
  for (std::size_t i = 1; i < tree.functions.size(); ++i)
    CHECK(*read_pci_address(tree.functions[i - 1].address) < *read_pci_address(tree.functions[i].address));

  auto const& npu = at(tree, "0000:03:00.0");
  CHECK(npu.root == "pci0000:00");
  CHECK(npu.parent == static_cast<int>(*find_pci(tree, "02:00.0")));
  CHECK(npu.vendor == 0x1effu);
  CHECK(npu.device == 0x1250u);
  CHECK(npu.class_code == 0x120000u);
  CHECK(npu.revision == 3u);
  CHECK(npu.numa == 0);
  CHECK(npu.iommu_group == 70);
  CHECK(npu.driver == "rebellions");
  CHECK(npu.driver_version == "1.2.3");
  CHECK(npu.power_state == "D0");
  CHECK(npu.port == pci_port::endpoint);
  CHECK(npu.now == pci_link{32.0, 16});
  CHECK(npu.most == pci_link{32.0, 16});
  CHECK(npu.max_payload == 256u);
  CHECK(npu.max_payload_most == 512u);
  CHECK(npu.max_read_request == 512u);
  CHECK_FALSE(npu.bridge());

  CHECK(at(tree, "04:00.0").now == pci_link{32.0, 8});
  CHECK(at(tree, "05:00.0").now == pci_link{2.5, 16});
  CHECK(at(tree, "0000:00:01.1").parent == -1);
  CHECK(at(tree, "0000:00:01.1").port == pci_port::root_port);
  CHECK(at(tree, "0000:01:00.0").port == pci_port::upstream);
  CHECK(at(tree, "0000:02:01.0").port == pci_port::downstream);
  CHECK(at(tree, "0000:02:01.0").bridge());

  auto const& silent = at(tree, "0000:82:00.0");
  CHECK_FALSE(silent.numa);
  CHECK_FALSE(silent.iommu_group);
  CHECK(silent.driver.empty());
  CHECK(silent.power_state.empty());
  CHECK(silent.now == pci_link{});
  CHECK_FALSE(silent.max_payload);
  CHECK(silent.port == pci_port::endpoint);  // from its place: 64 bytes of configuration space do not tell
}

TEST_CASE("without rights to configuration space the tree tells which ports are which") {
  made_up_root const root;
  for (auto f : two_sockets_of_pci()) {
    f.config = 64;
    write_function(root, f);
  }
  auto const tree = read_pci(root.path());
  CHECK(at(tree, "0000:00:01.1").port == pci_port::root_port);
  CHECK(at(tree, "0000:01:00.0").port == pci_port::upstream);
  CHECK(at(tree, "0000:02:01.0").port == pci_port::downstream);
  CHECK(at(tree, "0000:04:00.0").port == pci_port::endpoint);
  CHECK(at(tree, "0000:00:1f.0").port == pci_port::other);
  CHECK(at(tree, "0000:04:00.0").now == pci_link{32.0, 8});
  CHECK_FALSE(at(tree, "0000:04:00.0").max_payload);
}

TEST_CASE("configuration space stands in for link files of kernels that have none") {
  made_up_root const root;
  write_two_sockets_of_pci(root);
  for (auto file : {"current_link_speed", "current_link_width", "max_link_speed", "max_link_width"})
    root.remove("/sys/devices/pci0000:80/0000:80:01.0/0000:81:00.0/" + std::string(file));
  auto const tree = read_pci(root.path());
  auto const& f = at(tree, "0000:81:00.0");
  CHECK(f.now == pci_link{16.0, 16});
  CHECK(f.most == pci_link{32.0, 16});
}

TEST_CASE("no PCI bus, and odd content, leave things unknown and never fail") {
  made_up_root const root;
  CHECK_FALSE(read_pci(root.path()).readable);
  CHECK(read_pci(root.path()).functions.empty());

  auto const devices = std::string("/sys/bus/pci/devices/");
  root.write(devices + "README", "no function");
  root.write(devices + "0000:01:00.0/vendor", "\xff\xfe\n");  // a folder where a link should be
  root.write(devices + "0000:01:00.0/class", "0x99999999\n");
  root.write(devices + "0000:01:00.0/numa_node", "999999999999999999999\n");
  root.write(devices + "0000:01:00.0/current_link_speed", "Unknown\n");
  root.write(devices + "0000:01:00.0/current_link_width", "255\n");
  root.write(devices + "0000:01:00.0/max_link_width", "");
  root.write(devices + "0000:01:00.0/config", "short");
  root.link(devices + "0000:01:00.0/iommu_group", "nowhere/at/all");
  root.link(devices + "0000:02:00.0", "../../../devices/pci0000:00/0000:02:00.0/0000:02:00.0");  // dangling, own parent
  root.link(devices + "0000:03:00.0", "../../../devices/pci0000:00/0000:04:00.0/0000:03:00.0");  // these two name each
  root.link(devices + "0000:04:00.0", "../../../devices/pci0000:00/0000:03:00.0/0000:04:00.0");  // other as the parent
  root.link(devices + "0000:05:00.0", "../../../devices/pci0000:00/0000:99:00.0/0000:05:00.0");  // a parent not listed
  auto const tree = read_pci(root.path() + "/");
  REQUIRE(tree.functions.size() == 5);
  auto const& odd = tree.functions[0];
  CHECK_FALSE(odd.vendor);
  CHECK_FALSE(odd.class_code);
  CHECK_FALSE(odd.numa);
  CHECK_FALSE(odd.iommu_group);
  CHECK(odd.now == pci_link{});
  CHECK(odd.parent == -1);
  CHECK(odd.root.empty());
  CHECK(tree.functions[1].parent == -1);
  CHECK(tree.functions[4].parent == -1);
}

TEST_CASE("a second opinion: lspci reads the same tree") {
  if (output_of("command -v lspci 2>/dev/null").empty()) {
    WARN("skipped: lspci is not installed (Debian: pciutils)");
    return;
  }
  made_up_root const root;
  write_two_sockets_of_pci(root);
  auto const theirs = output_of("lspci -O sysfs.path='" + root.path() + "/sys/bus/pci' -D -vv -nn 2>/dev/null");
  auto const ours = read_pci(root.path());
  for (auto const& f : ours.functions) {
    CAPTURE(f.address);
    auto const from = theirs.find(f.address + " ");
    REQUIRE(from != std::string::npos);
    auto const block = theirs.substr(from, theirs.find("\n\n", from) - from);
    CAPTURE(block);
    auto says = [&](std::string const& text) { return block.find(text) != std::string::npos; };
    char ids[32];
    std::snprintf(ids, sizeof ids, "[%04x:%04x]", *f.vendor, *f.device);
    CHECK(says(ids));
    std::snprintf(ids, sizeof ids, "[%04x]", *f.class_code >> 8);
    CHECK(says(ids));
    CHECK(says("NUMA node: ") == f.numa.has_value());
    if (f.numa) CHECK(says("NUMA node: " + std::to_string(*f.numa)));
    CHECK(says("IOMMU group: ") == f.iommu_group.has_value());
    if (f.iommu_group) CHECK(says("IOMMU group: " + std::to_string(*f.iommu_group)));
    CHECK(says("MaxReadReq") == f.max_read_request.has_value());
    if (f.max_payload)
      CHECK(says("MaxPayload " + std::to_string(*f.max_payload) + " bytes, MaxReadReq " +
                 std::to_string(*f.max_read_request) + " bytes"));
    if (known(f.now)) CHECK(says("Speed " + exact(*f.now.rate) + "GT/s"));
    if (known(f.now)) CHECK(says("Width x" + std::to_string(*f.now.width)));
  }
}
