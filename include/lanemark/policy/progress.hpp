// SPDX-License-Identifier: MIT
#pragma once

namespace lanemark {
/// How a wait ended.
enum class progress {
  done,    ///< all work has finished
  late,    ///< not by the deadline; nothing that the work may still touch has been freed
  failed,  ///< the backend refused or lost it; the track's `trouble` says why
};
}  // namespace lanemark
