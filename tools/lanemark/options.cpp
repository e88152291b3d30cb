// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include <CLI/CLI.hpp>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/version.hpp>

#include "report_files.hpp"
#include "shipped_schemas.hpp"

namespace lanemark::tool {
namespace {
struct command_row {
  char const *name, *text;
  bool here = true;  ///< in this build
};
constexpr std::array commands{
    command_row{"run", "measure the cells of scenario files"},
    command_row{"plan", "show the cells, bytes and time of scenario files; measures nothing"},
    command_row{"check", "check scenario files; touches no device"},
    command_row{"env", "show what this machine is and what spoils measurements on it"},
    command_row{"list", "list backends, devices, tests, models, timers or copies"},
    command_row{"report", "write reports in other formats"},
    command_row{"schema", "print the JSON Schema of scenario files, or of what a command writes"},
    command_row{"compare", "hold a run against another one, or against the runs before it"},
    command_row{"trend", "show when series changed over many runs"},
    command_row{"completion", "print a completion script for a shell", false},
    command_row{"rbln", "the rblnBandwidthLatencyTest command line"},
    command_row{"ascend", "the latency test of the ascend-dmi command line"},
};
constexpr char const* lists[] = {"backends", "devices", "tests", "models", "timers", "copies"};
/// Options whose formats are not in this build: recognised, so that the refusal is about them and not about spelling.
constexpr char const* later_options[] = {"--html"};

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (auto const& c : commands) names.emplace_back(c.name);
  return names;
}
/// What `schema` prints, the usual one first.
std::vector<std::string> schema_names() {
  std::vector<std::string> names{"scenario"};
  for (auto const& s : shipped_schemas()) names.push_back(s.name);
  return names;
}
std::string perhaps(std::string_view word, std::vector<std::string> const& known) {
  auto const near = nearest_name(word, known);
  return near ? "; did you mean " + *near + "?" : ";";
}
std::string overview() {
  std::string text = "lanemark " + std::string(version) +
                     ": measures what it costs to move bytes\n\nusage: lanemark COMMAND [OPTIONS]\n\n";
  for (auto const& c : commands) {
    std::string name = c.name;
    name.resize(12, ' ');
    text += "  " + name + c.text + (c.here ? "" : " (not in this build)") + "\n";
  }
  return text +
         "\n`lanemark COMMAND --help` shows the options of a command. `lanemark --version` shows the version.\n"
         "Start with: lanemark run scenarios/quickstart.toml\n";
}

/// One command with the options that it has. CLI11 splits the words; what is said about wrong ones is ours.
struct command_line {
  options& o;
  CLI::App app;
  std::string max_cells{}, later[std::size(later_options)]{};
  std::string fdr{}, max_confirm{}, runs{};
  std::vector<std::string> least{};
  std::vector<std::string> known{"--help"};

  void value(std::string const& name, std::string& to, char const* what, char const* kind = "TEXT") {
    app.add_option(name, to, what)->type_name(kind);
    known.push_back(name);
  }
  void flag(std::string const& name, bool& to, char const* what) {
    app.add_flag(name, to, what);
    known.push_back(name);
  }
  explicit command_line(options& to, command_row const& row)
      : o(to), app(row.text, std::string("lanemark ") + row.name) {
    std::string_view const name = row.name;
    app.allow_extras();
    app.set_help_flag("--help,-h", "show this");
    bool const run = name == "run", plans = run || name == "plan", reads = plans || name == "check" || name == "list";
    if (name == "list") app.add_option("WHAT", o.list, "backends, devices, tests, models, timers or copies");
    if (name == "schema") app.add_option("WHAT", o.list, joined(schema_names()) + " (scenario)");
    if (reads)
      app.add_option("FILE", o.files,
                     name == "list" ? "scenario files, for `list tests`" : "scenario files; - reads standard input");
    if (reads) {
      app.add_option("--set", o.set,
                     "set a value of the scenario, for example --set test.pairs.size='\"64KiB\"'; may be repeated")
          ->type_name("KEY=VALUE")
          ->allow_extra_args(false)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      known.push_back("--set");
      value("--profile", o.profile, "the profile of the scenario to lay over it", "NAME");
      value("--backend", o.backend, "a backend of `lanemark list backends`, or auto; in place of the scenario's",
            "NAME");
      value("--devices", o.devices,
            "all, or ids, labels, PCI addresses with commas between; in place of the scenario's", "LIST");
      value("--model", o.model, "a device model of `lanemark list models`, or the path of one; implies backend sim",
            "NAME");
    }
    if (plans || name == "list" || name == "env") {
      app.add_option("--library", o.libraries,
                     "open a vendor's library at this path and nowhere else, for example --library "
                     "opencl=/opt/lib/libOpenCL.so.1; may be repeated")
          ->type_name("BACKEND=PATH")
          ->allow_extra_args(false)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      known.push_back("--library");
    }
    if (plans) value("--max-cells", max_cells, "how many cells a plan may have (10000; simulated 1000000)", "N");
    if (name == "report") app.add_option("RESULT", o.files, "JSON reports, journals; - reads standard input");
    if (run)
      value("--confirm-against", o.confirm_against,
            "judge the run by the reports of this folder, and measure what looks worse again", "DIR");
    if (name == "compare" || name == "trend" || run) {
      bool const compare = name == "compare";
      if (!run)
        app.add_option(compare ? "BASE NEW" : "DIR", o.files,
                       compare ? "reports, the judged one last; BASE: one, several, or a folder of them (a history)"
                               : "a folder of reports, or reports");
      app.add_option(
             "--min-effect", least,
             "changes below this are never findings: 3%, or bandwidth=3%, latency=5%, sync=5%, latency=20ns; may be "
             "repeated")
          ->type_name("SHARE")
          ->allow_extra_args(false)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      known.push_back("--min-effect");
      value("--history", runs,
            name == "trend" ? "how many of the latest runs (all)" : "how many of the latest runs are looked at (60)",
            "N");
      if (!run)
        value("--scenario", o.scenario, "the runs of this scenario, where a file or folder holds several", "NAME");
      value("--accepted", o.accepted, "a TOML file of accepted steps: what was before them does not count", "FILE");
      if (compare) value("--confirmed", o.confirmed, "the report of a confirming rerun of the candidates", "FILE");
      if (compare || run) {
        value("--fdr", fdr, "how false findings are held down: bh, or by for series that hang together (bh)", "RULE");
        value("--max-confirm", max_confirm,
              "share of the series beyond which candidates are one machine-wide event (5%)", "SHARE");
        flag("--allow-missing", o.how.allow_missing, "series that the new run lacks do not spoil the exit code");
      }
    }
    if (name != "schema") {
      value("--format", o.format,
            name == "report" ? "text, json or one of the formats below (text)" : "text or json (text)", "NAME");
      value("--output", o.output, "write the result to a file in place of standard output", "FILE");
    }
    if (run || name == "report")
      for (auto const& f : file_formats()) value(std::string("--") + f.name, o.*f.path, f.text, "FILE");
    if (run) {
      for (std::size_t i = 0; i < std::size(later_options); ++i) {
        app.add_option(later_options[i], later[i])->group("");
        known.emplace_back(later_options[i]);
      }
      value("--journal", o.journal, "keep the run's journal in this file, which must not be there yet", "FILE");
      value("--resume", o.resume, "go on with the run whose journal this is; where there is none, begin it", "FILE");
      flag("--in-process", o.in_process, "measure in this process, not in a worker that may crash alone");
      flag("--quiet,-q", o.quiet, "no progress on standard error");
      known.back() = "--quiet";
    }
  }

  std::string problem_of_judging() {
    bool const judges = o.command != "run" || !o.confirm_against.empty();
    if (!judges)
      for (auto const* option :
           {"--min-effect", "--history", "--accepted", "--fdr", "--max-confirm", "--allow-missing"})
        if (app.count(option) > 0) return std::string(option) + " is about judging; give --confirm-against DIR, too";
    for (auto const& word : least) {
      auto const equals = word.find('=');
      auto const which = equals == word.npos ? std::string() : word.substr(0, equals);
      auto const text = equals == word.npos ? word : word.substr(equals + 1);
      std::vector<std::string> const measures{"bandwidth", "latency", "sync"};
      if (!which.empty() && std::find(measures.begin(), measures.end(), which) == measures.end())
        return "--min-effect " + in_quotes(word) + ": unknown measure " + in_quotes(which) + perhaps(which, measures) +
               " known are " + joined(measures);
      if (which == "latency" && !text.ends_with("%")) {
        auto const d = read_duration(text);
        if (!d) return "--min-effect " + in_quotes(word) + ": " + d.error().text;
        o.how.least.latency_ns = d->count();
        continue;
      }
      auto const share = read_ratio(text);
      if (!share) return "--min-effect " + in_quotes(word) + ": " + share.error().text;
      if (*share > 1) return "--min-effect " + in_quotes(word) + ": a share of at most 100% is meant";
      if (which.empty() || which == "bandwidth") o.how.least.bandwidth = *share;
      if (which.empty() || which == "latency") o.how.least.latency = *share;
      if (which.empty() || which == "sync") o.how.least.sync = *share;
    }
    if (!fdr.empty()) {
      auto const rule = fdr_rule_named(fdr);
      if (!rule) return "unknown rule " + in_quotes(fdr) + " for --fdr; known are bh and by";
      o.how.rule = *rule;
    }
    if (!max_confirm.empty()) {
      auto const share = read_ratio(max_confirm);
      if (!share) return "--max-confirm " + in_quotes(max_confirm) + ": " + share.error().text;
      o.how.max_confirm = *share;
    }
    if (!runs.empty()) {
      auto const n = read_count(runs);
      if (!n || *n == 0)
        return "--history " + in_quotes(runs) + " is no number of runs; write for example --history 60";
      o.history = o.how.history = *n;
    }
    return {};
  }

  std::string problem_of(std::vector<std::string> const& words) {
    auto const asked = app.get_name();
    for (auto const& w : words) {
      if (w == "--") break;
      if (w.starts_with("--quiet=") || w.starts_with("--in-process="))
        return w.substr(0, w.find('=')) + " takes no value";
    }
    for (auto const* option : app.get_options()) {
      if (option->get_expected_max() == 0) continue;
      auto const positional = option->get_positional();
      for (auto const& v : option->results()) {
        if (v.empty())
          return (positional ? std::string("a file name") : option->get_name()) +
                 " is empty; give it a value, or leave it out";
        if (!positional && v.starts_with("--"))
          return option->get_name() + " needs a value; " + v + " behind it is an option";
      }
    }
    for (auto const& word : app.remaining()) {
      if (word == "--") continue;
      if (!word.starts_with("-") || word == "-") return asked + " takes no argument " + in_quotes(word);
      auto const name = word.substr(0, word.find('='));
      return "unknown option " + name + " for " + asked + perhaps(name, known) + " `" + asked + " --help` lists all";
    }
    for (std::size_t i = 0; i < std::size(later_options); ++i)
      if (!later[i].empty())
        return std::string(later_options[i]) + " is not available in this build; `" + asked + " --help` lists what is";
    std::vector<std::string> formats{"text", "json"};
    if (o.command == "report")
      for (auto const& f : file_formats())
        if (f.name != formats[1]) formats.emplace_back(f.name);
    if (std::find(formats.begin(), formats.end(), o.format) == formats.end())
      return "unknown format " + in_quotes(o.format) + perhaps(o.format, formats) + " known are " + joined(formats);
    o.json = o.format == "json";
    if (!max_cells.empty()) {
      auto const n = read_word(max_cells);
      if (!n || *n == 0)
        return "--max-cells " + in_quotes(max_cells) + " is no number of cells; write for example --max-cells 20000";
      o.max_cells = *n;
    }
    if (auto const all = schema_names();
        o.command == "schema" && !o.list.empty() && std::find(all.begin(), all.end(), o.list) == all.end())
      return "unknown schema " + in_quotes(o.list) + perhaps(o.list, all) + " known are " + joined(all);
    if (o.command == "compare" || o.command == "trend") {
      if (o.command == "compare" ? o.files.size() < 2 : o.files.empty())
        return asked + (o.command == "compare"
                            ? " needs BASE and NEW; write for example " + asked + " nights/ tonight.json"
                            : " needs a folder of reports; write for example " + asked + " nights/");
      return problem_of_judging();
    }
    if (o.command == "run")
      if (auto const wrong = problem_of_judging(); !wrong.empty()) return wrong;
    if (o.command == "list") {
      std::vector<std::string> const all(std::begin(lists), std::end(lists));
      if (o.list.empty()) return "list what? " + joined(all, ", ");
      if (std::find(all.begin(), all.end(), o.list) == all.end())
        return "unknown list " + in_quotes(o.list) + perhaps(o.list, all) + " known are " + joined(all);
      if (o.list == "tests" && o.files.empty())
        return "list tests needs a scenario file; write for example lanemark list tests scenarios/quickstart.toml";
      if (o.list != "tests" && !o.files.empty()) return "list " + o.list + " takes no scenario file";
    } else if (app.get_option_no_throw("FILE") && o.files.empty()) {
      return asked + " needs a scenario file; write for example " + asked + " scenarios/quickstart.toml";
    }
    if (!o.journal.empty() && !o.resume.empty())
      return "--journal begins a journal and --resume goes on with one; give one of them";
    if (o.command == "report" && o.files.empty())
      return asked + " needs a JSON report; write for example " + asked + " report.json --junit junit.xml";
    if (std::count(o.files.begin(), o.files.end(), "-") > 1) return "- (standard input) can be read once only";
    return {};
  }
};
}  // namespace

reading read_options(std::vector<std::string> const& words) {
  reading out;
  out.value.command_line = words;
  auto refuse = [&](std::string text) {
    out.problem = std::move(text);
    return out;
  };
  auto const called = words.empty() ? std::string{} : words[0].substr(words[0].find_last_of('/') + 1);
  std::vector<std::string> rest(words.begin() + (words.empty() ? 0 : 1), words.end());
  if (called == "rblnBandwidthLatencyTest") rest.insert(rest.begin(), "rbln");
  if (called == "ascend-dmi") rest.insert(rest.begin(), "ascend");
  if (rest.empty()) return refuse("no command; `lanemark --help` lists them");
  auto const& first = rest[0];
  if (first == "--help" || first == "-h" || first == "help") return out.show = overview(), out;
  if (first == "--version" || first == "-V") return out.show = "lanemark " + std::string(version) + "\n", out;
  if (first.starts_with("-") || first.empty())
    return refuse(first.empty() ? "the command is empty; `lanemark --help` lists the commands"
                                : "options follow the command, as in lanemark run FILE " + first);
  auto const row = std::find_if(commands.begin(), commands.end(), [&](auto const& c) { return c.name == first; });
  if (row == commands.end())
    return refuse("unknown command " + in_quotes(first) + perhaps(first, command_names()) +
                  " `lanemark --help` lists all");
  if (!row->here) return refuse("lanemark " + first + " is not available in this build");
  out.value.command = first;
  if (first == "rbln" || first == "ascend") {  // its words follow the vendor's grammar
    out.value.words.assign(rest.begin() + 1, rest.end());
    return out;
  }
  command_line line(out.value, *row);
  std::vector<std::string> reversed(rest.rbegin(), rest.rend() - 1);  // CLI11 takes them from the back
  try {
    line.app.parse(reversed);
  } catch (CLI::CallForHelp const&) {
    return out.show = line.app.help(), out;
  } catch (CLI::ParseError const& e) {
    std::string const why = e.what();
    auto const option = why.substr(0, why.find(':'));
    auto const help = "; `" + line.app.get_name() + " --help` shows how it is used";
    if (e.get_name() != "ArgumentMismatch") return refuse(why + help);
    return refuse(option + (why.find("At Most") != why.npos ? " is given more than once" : " needs a value") + help);
  }
  out.problem = line.problem_of(rest);
  return out;
}
}  // namespace lanemark::tool
