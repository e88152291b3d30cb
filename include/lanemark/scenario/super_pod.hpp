// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <lanemark/core/result.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/plan/lanes.hpp>
#include <lanemark/scenario/model_file.hpp>

namespace lanemark {
/// A super-pod of nodes that are all alike.
struct super_pod_size {
  int nodes = 2, devices = 1;
  friend bool operator==(super_pod_size const&, super_pod_size const&) = default;
};
/// Devices that a node of a rule-built super-pod may have.
inline constexpr int most_node_devices = 64;
/// The shipped model whose rules a super-pod of any size is made from; N and M stand for numbers.
inline constexpr std::string_view super_pod_template = "superpod-NxM";

/// The size in a name such as `superpod-48x16`, 48 nodes with 16 devices each; nothing when the name is of another
/// form. A size that is not made is a problem, and so is the name of the template: it has no size.
inline result<std::optional<super_pod_size>> super_pod_named(std::string_view name) {
  constexpr std::string_view begin = "superpod-";
  using answer = result<std::optional<super_pod_size>>;
  auto refused = [&](std::string const& why) {
    return answer(
        problem{fault::invalid, "model " + in_quotes(name) + ": " + why + "; write for example superpod-48x16"});
  };
  if (name == super_pod_template) return refused("N and M stand for the numbers of nodes and of devices in each");
  if (!name.starts_with(begin)) return answer(std::optional<super_pod_size>{});
  auto const rest = name.substr(begin.size());
  auto const cross = rest.find('x');
  auto const digits = [](std::string_view text) {
    // 02x016 would be another name of 2x16, whose model is another
    return !text.empty() && (text[0] != '0' || text.size() == 1) && text.find_first_not_of("0123456789") == text.npos;
  };
  if (cross == rest.npos || !digits(rest.substr(0, cross)) || !digits(rest.substr(cross + 1)))
    return answer(std::optional<super_pod_size>{});
  auto const nodes = detail::small_number(rest.substr(0, cross)),
             devices = detail::small_number(rest.substr(cross + 1));
  if (!nodes || *nodes < 1 || *nodes > most_nodes)
    return refused("a super-pod has 1 to " + std::to_string(most_nodes) + " nodes, not " +
                   std::string(rest.substr(0, cross)));
  if (!devices || *devices < 1 || *devices > most_node_devices)
    return refused("a node of a super-pod has 1 to " + std::to_string(most_node_devices) + " devices, not " +
                   std::string(rest.substr(cross + 1)));
  return answer(std::optional(super_pod_size{*nodes, *devices}));
}

/// The model of a super-pod of some size, from the text of the template: its `name`, its `nodes` and the `count` of its
/// devices are replaced.
inline loaded_model load_super_pod(std::string_view text, std::string const& path, parse_function parse,
                                   super_pod_size size) {
  auto document = parse(text, path);
  auto put = [](node* n, std::int64_t number) {
    if (n) n->is = node::type::integer, n->number = number;
  };
  put(document.root.find("nodes"), size.nodes);
  if (auto* devices = document.root.find("devices")) put(devices->find("count"), size.devices);
  if (auto* name = document.root.find("name"))
    name->text = "superpod-" + std::to_string(size.nodes) + "x" + std::to_string(size.devices);
  return detail::model_of(std::move(document), path);
}
}  // namespace lanemark
