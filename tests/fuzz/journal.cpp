// SPDX-License-Identifier: MIT
// A journal, as a killed process, a full disk or a stranger left it: as the bytes are, and once more with the check sum
// of each line put right, so that not all ends there.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/run/journal.hpp>

#include "support/parse.hpp"

using namespace lanemark;

namespace {
void read(std::string const& text) {
  auto const got = read_journal(text, "j");
  if (!got) return must(!got.error().text.empty(), "a refusal without a reason");
  must(got->length <= text.size(), "more was read than there is");
  auto again = journal_line(got->head);
  std::size_t at = 0;
  for (auto const& s : got->sections) {
    if (s.there) again += journal_line(at, s.what);
    for (auto const& [cell, r] : s.records) again += journal_line(at, cell, r);
    if (s.there && s.ended) again += journal_end_line(at, s.duration_ns);
    ++at;
  }
  auto const back = read_journal(again, "j");
  must(static_cast<bool>(back) && back->damaged.empty() && back->length == again.size(), "what was read is no journal");
  must(back->sections.size() == got->sections.size(), "sections that are lost");
  for (std::size_t i = 0; i < at; ++i)
    must(back->sections[i].records.size() == got->sections[i].records.size(), "records that are lost");
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  std::string const text(reinterpret_cast<char const*>(data), size);
  read(text);
  std::string right;
  for (std::string_view rest(text); !rest.empty();) {
    auto const line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    right += line;
    if (!wire::checked(line)) right += '\t' + wire::check_sum(line);
    right += '\n';
  }
  read(right);
  return 0;
}
