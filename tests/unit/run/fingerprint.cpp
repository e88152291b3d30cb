// SPDX-License-Identifier: MIT
#include <lanemark/run/fingerprint.hpp>

#include <made_up_machine.hpp>
#include <lanemark/run/environment_read.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

// Test vectors of the authors: draft-eastlake-fnv, appendix C.
static_assert(fnv1a("") == 0xcbf29ce484222325);
static_assert(fnv1a("a") == 0xaf63dc4c8601ec8c);
static_assert(fnv1a("foobar") == 0x85944171f73967e8);

namespace {
environment server() {
  made_up_root const root;
  write_two_socket_machine(root);
  return read_environment({.root = root.path()});
}
std::string value(environment const& e, std::string const& key) {
  for (auto const& f : facts_of(e))
    if (f.key == key) return std::string(name_of(f.kind)) + " " + f.value;
  return "";
}
}  // namespace

TEST_CASE("the fingerprint of a known machine never changes") {
  auto const e = server();
  // Saved reports carry it: if this fails, every history of every user starts anew.
  CHECK(fingerprint(e) == "aaf26c8c410bedbe");
  CHECK(fingerprint({}).size() == 16);
}

TEST_CASE("identity is the machine and not its state") {
  auto const e = server();
  auto const same = fingerprint(e);
  auto changed = [&](auto change) {
    auto other = e;
    change(other);
    return fingerprint(other) != same;
  };
  CHECK_FALSE(changed([](environment& o) { o.system.kernel = "7.0"; }));
  CHECK_FALSE(changed([](environment& o) { o.load = 99.0; }));
  CHECK_FALSE(changed([](environment& o) { o.limits.cpus = std::vector<int>{0}; }));
  CHECK_FALSE(changed([](environment& o) { o.cpu.governors = {"performance"}; }));
  CHECK_FALSE(changed([](environment& o) { o.memory.total = 1u << 30; }));
  CHECK_FALSE(changed([](environment& o) { *o.memory.installed += 1u << 20; }));
  CHECK_FALSE(changed([](environment& o) { o.system.host_name = "other"; }));
  CHECK_FALSE(changed([](environment& o) { o.accelerators[0].driver_version = "9"; }));
  CHECK_FALSE(changed([](environment& o) { o.accelerators[0].product = "renamed by a driver"; }));
  CHECK_FALSE(changed([](environment& o) { o.accelerators[0].link.now_hop->now.rate = 2.5; }));
  CHECK(changed([](environment& o) { o.cpu.model += " v2"; }));
  CHECK(changed([](environment& o) { o.cpu.sockets = 1; }));
  CHECK(changed([](environment& o) { o.memory.nodes.pop_back(); }));
  CHECK(changed([](environment& o) { *o.memory.installed += std::uint64_t{1} << 34; }));
  CHECK(changed([](environment& o) { o.accelerators.pop_back(); }));
  CHECK(changed([](environment& o) { o.accelerators[0].address = "0000:0a:00.0"; }));
  CHECK(changed([](environment& o) { o.accelerators[0].ids = "1eff:2130"; }));
}

TEST_CASE("without block sizes the managed memory stands in") {
  auto e = server();
  CHECK(value(e, "memory.gib") == "identity 320");
  e.memory.installed.reset();
  CHECK(value(e, "memory.gib") == "identity 314");
  e.memory.total.reset();
  CHECK(value(e, "memory.gib") == "identity unknown");
}

TEST_CASE("facts carry their class and plain values") {
  auto const e = server();
  CHECK(value(e, "pci.0000:03:00.0") == "identity 1eff:1250");
  CHECK(value(e, "pci.0000:03:00.0.driver_version") == "environment 1.2.3");
  CHECK(value(e, "pci.0000:04:00.0.link_width") == "environment 8");
  CHECK(value(e, "pci.0000:05:00.0.link_now") == "informative Gen1 x16");
  CHECK(value(e, "pci.0000:82:00.0.link_most") == "environment unknown");
  CHECK(value(e, "limits.cpu_quota") == "environment 3.5");
  CHECK(value(e, "memory.huge_pages.2097152") == "environment 512");
  CHECK(value(e, "cpu.governor") == "environment powersave,performance");
  std::vector<std::string> keys;
  for (auto const& f : facts_of(e)) keys.push_back(f.key);
  std::sort(keys.begin(), keys.end());
  CHECK(std::adjacent_find(keys.begin(), keys.end()) == keys.end());
  CHECK(facts_of(e) == facts_of(e));
}
