// SPDX-License-Identifier: MIT
#include "rbln_options.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include <CLI/CLI.hpp>

#include <lanemark/core/names.hpp>
#include <lanemark/core/spelling.hpp>
#include <lanemark/version.hpp>

namespace lanemark::tool {
namespace {
/// The vendor's options as words: what they mean is checked here, so that every refusal is a sentence of ours.
struct rbln_line {
  rbln_reading& out;
  CLI::App app{"Bandwidth between host and NPUs and between NPUs, and signal latency", "rblnBandwidthLatencyTest"};
  std::string timeout{}, iterations{}, size{}, ids{}, tc{}, name{}, perf{}, priority{}, read{}, numa{}, pattern{},
      flags{}, group{}, source{}, destination{}, backend{}, model{};
  bool version_wanted = false;
  std::vector<std::string> known{};

  void value(std::string const& names, std::string& to, std::string const& what) {
    app.add_option(names, to, what)->type_name("");
    note(names);
  }
  void flag(std::string const& names, bool& to, std::string const& what) {
    app.add_flag(names, to, what);
    note(names);
  }
  void note(std::string const& names) {
    for (std::size_t at = 0; at < names.size();) {
      auto const comma = std::min(names.find(',', at), names.size());
      known.push_back(names.substr(at, comma - at));
      at = comma + 1;
    }
  }
  explicit rbln_line(rbln_reading& to) : out(to) {
    auto& o = to.value;
    app.allow_extras();
    app.set_help_flag("-h,--help", "show this and exit");
    note("-h,--help");
    flag("-V,--version", version_wanted, "show the version and exit");
    value("-t,--timeout", timeout, "wait for one job, in microseconds (30000000)");
    value("-i,--iteration_cnt", iterations, "number of samples (1)");
    flag("--warmup", o.warmup, "one iteration before the measurement");
    value("--test_size", size, "bytes of a bandwidth test: 4K, 128M, 1G (512M); below 4G except for --tc 6");
    value("--npu_id_list", ids, "ids of NPUs with commas between, up to 32 (all)");
    flag("--only_d2d", o.only_d2d, "only transfers between NPUs");
    flag("--test_list", o.test_list, "print the list of test cases");
    value("--tc", tc, "test case, 0 to 6 (0)");
    flag("--test_env_info", o.test_env_info, "print system and devices with their links");
    flag("--skip_test_env_info", o.skip_test_env_info, "print no environment when tests run");
    value("-n,--device_name", name, "product: 0 any, 2 ATOM, 5 Rebel100 (0)");
    value("--get_perf", perf, "no effect; accepted for compatibility");
    value("--priority", priority, "0 min, 1 normal, 2 high, 3 kernel, 4 real-time (1)");
    value("-r,--hdma_read", read, "0 write: the source issues, 1 read (0)");
    value("--numa_node", numa, "NUMA node of host memory (-1: any)");
    value("--data_pattern", pattern, "byte that fills the payload (seeded data)");
    value("-f,--flags", flags, "context flags (0)");
    value("-g,--group_id", group, "execution group (0)");
    value("--src_cl", source, "chiplet of the source memory; 15 or 0xF: no affinity (0)");
    value("--dst_cl", destination, "chiplet of the destination memory; 15 or 0xF: no affinity (0)");
    value("--backend", backend, "ours: rbln, host or sim (rbln)");
    value("--model", model, "ours: a device model; implies sim");
    value("--json", out.json_file, "ours: write a report to this file, too");
    flag("--print-scenario", out.print_scenario, "ours: print the scenario this command line stands for");
    flag("--quiet", out.quiet, "ours: no progress on standard error");
  }

  void wrong(std::string text) {
    if (std::find(out.problems.begin(), out.problems.end(), text) == out.problems.end())
      out.problems.push_back(std::move(text));
  }

  /// A whole number, decimal or 0x..., with or without a sign.
  template <class T>
  void number(char const* option, std::string const& text, T& to, std::int64_t low, std::int64_t high) {
    if (text.empty()) return;
    auto digits = std::string_view(text);
    bool const minus = digits.starts_with("-");
    if (minus) digits.remove_prefix(1);
    auto const n = read_word(digits);
    bool const huge = !n && !digits.empty() && digits.find_first_not_of("0123456789") == digits.npos;
    if (!n && !huge) return wrong(std::string(option) + " " + in_quotes(text) + " is no whole number");
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    auto const magnitude = huge || *n > static_cast<std::uint64_t>(most) ? most : static_cast<std::int64_t>(*n);
    auto const value = minus ? -magnitude : magnitude;
    if (huge || value < low || value > high)
      return wrong(std::string(option) + " " + text + " is out of range: " + std::to_string(low) + " to " +
                   std::to_string(high));
    to = static_cast<T>(value);
  }

  void settle() {
    auto& o = out.value;
    constexpr std::int64_t any = std::numeric_limits<std::int32_t>::max();
    number("--timeout", timeout, o.timeout_us, 1, 86'400'000'000);  // a day
    number("--iteration_cnt", iterations, o.iterations, 1, 10'000'000);
    number("--tc", tc, o.tc, 0, rbln::test_count - 1);
    number("--device_name", name, o.device_name, 0, any);
    int ignored = 0;
    number("--get_perf", perf, ignored, -any, any);
    number("--priority", priority, o.priority, 0, 4);
    number("--hdma_read", read, o.hdma_read, 0, 1);
    number("--numa_node", numa, o.numa_node, -1, 65535);
    number("--flags", flags, o.flags, 0, std::numeric_limits<std::int64_t>::max());
    number("--group_id", group, o.group, 0, 63);
    number("--src_cl", source, o.source_chiplet, 0, 255);
    number("--dst_cl", destination, o.destination_chiplet, 0, 255);
    if (!pattern.empty()) {
      int byte = 0;
      number("--data_pattern", pattern, byte, 0, 255);
      o.data_pattern = byte;
    }
    out.tc_given = !tc.empty();
    if (!size.empty()) {
      if (auto const b = read_bytes(size))
        o.size = b->count, o.size_given = true;
      else
        wrong("--test_size: " + b.error().text);
    }
    if (!ids.empty()) read_ids();
    if (!model.empty()) {
      o.model = model;
      if (!backend.empty() && backend != "sim")
        wrong("--model " + model + " is simulated, so --backend " + backend + " contradicts it");
      o.backend = "sim";
    } else if (!backend.empty()) {
      o.backend = backend;
      if (backend == "sim")
        wrong("--backend sim needs --model; `lanemark list models` names them");
      else if (backend != "host" && backend != "rbln")
        wrong("unknown backend " + in_quotes(backend) + "; known are rbln, host and sim");
    }
    for (auto const* file : {&out.json_file})
      if (*file == "-") wrong("--json - would mix with the result on standard output; name a file");
    if (!out.problems.empty()) return;
    out.problems = rbln::check(o);
    if (auto note = rbln::settle_size(o); !note.empty()) out.notes.push_back(std::move(note));
    if (o.test_env_info && o.skip_test_env_info)
      out.notes.push_back("--test_env_info and --skip_test_env_info contradict each other: the environment is printed");
    if (o.test_env_info) o.skip_test_env_info = false;
  }
  void read_ids() {
    std::string_view rest = ids;
    for (bool more = true; more;) {
      auto const comma = rest.find(',');
      auto const one = rest.substr(0, comma);
      auto const n = read_count(one);
      if (!n || *n > 65535)
        wrong("--npu_id_list " + in_quotes(ids) + ": " +
              (one.empty() ? "an id is empty" : in_quotes(one) + " is no id") + "; write for example 0,1,2");
      else
        out.value.npus.push_back(static_cast<int>(*n));
      more = comma != rest.npos;
      if (more) rest.remove_prefix(comma + 1);
    }
  }
};
}  // namespace

rbln_reading read_rbln_options(std::vector<std::string> const& words) {
  rbln_reading out;
  rbln_line line(out);
  auto const help = "; `lanemark rbln --help` lists the options";
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // CLI11 takes them from the back
  try {
    line.app.parse(reversed);
  } catch (CLI::CallForHelp const&) {
    out.show = line.app.help();
    return out;
  } catch (CLI::ParseError const& e) {
    std::string const why = e.what();
    auto const option = why.substr(0, why.find(':'));
    if (e.get_name() != "ArgumentMismatch")
      out.problems.push_back(why + help);
    else
      out.problems.push_back(option +
                             (why.find("At Most") != why.npos ? " is given more than once" : " needs a value") + help);
    return out;
  }
  if (line.version_wanted) {
    out.show = "rblnBandwidthLatencyTest of lanemark " + std::string(version) + "\n";
    return out;
  }
  for (auto const* option : line.app.get_options())
    for (auto const& v : option->results())
      if (option->get_expected_max() != 0 && (v.empty() || v.starts_with("--")))
        out.problems.push_back(option->get_name() + " needs a value" + help);
  for (auto const& word : line.app.remaining()) {
    auto const name = word.substr(0, word.find('='));
    auto const near = nearest_name(name, line.known);
    out.problems.push_back(
        (word.starts_with("-") ? "unknown option " + name : "no argument is taken, and there is " + in_quotes(word)) +
        (near ? "; did you mean " + *near + "?" : help));
  }
  if (out.problems.empty()) line.settle();
  return out;
}
}  // namespace lanemark::tool
