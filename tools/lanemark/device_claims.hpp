// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <lanemark/plan/inventory.hpp>

namespace lanemark::tool {
/// Lets runs on one machine know of each other: two that measure on one device at once both measure too little. A claim
/// is a socket in the kernel's abstract namespace: no file, no rights, gone with the process. Runs in containers with
/// networks of their own do not see each other.
class device_claims {
  std::vector<std::pair<int, std::string>> held{};  // listening socket, what of

 public:
  device_claims() = default;
  device_claims(device_claims const&) = delete;
  device_claims& operator=(device_claims const&) = delete;
  ~device_claims();

  /// Claims the devices of a machine; made-up ones belong to nobody. Sentences about those that another run has.
  std::vector<std::string> take(inventory const& here);
  /// Sentences about who else wanted them since.
  std::vector<std::string> asked();
};
}  // namespace lanemark::tool
