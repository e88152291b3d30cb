// SPDX-License-Identifier: MIT
#include "ranks.hpp"

#include <unistd.h>

#include <lanemark/core/sha256.hpp>
#include <lanemark/report/environment_text.hpp>
#include <lanemark/run/environment_read.hpp>
#include <lanemark/version.hpp>

#include "deliver.hpp"
#include "files.hpp"
#include "launched.hpp"
#include "measuring.hpp"
#include "signals.hpp"

namespace lanemark::tool {
namespace {
/// All that decides what a rank measures, as one hash: ranks that differ in it must not measure together.
std::string hash_of(preparation const& p) {
  std::string all;
  for (auto const& one : p.all) {
    all += one.scenario.sha256 + "\n" + one.here.backend + "\n" + one.scenario.on.model + "\n";
    if (auto const model = read_file(one.scenario.on.model)) all += sha256(*model) + "\n";  // a file, not a name
    for (auto const& value : one.scenario.origins) all += value.key + "=" + value.value + "\n";
  }
  return sha256(all);
}

/// What a rank knows of its node, beside the report: `nightly.json.rank1.txt`.
void write_diagnostics(options const& o, super_pod const& pod, std::string const& trouble) {
  auto const report = !o.json_file.empty() ? o.json_file : o.output;
  if (report.empty() || report == "-" || is_special_file(report)) return;  // beside /dev/null nothing belongs
  auto const nodes = pod.nodes();
  auto const me = static_cast<std::size_t>(pod.rank());
  auto text = "rank " + std::to_string(me) + " of " + std::to_string(pod.ranks());
  if (me < nodes.size()) text += " on " + nodes[me].host + ", process " + std::to_string(nodes[me].process);
  text += ", lanemark " + std::string(version) + "\n" + (trouble.empty() ? "" : "trouble: " + trouble + "\n") + "\n" +
          report::environment_text(read_environment({}));
  auto const path = report + ".rank" + std::to_string(me) + ".txt";
  if (auto const no = write_output(path, [&](auto out) { out(text); }))
    say("lanemark: rank " + std::to_string(me) + ": " + no->text + "\n");
}

/// Ends a rank that is not 0, without MPI. Of a job that is told to end, mpirun kills what is left as soon as the first
/// process is gone, and rank 0 may still be writing what there is: so this one waits to be killed, or a little longer
/// than mpirun takes for that.
[[noreturn]] void end_rank(int code, rank_parent const& parent) {
  parent.ended(code);
  for (auto const end = steady_now() + nanoseconds{2e9}; caught_signal() != 0 && steady_now() < end;)
    wait_for_signal(100);
  _exit(code);
}
}  // namespace

std::shared_ptr<joined_ranks> join_ranks(preparation const& p) {
  auto got = std::make_shared<joined_ranks>();
  auto const interrupted = [&] {
    got->abandoned = true;
    got->problems = {"a signal came while the ranks were meeting: one of them has ended, or never came to its start"};
    return got;
  };
  auto const joined = std::make_shared<joined_ranks>();  // the thread's own, until it has come back
  auto const join = [joined] {
    auto pod = join_super_pod();
    if (pod) joined->pod = std::move(*pod);
    if (!pod) joined->problems = {pod.error().text}, joined->usage = pod.error().kind == fault::invalid;
  };
  if (launched().ranks <= 1) return got;
  if (!run_aside(join)) return interrupted();
  *got = std::move(*joined);
  if (!got->pod) return got;
  auto mine = p.problems;
  mine.insert(mine.end(), p.trouble.begin(), p.trouble.end());
  auto const here = p.all.empty() ? inventory{} : p.all.front().here;
  auto const found = std::make_shared<std::vector<std::string>>();
  auto const meet = [found, pod = got->pod.get(), here, mine, hash = hash_of(p)] {
    *found = pod->meet(here, hash, mine);
  };
  if (!run_aside(meet)) {
    (void)got->pod.release();  // the thread that was left behind still uses it
    return interrupted();
  }
  got->problems = std::move(*found);
  got->usage = p.trouble.empty() || !p.problems.empty();
  return got;
}

int serve_ranks(options const& o, joined_ranks& others, preparation& p, rank_parent const& parent) {
  auto& pod = *others.pod;
  if (!others.problems.empty()) {  // rank 0 says them
    run_aside([&] { pod.leave(); });
    end_rank(others.usage ? 2 : 1, parent);
  }
  int code = 0;
  std::string trouble;
  auto const came_back = run_aside([&] {
    for (auto& one : p.all) {
      auto const serve = [&](machine& m) {
        if (auto const no = pod.serve(m, one.here, stop_flag())) trouble = no->text;
      };
      if (auto* const beat = parent.beat()) {
        watched_machine watched(*one.machine, *beat);
        serve(watched);
      } else {
        serve(*one.machine);
      }
      if (!trouble.empty() || caught_signal() != 0) break;
    }
    if (!trouble.empty()) code = 1, say("lanemark: rank " + std::to_string(pod.rank()) + ": " + trouble + "\n");
    write_diagnostics(o, pod, trouble);
    if (code == 0 && caught_signal() == 0) pod.leave();
  });
  if (caught_signal() != 0) code = 128 + caught_signal();
  if (!came_back || code != 0 || pod.lost()) end_rank(code, parent);
  return code;
}
}  // namespace lanemark::tool
