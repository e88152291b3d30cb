// SPDX-License-Identifier: MIT
#include <lanemark/backend/pci_path.hpp>

#include <made_up_pci.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
struct machine {
  made_up_root root{};
  pci_tree tree{};
  machine() {
    write_two_sockets_of_pci(root);
    tree = read_pci(root.path());
  }
  std::size_t operator()(std::string_view address) const {
    auto const i = find_pci(tree, address);
    REQUIRE(i);
    return *i;
  }
  std::vector<std::string> names(std::vector<std::size_t> const& route) const {
    std::vector<std::string> out;
    for (auto i : route) out.push_back(tree.functions[i].address.substr(5));
    return out;
  }
  std::vector<std::string> text(std::vector<pci_hop> const& hops) const {
    std::vector<std::string> out;
    for (auto const& h : hops)
      out.push_back(names({h.upper})[0] + ">" + names({h.lower})[0] + " " + to_string(h.now) + " of " +
                    to_string(h.most));
    return out;
  }
};
using words = std::vector<std::string>;
}  // namespace

TEST_CASE("the route from the host bridge") {
  machine const m;
  CHECK(m.names(pci_route(m.tree, m("03:00.0"))) == words{"00:01.1", "01:00.0", "02:00.0", "03:00.0"});
  CHECK(m.names(pci_route(m.tree, m("00:1f.0"))) == words{"00:1f.0"});
}

TEST_CASE("the lowest bridge above two functions") {
  machine const m;
  CHECK(common_ancestor(m.tree, m("03:00.0"), m("05:00.0")) == m("01:00.0"));
  CHECK(common_ancestor(m.tree, m("03:00.0"), m("02:00.0")) == m("02:00.0"));
  CHECK(common_ancestor(m.tree, m("03:00.0"), m("03:00.0")) == m("03:00.0"));
  CHECK_FALSE(common_ancestor(m.tree, m("03:00.0"), m("81:00.0")));
  CHECK_FALSE(common_ancestor(m.tree, m("81:00.0"), m("82:00.0")));
}

TEST_CASE("links to the host: the wires inside a switch are none, and a slower slot is a maximum") {
  machine const m;
  CHECK(m.text(hops_to_host(m.tree, m("04:00.0"))) ==
        words{"02:01.0>04:00.0 Gen5 x8 of Gen5 x16", "00:01.1>01:00.0 Gen5 x16 of Gen5 x16"});
  CHECK(m.text(hops_to_host(m.tree, m("81:00.0"))) == words{"80:01.0>81:00.0 Gen4 x16 of Gen4 x16"});
  CHECK(hops_to_host(m.tree, m("00:1f.0")).empty());
}

TEST_CASE("links between two functions") {
  machine const m;
  CHECK(m.text(hops_between(m.tree, m("03:00.0"), m("04:00.0"))) ==
        words{"02:00.0>03:00.0 Gen5 x16 of Gen5 x16", "02:01.0>04:00.0 Gen5 x8 of Gen5 x16"});
  CHECK(m.text(hops_between(m.tree, m("03:00.0"), m("81:00.0"))) == words{"02:00.0>03:00.0 Gen5 x16 of Gen5 x16",
                                                                          "00:01.1>01:00.0 Gen5 x16 of Gen5 x16",
                                                                          "80:01.0>81:00.0 Gen4 x16 of Gen4 x16"});
}

TEST_CASE("the narrowest link decides, now and at most") {
  machine const m;
  auto const half = narrowest(hops_to_host(m.tree, m("04:00.0")));
  CHECK(half.now == Approx(31507692307.692308).epsilon(1e-12));
  CHECK(half.most == Approx(63015384615.384616).epsilon(1e-12));
  CHECK(half.now_hop->lower == m("04:00.0"));
  CHECK(half.whole);
  auto const across = narrowest(hops_between(m.tree, m("03:00.0"), m("81:00.0")));
  CHECK(across.most == Approx(31507692307.692308).epsilon(1e-12));
  CHECK(across.most_hop->lower == m("81:00.0"));
  auto const silent = narrowest(hops_to_host(m.tree, m("82:00.0")));
  CHECK_FALSE(silent.now);
  CHECK_FALSE(silent.most);
  CHECK_FALSE(silent.whole);
  auto const partly = narrowest(hops_between(m.tree, m("81:00.0"), m("82:00.0")));
  CHECK(partly.now == Approx(31507692307.692308).epsilon(1e-12));
  CHECK_FALSE(partly.whole);
  CHECK_FALSE(narrowest({}).now);
  CHECK_FALSE(narrowest({}).whole);
}

TEST_CASE("a virtual function says nothing about its link, the port above it does") {
  pci_tree tree{.functions = {{.address = "0000:00:01.0",
                               .class_code = 0x060400,
                               .port = pci_port::root_port,
                               .now = {16.0, 8},
                               .most = {16.0, 16}},
                              {.address = "0000:01:00.4", .parent = 0, .port = pci_port::endpoint}}};
  auto const limit = narrowest(hops_to_host(tree, 1));
  CHECK(limit.now == payload_rate({16.0, 8}));
  tree.functions[0].port = pci_port::other;  // its files then speak of the link above it
  CHECK_FALSE(narrowest(hops_to_host(tree, 1)).now);
}

TEST_CASE("the made-up Gen1 x1 inside an Intel card is no link") {
  auto port = [](char const* address, int parent, pci_port kind, pci_link link) {
    return pci_function{
        .address = address, .parent = parent, .vendor = 0x8086, .port = kind, .now = link, .most = link};
  };
  pci_tree const tree{.functions = {port("0000:00:01.0", -1, pci_port::root_port, {16.0, 16}),
                                    port("0000:01:00.0", 0, pci_port::upstream, {16.0, 16}),
                                    port("0000:02:01.0", 1, pci_port::downstream, {2.5, 1}),
                                    port("0000:03:00.0", 2, pci_port::endpoint, {2.5, 1})}};
  auto const limit = narrowest(hops_to_host(tree, 3));
  CHECK(limit.now == payload_rate({16.0, 16}));
  CHECK(limit.whole);
}

TEST_CASE("distances: 0, 4, 8, 12, or nothing") {
  machine m;
  auto distance = [&](auto a, auto b) { return pci_distance(m.tree, m(a), m(b)); };
  CHECK(distance("03:00.0", "03:00.0") == 0);
  CHECK(distance("03:00.0", "04:00.0") == 4);
  CHECK(distance("03:00.0", "00:1f.0") == 8);
  CHECK(distance("03:00.0", "81:00.0") == 12);
  CHECK(distance("81:00.0", "82:00.0") == 8);   // no node stated, but one host bridge
  CHECK_FALSE(distance("03:00.0", "82:00.0"));  // nothing joins them that the machine states
}

TEST_CASE("a tree that loops ends") {
  pci_tree const tree{
      .functions = {{.address = "0000:00:00.0", .parent = 1}, {.address = "0000:00:01.0", .parent = 0}}};
  CHECK(pci_route(tree, 0).size() == 64);
  CHECK(hops_to_host(tree, 0).size() <= 64);
  pci_tree const wild{.functions = {{.address = "0000:00:00.0", .parent = 7}}};
  CHECK(pci_route(wild, 0) == std::vector<std::size_t>{0});
}
