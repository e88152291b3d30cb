// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <lanemark/backend/pci.hpp>
#include <lanemark/backend/pci_link.hpp>

namespace lanemark {
/// One link between two ports, with what both ends agree on.
struct pci_hop {
  std::size_t upper = 0, lower = 0;  ///< indices in the tree
  pci_link now{};                    ///< trained now
  pci_link most{};                   ///< what both ends could do: a Gen5 card in a Gen4 slot is at its maximum at Gen4
};

/// The indices from the port below the host bridge down to a function, itself last. A malformed tree that loops is cut
/// after 64 hops.
inline std::vector<std::size_t> pci_route(pci_tree const& tree, std::size_t function) {
  std::vector<std::size_t> route;
  for (auto at = static_cast<long>(function); at >= 0 && route.size() < 64;
       at = tree.functions[static_cast<std::size_t>(at)].parent) {
    if (static_cast<std::size_t>(at) >= tree.functions.size()) break;
    route.push_back(static_cast<std::size_t>(at));
  }
  std::reverse(route.begin(), route.end());
  return route;
}

/// The lowest bridge above both (or one of the two, when the other is below it); nothing when only the host bridge, or
/// the processor interconnect, joins them.
inline std::optional<std::size_t> common_ancestor(pci_tree const& tree, std::size_t a, std::size_t b) {
  auto const left = pci_route(tree, a), right = pci_route(tree, b);
  std::optional<std::size_t> common;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()) && left[i] == right[i]; ++i) common = left[i];
  return common;
}

namespace pci_detail {
// Intel's discrete GPUs sit behind a switch of their own and call the wires inside the card Gen1 x1, now and at most.
inline bool inside_card(pci_function const& upper, pci_function const& lower) {
  return lower.vendor == 0x8086u && upper.vendor == 0x8086u && upper.port == pci_port::downstream &&
         lower.most.rate == 2.5 && lower.most.width == 1;
}

// The links on the way up from `function` to just below `top` (nothing: to the host bridge). Between the upstream and
// the downstream port of a switch there is none.
inline void climb(pci_tree const& tree, std::size_t function, std::optional<std::size_t> top,
                  std::vector<pci_hop>& out) {
  auto const route = pci_route(tree, function);
  for (auto i = route.size(); i-- > 1 && route[i] != top;) {
    auto const &lower = tree.functions[route[i]], &upper = tree.functions[route[i - 1]];
    if (lower.port == pci_port::downstream || inside_card(upper, lower)) continue;
    // Other ports describe the link above them, not this one.
    bool const speaks = upper.port == pci_port::root_port || upper.port == pci_port::downstream;
    out.push_back({route[i - 1], route[i], speaks ? lesser(lower.now, upper.now) : lower.now,
                   speaks ? lesser(lower.most, upper.most) : lower.most});
  }
}
}  // namespace pci_detail

/// The links between a function and the host, the nearest to the function first.
inline std::vector<pci_hop> hops_to_host(pci_tree const& tree, std::size_t function) {
  std::vector<pci_hop> hops;
  pci_detail::climb(tree, function, std::nullopt, hops);
  return hops;
}

/// The links between two functions: through their common bridge, or up to the host and down again.
inline std::vector<pci_hop> hops_between(pci_tree const& tree, std::size_t a, std::size_t b) {
  auto const top = common_ancestor(tree, a, b);
  std::vector<pci_hop> hops;
  pci_detail::climb(tree, a, top, hops);
  pci_detail::climb(tree, b, top, hops);
  return hops;
}

/// The narrowest links of a path.
struct pci_limit {
  std::optional<double> now{};   ///< bytes a second each way through the narrowest link as trained; nothing: none known
  std::optional<double> most{};  ///< likewise if every link were at its maximum
  std::optional<pci_hop> now_hop{}, most_hop{};  ///< the links that decide
  bool whole = true;                             ///< every link of the path was known; else the true limit may be lower
};

/// Which link decides, by encoded payload rate.
inline pci_limit narrowest(std::vector<pci_hop> const& hops) {
  pci_limit limit{.whole = !hops.empty()};
  for (auto const& hop : hops) {
    auto const now = payload_rate(hop.now), most = payload_rate(hop.most);
    if (!now || !most) limit.whole = false;
    if (now && (!limit.now || *now < *limit.now)) limit.now = now, limit.now_hop = hop;
    if (most && (!limit.most || *most < *limit.most)) limit.most = most, limit.most_hop = hop;
  }
  return limit;
}

/// How far apart two functions are, in Rebellions' numbers: 0 itself, 4 behind one bridge or switch, 8 on one NUMA
/// node, 12 across nodes. Nothing when the machine states neither nodes nor a common host bridge.
inline std::optional<int> pci_distance(pci_tree const& tree, std::size_t a, std::size_t b) {
  if (a == b) return 0;
  if (common_ancestor(tree, a, b)) return 4;
  auto const &left = tree.functions[a], &right = tree.functions[b];
  if (left.numa && right.numa) return *left.numa == *right.numa ? 8 : 12;
  if (!left.root.empty() && left.root == right.root) return 8;
  return std::nullopt;
}
}  // namespace lanemark
