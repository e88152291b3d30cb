// SPDX-License-Identifier: MIT
#include <lanemark/vendor/ascend/options.hpp>

#include <string>
#include <vector>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using ascend::code;

namespace {
inventory machine(std::string const& product, int devices) {
  inventory inv;
  for (int i = 0; i < devices; ++i) inv.devices.push_back({.id = i, .product = product});
  return inv;
}
ascend::options p2p() {
  ascend::options o{.latency = true};
  o.type = "p2p";
  return o;
}
/// The codes that a check gives, in order.
std::vector<code> codes(std::vector<ascend::error> const& all) {
  std::vector<code> out;
  for (auto const& e : all) out.push_back(e.code);
  return out;
}
using list = std::vector<code>;
}  // namespace

TEST_CASE("sizes go up to the next 512 times a power of two") {
  CHECK(ascend::rounded_size(0) == 512);
  CHECK(ascend::rounded_size(1024) == 1024);
  CHECK(ascend::rounded_size(1025) == 2048);
  CHECK(ascend::rounded_size(1 << 20) == 1 << 20);
}

TEST_CASE("what excludes what, before a machine is looked at") {
  CHECK(codes(ascend::check(ascend::options{})) == list{code::parameter});  // no -l
  CHECK(ascend::check(ascend::options{.latency = true}).empty());
  auto o = p2p();
  CHECK(ascend::check(o).empty());
  o.source = 0;
  CHECK(ascend::check(o).at(0).text == "-ds (--device-src) and -dd (--device-dst) come as a pair: -dd is missing.");
  o.destination = 1;
  CHECK(ascend::check(o).empty());
  o.device = 2;
  CHECK(codes(ascend::check(o)) == list{code::parameter, code::parameter});
  o = p2p();
  o.source = o.destination = 3;
  CHECK(codes(ascend::check(o)) == list{code::device_id});
  o.super_pod = true;  // two nodes may use the same id
  CHECK(ascend::check(o).empty());
  o.type = "h2d";
  o.source = o.destination = {};
  CHECK(codes(ascend::check(o)) == list{code::super_pod});
  o.super_pod = false;
  o.semantics = "URMA";
  CHECK(codes(ascend::check(o)) == list{code::option});
  o.semantics = "urma";
  o.type = "d2d";
  CHECK(codes(ascend::check(o)) == list{code::parameter, code::parameter, code::option});
}

TEST_CASE("what each product allows") {
  auto const a3 = machine("Atlas 900 A3", 16), two = machine("Ascend 950PR", 2), cards = machine("Atlas 350", 8);
  ascend::options o{.latency = true};
  CHECK(ascend::check(o, a3).empty());
  o.size = 1 << 20;
  CHECK(ascend::check(o, a3).empty());
  o.size = (1 << 20) + 1;
  CHECK(codes(ascend::check(o, a3)) == list{code::size});
  o.size = 511;
  CHECK(codes(ascend::check(o, a3)) == list{code::size});
  o.size = 512;
  o.device = 16;
  CHECK(codes(ascend::check(o, a3)) == list{code::device_id});
  o.device = {};
  CHECK(codes(ascend::check(o, two)) == list{code::parameter});
  o.type = "h2d";
  CHECK(codes(ascend::check(o, two)) == list{code::option});
  o = p2p();
  CHECK(ascend::check(o, two).empty());
  o.size = 131073;
  CHECK(codes(ascend::check(o, two)) == list{code::size});
  o.size = 512;
  o.semantics = "URMA";
  CHECK(ascend::check(o, two).empty());
  CHECK(codes(ascend::check(o, cards)) == list{code::option});
  CHECK(codes(ascend::check(o, a3)) == list{code::option});
  o.semantics.clear();
  o.source = 0, o.destination = 3;
  CHECK(ascend::check(o, cards).empty());
  o.destination = 4;
  CHECK(codes(ascend::check(o, cards)) == list{code::device});
  CHECK(ascend::check(o, a3).empty());
  o.super_pod = true;
  o.destination = 1;
  CHECK(codes(ascend::check(o, two)) == list{code::option});
}

TEST_CASE("a super-pod needs two nodes, and devices that are there on both") {
  auto o = p2p();
  o.super_pod = true;
  auto pod = machine("Atlas 900 A3", 16);
  pod.nodes = 2;
  CHECK(ascend::check(o, pod).empty());
  o.source = 15, o.destination = 0;
  CHECK(ascend::check(o, pod).empty());
  o.destination = 16;
  CHECK(codes(ascend::check(o, pod)) == list{code::device_id});
  o.source = o.destination = {};
  pod.nodes = 1;
  REQUIRE(codes(ascend::check(o, pod)) == list{code::super_pod});
  CHECK(ascend::check(o, pod)[0].text ==
        "The super-pod test needs two nodes, and there is one: start under mpirun -n 2.");
  pod.simulated = true, pod.model = "atlas-900-a3-x16";
  CHECK(ascend::check(o, pod).at(0).text ==
        "The super-pod test needs two nodes, and the model atlas-900-a3-x16 has one: take --model superpod-2x16, or "
        "start "
        "under mpirun -n 2 on real nodes.");
}

TEST_CASE("errors have the vendor's shape, as text and as JSON") {
  ascend::error const e{code::device_id, "The device \"9\" does not exist."};
  CHECK(ascend::error_text(e) == "Error code [0xa] is displayed. The device \"9\" does not exist.\n");
  CHECK(ascend::error_json(e) ==
        "{\n    \"error\": {\n        \"code\": 10,\n        \"description\": \"The device \\\"9\\\" does not "
        "exist.\"\n    }\n}\n");
}
