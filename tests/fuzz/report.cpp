// SPDX-License-Identifier: MIT
// A JSON report, which compare, trend and report read from anywhere. What can be read is written alike from then on.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <lanemark/report/json.hpp>
#include <lanemark/report/json_read.hpp>

#include "support/parse.hpp"

using namespace lanemark;

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  auto const got = report::read_reports({reinterpret_cast<char const*>(data), size}, "x.json");
  if (!got) {
    must(!got.error().text.empty(), "a refusal without a reason");
    return 0;
  }
  for (auto const& r : *got) {
    auto const text = report::json_report(r);
    auto const back = report::read_reports(text, "again");
    must(static_cast<bool>(back), "what was written is refused: " + (back ? std::string() : back.error().text));
    must(back->size() == 1 && report::json_report(back->front()) == text,
         "what was read and written is written otherwise");
  }
  return 0;
}
