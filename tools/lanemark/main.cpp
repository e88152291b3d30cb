// SPDX-License-Identifier: MIT
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <lanemark/version.hpp>

#include "commands.hpp"
#include "deliver.hpp"
#include "files.hpp"
#include "json_output.hpp"
#include "launched.hpp"
#include "options.hpp"
#include "report_files.hpp"
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
int refuse(options const& o, int code, std::string const& why) {
  answer a{.command = o.command, .exit = {code, why}, .problems = {why}};
  run_result nothing{.version = std::string(version), .command = o.command_line};
  auto const json = [&](auto out) {
    if (o.command != "run" && o.command != "report") return json_of_text("", a, out);
    nothing.exit = a.exit, nothing.problems = a.problems;
    json_of_runs({&nothing, 1}, false, a, out);
  };
  return deliver(
      o, a, [](auto) {}, json);
}

int carry_out(options const& o) {
  struct row {
    char const* name;
    int (*what)(options const&);
  };
  constexpr row rows[] = {{"run", run_command},         {"plan", plan_command},    {"check", check_command},
                          {"list", list_command},       {"env", env_command},      {"schema", schema_command},
                          {"compare", compare_command}, {"trend", trend_command},  {"report", report_command},
                          {"rbln", rbln_command},       {"ascend", ascend_command}};
  for (auto const& r : rows)
    if (o.command == r.name) return r.what(o);
  return refuse(o, 2, "lanemark " + o.command + " is not available in this build");
}
}  // namespace

int main(int count, char** words) {
  options o;  // what is known of the command line so far
  try {
    o.command_line.assign(words, words + count);
    o.json = wants_json(o.command_line);
    hold_standard_streams();
    bound_cpus();
    // of several ranks one alone writes; of another launcher's it is known only later whether they are ranks
    if (launched().rank != 0 && launched().by.starts_with("mpirun")) silence_standard_output();
    catch_signals();
    auto read = read_options(o.command_line);
    o.command = read.value.command;
    if (!read.show.empty()) {
      answer a{.command = o.command, .exit = {0, "shown"}};
      return deliver(
          o, a, [&](auto out) { out(read.show); }, [&](auto out) { json_of_text(read.show, a, out); });
    }
    if (!read.problem.empty()) return refuse(o, 2, read.problem);
    o = read.value;
    for (auto const& file : o.files)
      for (auto const& target : outputs_of(o))
        if (same_file(file, target.path)) {
          o.output = "-";
          return refuse(o, 2, "the result would overwrite " + file + ", which is read");
        }
    if (auto const why = clash_of(o); !why.empty()) {
      o.output = "-";
      return refuse(o, 2, why);
    }
    return carry_out(o);
  } catch (std::bad_alloc const&) {
    return refuse(o, 1, "out of memory outside of any cell");
  } catch (std::exception const& e) {
    return refuse(o, 1, std::string("internal error: ") + e.what());
  }
}
