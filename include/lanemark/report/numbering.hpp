// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/hash.hpp>

namespace lanemark::report {
/// Numbers different texts from 0, in the order in which they first come. One plain class for all that a report gathers
/// by a text (<unordered_map> would cost 8 % of a harness's compile).
class numbering {
  std::vector<std::string> texts;
  std::vector<std::size_t> slots;  // a hash table of numbers + 1, at most half full; 0: free

  std::size_t& slot_of(std::string_view text) {
    auto at = static_cast<std::size_t>(fnv1a(text)) % slots.size();
    while (slots[at] != 0 && texts[slots[at] - 1] != text) at = (at + 1) % slots.size();
    return slots[at];
  }

 public:
  /// The number of a text: a new one for a new text.
  [[gnu::cold]] std::size_t of(std::string_view text) {
    if (slots.size() <= 2 * texts.size()) {
      slots.assign(4 * texts.size() + 16, 0);
      for (std::size_t n = 0; n < texts.size(); ++n) slot_of(texts[n]) = n + 1;
    }
    auto& slot = slot_of(text);
    if (slot == 0) {
      texts.emplace_back(text);
      slot = texts.size();
    }
    return slot - 1;
  }
  std::size_t size() const noexcept { return texts.size(); }
  std::vector<std::string> const& all() const noexcept { return texts; }
};
}  // namespace lanemark::report
