// SPDX-License-Identifier: MIT
#include "result_file.hpp"

#include <lanemark/run/journal.hpp>

#include "files.hpp"
#include "journal_results.hpp"

namespace lanemark::tool {
result<report::report_document> load_results(std::string const& path) {
  auto const name = path == "-" ? std::string("standard input") : path;
  auto const text = read_whole(path);
  if (!text) return problem{fault::invalid, name + ": error: cannot be read: " + text.error().text};
  if (text->size() >= std::size_t{1} << 32U)
    return problem{fault::invalid, name + ": error: it is above 4 GiB; give the report of one run"};
  if (is_journal(*text)) return results_of_journal(*text, name);
  return report::read_document(*text, path);
}
}  // namespace lanemark::tool
