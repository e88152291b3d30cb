// SPDX-License-Identifier: MIT
#include "deliver.hpp"

#include <algorithm>

#include <sys/ioctl.h>
#include <unistd.h>

#include <lanemark/report/label.hpp>
#include <lanemark/report/text.hpp>

namespace lanemark::tool {
void say(std::string_view text) {
  (void)write_descriptor(2, "standard error", [&](auto out) { out(text); });
}
void say_problem(std::string const& text) {
  if (auto const end = text.find("\n"); end != text.npos) {  // all that is wrong with one file, a line each
    say_problem(text.substr(0, end));
    return say_problem(text.substr(end + 1));
  }
  auto const placed = text.find(": error: ") != text.npos || text.find(": note: ") != text.npos;
  say((placed ? "" : "lanemark: error: ") + report::shown(text) + "\n");
}
std::size_t output_width(options const& o) {
  winsize w{};
  if (o.output == "-" && isatty(1) && ioctl(1, TIOCGWINSZ, &w) == 0 && w.ws_col > 0) return w.ws_col;
  return report::usual_width;
}

int deliver(options const& o, answer& a, text_producer text, text_producer json) {
  for (auto const& p : a.problems) say_problem(p);
  auto const produce = o.json ? json : text;
  auto failed = [&](std::string const& why) {
    if (std::find(a.problems.begin(), a.problems.end(), why) == a.problems.end()) {
      say_problem(why);
      a.problems.push_back(why);
    }
    if (a.exit.code != 2 && a.exit.code < 128) a.exit = {1, why};
  };
  auto wrong = write_output(o.output, produce);
  if (wrong && o.output != "-") {
    failed(wrong->text);
    wrong = write_output("-", produce);
  }
  if (wrong) failed(wrong->text);
  return a.exit.code;
}
}  // namespace lanemark::tool
