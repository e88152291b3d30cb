// SPDX-License-Identifier: MIT
#include "ascend_options.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include <CLI/CLI.hpp>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>

namespace lanemark::tool {
namespace {
struct spelling {
  std::string_view one, two, full;
};
/// Every multi-letter option has three spellings. CLI11 refuses `-ds`, so all become the long one before it reads them.
constexpr spelling spellings[] = {{"-ds", "--ds", "--device-src"},
                                  {"-dd", "--dd", "--device-dst"},
                                  {"-sp", "--sp", "--super-pod"},
                                  {"-ms", "--ms", "--memory-semantics"},
                                  {"-fmt", "--fmt", "--format"}};
std::string rewritten(std::string const& word) {
  auto const name = word.substr(0, word.find('='));
  for (auto const& s : spellings)
    if (name == s.one || name == s.two) return std::string(s.full) + word.substr(name.size());
  return word;
}
/// Two spellings of one flag: `-l` and `--latency`, `-q` and `--quiet`.
bool same_option(std::string const& a, std::string const& b) {
  auto const full = [](std::string const& word) {
    return word == "-l" ? "--latency" : word == "-q" ? "--quiet" : word == "-h" ? "--help" : word;
  };
  return full(a) == full(b);
}
}  // namespace

ascend_reading read_ascend_options(std::vector<std::string> const& words) {
  ascend_reading out;
  auto& o = out.value;
  CLI::App app{"Latency between host and NPUs, between NPUs, and between nodes of a super-pod", "ascend-dmi"};
  std::string size, device, source, destination, format = "normal";
  std::vector<std::string> known, flags;  // flags: in all their spellings
  auto value = [&](std::string const& names, std::string& to, char const* what) {
    app.add_option(names, to, what)->type_name("");
    known.push_back(names.substr(names.find(',') == names.npos ? 0 : names.find(',') + 1));
  };
  auto flag = [&](std::string const& names, bool& to, char const* what) {
    app.add_flag(names, to, what);
    for (auto const& part : {names.substr(0, names.find(',')), names.substr(names.find(',') + 1)})
      flags.push_back(part);
    known.push_back(names.substr(names.find(',') == names.npos ? 0 : names.find(',') + 1));
  };
  app.allow_extras();
  app.set_help_flag("-h,--help", "show this and exit");
  flag("-l,--latency", o.latency, "the latency test");
  value("-t,--type", o.type, "h2d, d2h or p2p (h2d and d2h; 950 series: p2p, and it must be given)");
  value("-s,--size", size, "bytes, 512 to 1048576 (950 series: 131072), rounded up to 512 * 2^k (512)");
  value("-d,--device", device, "logical id of the device for h2d and d2h (0)");
  value("--device-src", source, "-ds, --ds: source of p2p; with -dd. Without the pair: every pair of the node");
  value("--device-dst", destination, "-dd, --dd: destination of p2p; with -ds");
  flag("--super-pod", o.super_pod, "-sp, --sp: p2p between two nodes, under mpirun (0 to 0 without -ds and -dd)");
  value("--memory-semantics", o.semantics, "-ms, --ms: URMA or UBMemory, 950 series and p2p only (UBMemory)");
  flag("-q,--quiet", o.quiet, "do not ask whether to go on");
  value("--format", format, "-fmt, --fmt: normal or json (normal)");
  value("--backend", o.backend, "ours: ascend, host or sim (ascend)");
  value("--model", o.model, "ours: a device model; implies sim");
  value("--json", out.json_file, "ours: write a report to this file, too");
  flag("--print-scenario", out.print_scenario, "ours: print the scenario this command line stands for");

  auto wrong = [&](std::string text, ascend::code c = ascend::code::parameter) {
    out.problems.push_back({c, std::move(text)});
  };
  std::vector<std::string> reversed;
  for (auto w = words.rbegin(); w != words.rend(); ++w) reversed.push_back(rewritten(*w));
  // CLI11 takes -sp=0 for a flag that is off, -l -l for one, and lets --fmt= swallow the next word
  for (std::size_t i = 0; i < words.size() && words[i] != "--"; ++i) {
    auto const& word = reversed[words.size() - 1 - i];
    auto const name = word.substr(0, word.find('='));
    bool const is_flag = std::find(flags.begin(), flags.end(), name) != flags.end();
    if (is_flag && name.size() != word.size())
      wrong("The option " + words[i] + " is wrong: " + name + " takes no value.");
    if (!is_flag && word.size() > 1 && word[0] == '-' && word.back() == '=') wrong(name + " needs a value.");
    for (std::size_t k = 0; is_flag && k < i; ++k)
      if (same_option(reversed[words.size() - 1 - k], name)) wrong(name + " is given more than once.");
  }
  if (!out.problems.empty()) return out;
  try {
    app.parse(reversed);
  } catch (CLI::CallForHelp const&) {
    out.show = app.help();
    return out;
  } catch (CLI::ParseError const& e) {
    std::string const why = e.what();
    auto const option = why.substr(0, why.find(':'));
    wrong(e.get_name() != "ArgumentMismatch"
              ? why + "."
              : option + (why.find("At Most") != why.npos ? " is given more than once." : " needs a value."));
    return out;
  }
  for (auto const* option : app.get_options())
    for (auto const& v : option->results())
      if (option->get_expected_max() != 0 && (v.empty() || (v.size() > 1 && v[0] == '-' && (v[1] < '0' || v[1] > '9'))))
        wrong(option->get_name() + " needs a value.");
  for (auto const& word : app.remaining()) {
    auto const name = word.substr(0, word.find('='));
    auto const near = nearest_name(name, known);
    wrong("The option " + name + " is unknown" +
              (near ? "; did you mean " + *near + "?" : "; ascend-dmi -l -h lists the options."),
          ascend::code::option);
  }
  if (format != "normal" && format != "json")
    wrong("The format " + format + " is unknown: --fmt takes normal or json.");
  o.json = format == "json";
  auto id = [&](std::string const& text, char const* option, std::optional<int>& to) {
    if (text.empty()) return;
    auto const n = read_count(text);
    if (n && *n <= 65535)
      to = static_cast<int>(*n);
    else
      wrong(std::string("The device ID does not exist or is invalid: ") + option + " " + text + ".",
            ascend::code::device_id);
  };
  id(device, "-d", o.device), id(source, "-ds", o.source), id(destination, "-dd", o.destination);
  if (!size.empty()) {
    if (auto const n = read_count(size))
      o.size = *n;
    else
      wrong("The size " + size + " is no number of bytes: -s takes 512 to 1048576.", ascend::code::size);
  }
  if (!o.model.empty()) {
    if (o.backend != "ascend" && o.backend != "sim")
      wrong("--model " + o.model + " is simulated, so --backend " + o.backend + " contradicts it.");
    o.backend = "sim";
  } else if (o.backend == "sim") {
    wrong("--backend sim needs --model; `lanemark list models` names them.");
  } else if (o.backend != "ascend" && o.backend != "host") {
    wrong("The backend " + o.backend + " is unknown: ascend, host or sim.");
  }
  if (out.json_file == "-") wrong("--json - would mix with the result on standard output: name a file.");
  if (out.problems.empty()) out.problems = ascend::check(o);
  return out;
}
}  // namespace lanemark::tool
