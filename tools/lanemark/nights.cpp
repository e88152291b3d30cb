// SPDX-License-Identifier: MIT
#include "nights.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <lanemark/judge/same_machine.hpp>
#include <lanemark/report/json_night.hpp>
#include <lanemark/scenario/read.hpp>

#include "files.hpp"

namespace lanemark::tool {
namespace {
constexpr std::size_t head_bytes = 65536;  // `schema` and `run` stand first in a report

/// Who a report is of, before it is read as a whole.
struct found {
  std::string path{}, id{}, started{}, scenario{};
  std::optional<night> read{};  ///< the head was not where it usually is
};

/// The head of a report from its first bytes, as far as it is there.
bool read_head(std::string_view text, found& f) {
  report::json_cursor c(text);
  bool ours = false, complete = false;
  c.each_member([&](std::string_view key) {
    if (key == "schema") {
      ours = c.plain_text() == report::report_schema && c.good;
    } else if (key == "run" && ours) {
      c.each_member([&](std::string_view part) {
        if (part == "id")
          f.id = c.plain_text();
        else if (part == "started")
          f.started = c.plain_text();
        else if (part == "scenario")
          c.each_member(
              [&](std::string_view name) { name == "name" ? void(f.scenario = c.plain_text()) : void(c.raw()); });
        else
          c.raw();
      });
      complete = c.good;
      c.good = false;  // the rest is for later
    } else {
      c.raw();
    }
  });
  return complete && !f.id.empty() && !f.scenario.empty();
}

/// Reads all runs of a file; what is wrong goes into the history.
std::vector<night> read_all(std::string const& path, series_book& book, bool with_samples, history& h) {
  auto const text = read_whole(path);
  if (!text) {
    h.unreadable.push_back("cannot read " + in_quotes(path) + ": " + text.error().text);
    return {};
  }
  auto runs = report::read_nights(*text, path, book, with_samples);
  if (runs) return std::move(*runs);
  (runs.error().kind == fault::unsupported ? h.other_schema : h.unreadable).push_back(runs.error().text);
  return {};
}

void add_files_of(std::string const& path, std::vector<std::string>& files, history& h) {
  namespace fs = std::filesystem;
  std::error_code wrong;
  if (path != "-" && fs::is_directory(path, wrong)) {
    h.of_folder = true;
    std::vector<std::string> inside;
    for (fs::directory_iterator at(path, wrong), end; !wrong && at != end; at.increment(wrong)) {
      auto const name = at->path().filename().string();
      std::error_code odd;
      if (name.ends_with(".json") && !name.starts_with(".") && !at->is_directory(odd))
        inside.push_back(at->path().string());
    }
    if (wrong) h.missing_path = "cannot read the folder " + in_quotes(path) + ": " + wrong.message();
    std::sort(inside.begin(), inside.end());
    files.insert(files.end(), inside.begin(), inside.end());
    return;
  }
  if (path != "-" && !fs::exists(path, wrong))
    h.missing_path = "cannot read " + in_quotes(path) + ": there is no such file or folder";
  files.push_back(path);
}

std::vector<std::string> changes_of(device_names const& d, night const& older) {
  std::vector<std::string> out;
  for (auto const& x : d.lost) out.push_back(detail::device_text(x) + " is gone");
  for (auto const& x : d.added) out.push_back(detail::device_text(x) + " is new");
  if (d.same) return out;
  for (auto const& x : older.devices)
    if (auto const at = d.names.find(x.id);
        at != d.names.end() && at->second != std::to_string(x.id) && !at->second.starts_with("("))
      out.push_back(detail::device_text(x) + " is now device " + at->second + "; its series were matched");
  out.insert(out.end(), d.replaced.begin(), d.replaced.end());
  return out;
}

bool is_later(found const& a, found const& b) { return a.started != b.started ? a.started > b.started : a.id > b.id; }
}  // namespace

result<night> read_one_night(std::string const& path, std::string const& scenario, series_book& book,
                             bool with_samples) {
  auto const text = read_whole(path);
  if (!text) return problem{fault::late, "cannot read " + in_quotes(path) + ": " + text.error().text};
  auto runs = report::read_nights(*text, path, book, with_samples);
  if (!runs) return runs.error();
  std::vector<std::string> names;
  for (auto& n : *runs) {
    if (n.scenario == scenario || (scenario.empty() && runs->size() == 1)) return std::move(n);
    names.push_back(n.scenario);
  }
  if (scenario.empty())
    return problem{fault::late, path + " holds several runs; choose one with --scenario, of " + joined(names)};
  return problem{fault::late, path + " holds no run of scenario " + scenario + ", but of " + joined(names)};
}

std::vector<std::string> history::notes() const {
  std::vector<std::string> out;
  auto say = [&](std::size_t n, char const* one, std::string const& what) {
    if (n > 0) out.push_back(std::to_string(n) + " " + one + (n == 1 ? "" : "s") + " " + what);
  };
  auto list = [&](std::vector<std::string> const& all, char const* what) {
    constexpr std::size_t most = 5;
    for (std::size_t i = 0; i < std::min(most, all.size()); ++i) out.push_back(std::string(what) + all[i]);
    if (all.size() > most) out.push_back(std::to_string(all.size() - most) + " more files " + what);
  };
  list(unreadable, "left out, unreadable: ");
  list(other_schema, "left out, no report of this version: ");
  list(other_machine, "left out, another machine: ");
  say(other_scenario, "run", "of another scenario left out");
  say(itself, "file", "left out: the judged run itself");
  say(later, "run", "left out that began after the judged one");
  say(repeated, "file", "left out: the same run again");
  say(older, "older run", "left out: --history says how many are looked at");
  return out;
}

history read_history(history_request const& wanted, series_book& book) {
  history h;
  std::vector<std::string> files;
  for (auto const& p : wanted.paths) add_files_of(p, files, h);
  if (!h.missing_path.empty()) return h;
  h.files = files.size();
  std::vector<found> all;
  for (auto const& path : files) {
    found f{.path = path};
    auto const head = path == "-" ? result<std::string>(std::string()) : read_beginning(path, head_bytes);
    if (head && read_head(*head, f)) {
      all.push_back(std::move(f));
      continue;
    }
    for (auto& n : read_all(path, book, wanted.with_samples, h))
      all.push_back({path, n.id, n.started, n.scenario, std::move(n)});
  }
  std::sort(all.begin(), all.end(), is_later);
  auto const scenario = wanted.now                 ? wanted.now->scenario
                        : !wanted.scenario.empty() ? wanted.scenario
                        : all.empty()              ? std::string()
                                                   : all.front().scenario;
  std::set<std::string> ids;
  std::optional<night> reference;  // a copy: the names of the devices are its
  if (wanted.now) {
    reference.emplace(*wanted.now);
    reference->readings.clear();
  }
  for (auto& f : all) {
    if (wanted.now && f.id == wanted.now->id) {
      ++h.itself;
      continue;
    }
    if (f.scenario != scenario && (h.of_folder || !wanted.now)) {
      ++h.other_scenario;
      continue;
    }
    if (wanted.now && h.of_folder && f.started > wanted.now->started) {  // of one second: nobody can tell
      ++h.later;
      continue;
    }
    if (ids.contains(f.id)) {
      ++h.repeated;
      continue;
    }
    if (h.nights.size() >= wanted.most) {
      ++h.older;
      continue;
    }
    if (!f.read) {
      auto runs = read_all(f.path, book, wanted.with_samples, h);
      if (runs.empty()) continue;
      f.read = std::move(runs.front());
    }
    ids.insert(f.id);
    if (!reference) {
      reference.emplace(*f.read);
      reference->readings.clear();
    }
    auto const difference = compare_machines(*f.read, *reference);
    if (!difference.identity.empty()) {
      h.other_machine.push_back(f.path + ": " + joined(difference.identity, "; "));
      continue;
    }
    if (h.nights.empty()) h.devices_changed = changes_of(difference.devices, *f.read);
    rename_devices(*f.read, difference.devices, book);
    h.nights.push_back(std::move(*f.read));
    f.read.reset();
  }
  std::reverse(h.nights.begin(), h.nights.end());
  return h;
}

accepted_file read_accepted_file(std::string const& path) {
  accepted_file out;
  auto const text = read_file(path);
  if (!text) {
    out.problems.push_back("cannot read " + in_quotes(path) + ": " + text.error().text);
    return out;
  }
  auto const tree = read_toml(*text, path);
  auto read = read_accepted(tree.root);
  for (auto const& p : tree.problems.empty() ? read.problems : tree.problems) out.problems.push_back(to_string(p));
  out.steps = std::move(read.all);
  return out;
}
}  // namespace lanemark::tool
