// SPDX-License-Identifier: MIT
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "commands.hpp"
#include "deliver.hpp"
#include "json_output.hpp"
#include "options.hpp"
#include "signals.hpp"

namespace {
using namespace lanemark;
using namespace lanemark::tool;

/// Looked for before the options are read: a command line that is wrong is answered in the format it asks for.
bool wants_json(std::vector<std::string> const& words) {
  for (std::size_t i = 1; i < words.size() && words[i] != "--"; ++i)
    if (words[i] == "--format=json" || (words[i] == "--format" && i + 1 < words.size() && words[i + 1] == "json"))
      return true;
  return false;
}

/// A command that came to nothing: told on standard error, and as a document where JSON was asked for.
int refuse(options o, std::string const& command, int code, std::string const& why) {
  o.command = command;
  answer const a{.command = command, .exit = {code, why}, .problems = {why}};
  auto const json = [&](auto out) {
    command == "run" ? json_of_runs({}, o.files.size() > 1, a, out) : json_of_text("", a, out);
  };
  return deliver(
      o, a, [](auto) {}, json);
}

int carry_out(options const& o) {
  struct row {
    char const* name;
    int (*what)(options const&);
  };
  constexpr row rows[] = {{"run", run_command},   {"plan", plan_command}, {"check", check_command},
                          {"list", list_command}, {"env", env_command},   {"schema", schema_command}};
  for (auto const& r : rows)
    if (o.command == r.name) return r.what(o);
  return refuse(o, o.command, 2, "lanemark " + o.command + " is not available in this build");
}
}  // namespace

int main(int count, char** words_given) {
  std::vector<std::string> const words(words_given, words_given + count);
  options fallback;
  fallback.json = wants_json(words);
  std::string command;
  try {
    catch_signals();
    auto read = read_options(words);
    read.value.json = read.value.json || fallback.json;
    command = read.value.command;
    if (!read.show.empty()) {
      answer const a{.command = command, .exit = {0, "shown"}};
      return deliver(
          fallback, a, [&](auto out) { out(read.show); }, [&](auto out) { json_of_text(read.show, a, out); });
    }
    if (!read.problem.empty()) return refuse(fallback, command, 2, read.problem);
    fallback.output = read.value.output, fallback.files = read.value.files;
    return carry_out(read.value);
  } catch (std::bad_alloc const&) {
    return refuse(fallback, command, 1, "out of memory outside of any cell");
  } catch (std::exception const& e) {
    return refuse(fallback, command, 1, std::string("internal error: ") + e.what());
  }
}
