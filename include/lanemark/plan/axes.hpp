// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>

#include <lanemark/plan/inventory.hpp>

namespace lanemark {
/// What decides which axes a cell has.
struct cell_kind {
  std::string_view measure{}, direction{}, mode{};
};

/// Does an axis mean anything for cells of this kind on this backend? An axis that does not is absent from the cell,
/// from its id and from what a match can see; cells that are then equal are one cell.
inline bool applies(std::string_view axis, cell_kind const& kind, inventory const& inv) {
  bool const on_host = inv.backend == "host";
  bool const sync = kind.measure == "sync";
  bool const with_host =
      kind.direction.find("h2d") != std::string_view::npos || kind.direction.find("d2h") != std::string_view::npos;
  bool const peers = kind.direction.find("d2d") != std::string_view::npos;
  bool const nodes = kind.direction.find("node") != std::string_view::npos;
  if (axis == "size" || axis == "mode") return !sync;
  if (axis == "together") return kind.mode == "parallel";
  if (axis == "nodes") return nodes;
  if (axis == "affinity") return with_host || (on_host && peers && !sync);
  if (axis == "issuer") return !sync && (peers || (with_host && inv.host_can_issue));
  if (axis == "source_chiplet")
    return peers || nodes || kind.direction.find("d2h") != std::string_view::npos || kind.mode == "bidirectional";
  if (axis == "destination_chiplet")
    return peers || nodes || kind.direction.find("h2d") != std::string_view::npos || kind.mode == "bidirectional";
  if (axis == "semantics") return !sync;
  if (axis == "cache") return on_host && !sync && !nodes;
  if (axis == "copy") return nodes ? !inv.simulated : on_host && !sync;  // a simulator has one way between nodes
  if (axis == "protocol") return on_host && sync && !nodes;
  if (axis == "threads") return on_host && kind.measure == "bandwidth" && !nodes;
  return true;  // measure, direction, lanes, timer
}
}  // namespace lanemark
