// SPDX-License-Identifier: MIT
#include "probe.hpp"

#include <string>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include <lanemark/policy/clock.hpp>
#include <lanemark/run/line.hpp>
#include <lanemark/run/wire_types.hpp>
#include <lanemark/run/worker_process.hpp>

#include "accelerators.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
constexpr nanoseconds limit{60e9};

problem failed(std::string why) { return {fault::failed, std::move(why)}; }

/// In the child: a line for each of those that are left, up to the one that was looked for.
void look(int to, std::span<opener const> left, sought const& found) {
  catch_signals_as_worker();
  (void)dup2(2, 1);  // a driver that prints does not print into the result
  for (auto const& open : left) {
    auto const opened = open();
    auto const here = opened ? (*opened)->describe() : inventory{};
    if (!write_all(to, opened ? wire::to_line("machine", here) : wire::to_line("cannot", opened.error()))) return;
    if (opened && found(here)) return;
  }
}
/// What a child says next. `lost`: it says nothing more, and the problem is why.
result<inventory> next_answer(worker_process& w, std::string& text, bool& lost) {
  lost = true;
  for (auto const end = steady_now() + limit; text.find('\n') == text.npos;) {
    pollfd one{w.descriptor(), POLLIN, 0};
    if (poll(&one, 1, 50) > 0 && !w.read_some(text)) break;
    if (caught_signal() != 0) return failed("interrupted while it was opened");
    if (steady_now() > end)
      return failed("its driver did not come back within " + duration_text(limit.count()) +
                    " of being opened; look at the device, or choose another backend");
  }
  auto const end = text.find('\n');
  auto const line =
      end == text.npos ? std::optional<std::string_view>{} : wire::checked(std::string_view(text).substr(0, end));
  problem why{};
  inventory here;
  bool const cannot = line && wire::kind_of(*line) == "cannot" && wire::from_line(*line, why);
  lost = !cannot && !(line && wire::kind_of(*line) == "machine" && wire::from_line(*line, here));
  if (lost) {
    auto const how = w.wait();
    return failed("its driver crashed while it was opened (the process that tried " +
                  (how.empty() ? "ended without a word" : how) + "); choose another backend");
  }
  text.erase(0, end + 1);
  if (cannot) return why;
  return here;
}
}  // namespace

void look_in_child(std::span<opener const> openers, sought const& found, seen const& see) {
  for (std::size_t next = 0; next < openers.size();) {
    auto started = worker_process::start([&](int to, pulse&) { look(to, openers.subspan(next), found); });
    if (!started) return see(next, started.error());
    std::string text;
    for (bool lost = false; !lost && next < openers.size(); ++next) {
      auto const one = next_answer(*started, text, lost);
      see(next, one);
      if ((one && found(*one)) || caught_signal() != 0) return;
    }
  }
}

result<probed> probe_machine(target const& wanted, library_paths const& libraries, bool in_process) {
  probed p{};
  if (in_process || wanted.backend == "host" || wanted.backend == "sim") {
    auto opened = open_machine(wanted, libraries);
    if (!opened) return opened.error();
    p.here = (*opened)->describe(), p.machine = std::move(*opened);
    return p;
  }
  std::vector<opener> openers;
  std::vector<std::string> names;
  for (auto const& row : accelerators()) {
    if (wanted.backend != "auto" && wanted.backend != row.name) continue;
    openers.emplace_back([&row, &libraries] { return row.open(path_for(row.name, libraries)); });
    names.emplace_back(row.name);
  }
  bool const any = wanted.backend == "auto";
  bool there = false;
  status no{};
  auto const suits = [any](inventory const& here) { return !any || accelerates(here); };
  look_in_child(openers, suits, [&](std::size_t i, result<inventory> const& one) {
    if (one && suits(*one)) there = true, p.here = *one;
    if (!one && !any)
      no = problem{one.error().kind, "backend " + names[i] + " cannot be used here: " + one.error().text};
    if (!one && any && one.error().kind != fault::unsupported)
      p.notes.push_back("backend auto passes over " + names[i] + ": " + one.error().text);
  });
  if (there) return p;
  if (no) return *no;
  if (caught_signal() != 0) return problem{fault::failed, "interrupted while a backend was looked for"};
  auto here = wanted;
  if (wanted.backend == "auto") here.backend = "host";
  auto opened = open_machine(here, libraries);  // host, or the sentence about an unknown one
  if (!opened) return opened.error();
  p.here = (*opened)->describe(), p.machine = std::move(*opened);
  return p;
}
}  // namespace lanemark::tool
