// SPDX-License-Identifier: MIT
#include "deliver.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <lanemark/report/label.hpp>
#include <lanemark/report/text.hpp>

namespace lanemark::tool {
void say(std::string_view text) {
  (void)write_descriptor(2, "standard error", [&](auto out) { out(text); });
}
void say_problem(std::string const& text) {
  auto const placed = text.find(": error: ") != text.npos || text.find(": note: ") != text.npos;
  say((placed ? "" : "lanemark: error: ") + report::shown(text) + "\n");
}
std::size_t output_width(options const& o) {
  winsize w{};
  if (o.output == "-" && isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col > 0) return w.ws_col;
  return report::usual_width;
}

int deliver(options const& o, answer const& a, text_producer text, text_producer json) {
  for (auto const& p : a.problems) say_problem(p);
  auto const wrong = write_output(o.output, o.json ? json : text);
  if (!wrong) return a.exit.code;
  say_problem(wrong->text);
  return a.exit.code == 2 || a.exit.code > 128 ? a.exit.code : 1;
}
}  // namespace lanemark::tool
