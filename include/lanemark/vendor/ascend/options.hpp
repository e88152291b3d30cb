// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/bytes.hpp>
#include <lanemark/plan/inventory.hpp>

namespace lanemark::ascend {
/// The command line of the ascend-dmi latency test. Defaults are the vendor's; backend, model and json are ours.
struct options {
  bool latency = false;
  std::string type{};        ///< h2d, d2h, p2p; empty: h2d and d2h
  std::uint64_t size = 512;  ///< bytes, as given
  std::optional<int> device{}, source{}, destination{};
  bool super_pod = false;
  std::string semantics{};  ///< URMA, UBMemory; empty: not said
  bool quiet = false, json = false;
  std::string backend = "ascend", model{};
};

/// Error codes of ascend-dmi (MindCluster ToolBox, error code page). Sentences that the page lacks are ours.
enum class code {
  unknown = 0x01,
  parameter = 0x03,
  device_id = 0x0a,
  option = 0x10,
  size = 0x14,
  device = 0x1e,
  timeout = 0x1f,
  super_pod = 0x22
};
struct error {
  ascend::code code = code::parameter;
  std::string text{};
};

/// `Error code [0xa] is displayed. The device ID does not exist or is invalid.`
inline std::string error_text(error const& e) {
  std::string digits;
  for (auto n = static_cast<unsigned>(e.code); n != 0; n >>= 4U)
    digits.insert(digits.begin(), "0123456789abcdef"[n & 15U]);
  return "Error code [0x" + digits + "] is displayed. " + e.text + "\n";
}
/// `{"error":{"code":10,"description":"..."}}`, indented.
inline std::string error_json(error const& e) {
  std::string safe;
  for (char const c : e.text) {
    if (c == '"' || c == '\\') safe += '\\';
    safe += c == '\n' ? ' ' : c;
  }
  return "{\n    \"error\": {\n        \"code\": " + std::to_string(static_cast<int>(e.code)) +
         ",\n        \"description\": \"" + safe + "\"\n    }\n}\n";
}

/// What a product allows.
struct product {
  bool is_950 = false;        ///< 950PR, 950DT and Atlas 350: p2p only, memory semantics, up to 131072 bytes
  bool is_atlas_350 = false;  ///< no URMA, and only pairs within a group of four
};
inline product product_of(inventory const& inv) {
  product p;
  for (auto const& d : inv.devices) {
    p.is_atlas_350 = p.is_atlas_350 || d.product.find("Atlas 350") != std::string::npos;
    p.is_950 = p.is_950 || p.is_atlas_350 || d.product.find("950") != std::string::npos;
  }
  return p;
}

/// The size that is measured: rounded up to 512 * 2^k.
constexpr std::uint64_t rounded_size(std::uint64_t asked) {
  std::uint64_t n = 512;
  while (n < asked) n *= 2;
  return n;
}
static_assert(rounded_size(1) == 512 && rounded_size(512) == 512 && rounded_size(513) == 1024 &&
              rounded_size(1536) == 2048);

/// What can be said of a command line before a machine is looked at.
inline std::vector<error> check(options const& o) {
  std::vector<error> wrong;
  auto add = [&](code c, std::string text) { wrong.push_back({c, std::move(text)}); };
  auto const p2p = o.type == "p2p";
  if (!o.latency) add(code::parameter, "Only the latency test is here: give -l (--latency).");
  if (!o.type.empty() && o.type != "h2d" && o.type != "d2h" && !p2p)
    add(code::parameter, "The type " + o.type + " is unknown: -t (--type) takes h2d, d2h or p2p.");
  if (o.source.has_value() != o.destination.has_value())
    add(code::parameter, std::string("-ds (--device-src) and -dd (--device-dst) come as a pair: ") +
                             (o.source ? "-dd" : "-ds") + " is missing.");
  if (o.device && (o.source || o.destination))
    add(code::parameter, "-d (--device) and -ds/-dd (--device-src, --device-dst) exclude each other.");
  if ((o.source || o.destination) && !p2p) add(code::parameter, "-ds and -dd need -t p2p.");
  if (o.device && p2p) add(code::parameter, "-d names one device; -t p2p takes -ds and -dd.");
  if (o.super_pod && !p2p) add(code::super_pod, "-sp (--super-pod) needs -t p2p.");
  if (!o.semantics.empty() && o.semantics != "URMA" && o.semantics != "UBMemory")
    add(code::parameter, "The memory semantics " + o.semantics + " are unknown: -ms takes URMA or UBMemory.");
  if (!o.semantics.empty() && !p2p) add(code::option, "-ms (--memory-semantics) needs -t p2p.");
  if (o.source && o.destination && *o.source == *o.destination && !o.super_pod && p2p)
    add(code::device_id, "Source and destination are both device " + std::to_string(*o.source) + ".");
  return wrong;
}

/// What the machine's product and devices do not allow.
inline std::vector<error> check(options const& o, inventory const& inv) {
  std::vector<error> wrong;
  auto add = [&](code c, std::string text) { wrong.push_back({c, std::move(text)}); };
  auto const p = product_of(inv);
  auto const most = p.is_950 ? std::uint64_t{131072} : std::uint64_t{1} << 20;
  if (o.size < 512 || o.size > most)
    add(code::size,
        "The size " + std::to_string(o.size) + " is out of range: 512 to " + std::to_string(most) + " bytes.");
  if (p.is_950 && o.type != "p2p")
    add(o.type.empty() ? code::parameter : code::option, "This product measures -t p2p only, and it must be given.");
  if (p.is_950 && o.device) add(code::option, "-d (--device) is not supported by this product.");
  if (p.is_950 && o.super_pod)
    add(code::option, "-sp (--super-pod) is not supported by this product.");
  else if (o.super_pod && inv.nodes < 2)
    add(code::super_pod, "The super-pod test needs two nodes, and " +
                             (inv.simulated ? "the model " + inv.model +
                                                  " has one: take --model superpod-2x16, or start under mpirun -n 2 on "
                                                  "real nodes."
                                            : std::string("there is one: start under mpirun -n 2.")));
  if (!p.is_950 && !o.semantics.empty())
    add(code::option, "-ms (--memory-semantics) is supported by 950 series products only.");
  if (p.is_atlas_350 && o.semantics == "URMA") add(code::option, "Atlas 350 does not support -ms URMA.");
  auto known = [&](int id) {
    for (auto const& d : inv.devices)
      if (d.id == id) return true;
    return false;
  };
  for (auto const& id : {o.device, o.source, o.destination})
    if (id && !known(*id))
      add(code::device_id, "The device ID does not exist or is invalid: " + std::to_string(*id) + ", there are " +
                               std::to_string(inv.devices.size()) + " devices.");
  if (p.is_atlas_350 && o.source && o.destination && *o.source / 4 != *o.destination / 4)
    add(code::device, "Devices " + std::to_string(*o.source) + " and " + std::to_string(*o.destination) +
                          " are in different groups of four: Atlas 350 measures pairs within a group.");
  return wrong;
}
}  // namespace lanemark::ascend
