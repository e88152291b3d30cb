// SPDX-License-Identifier: MIT
#pragma once
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <lanemark/core/numbers.hpp>
#include <lanemark/fabric/mpi_thread.hpp>
#include <lanemark/fabric/post.hpp>
#include <lanemark/fabric/rank.hpp>
#include <lanemark/fabric/seats.hpp>

namespace lanemark::fabric {
/// What rank 0 answers to everybody's hello.
struct welcome {
  std::vector<rank_facts> ranks{};
  std::vector<std::string> problems{};  ///< why nothing is run; none: go
};
template <class Archive>
void pass(Archive& a, welcome& w) {
  pass_all(a, w.ranks, w.problems);
}

/// The ranks of a super-pod, joined by MPI. Every call into MPI is a job of its one thread and has a deadline; once one
/// is late, this process is out of the super-pod for good and can only report.
class pod {
  struct shared {
    MPI_Comm world = MPI_COMM_NULL;
    std::vector<std::pair<std::vector<int>, MPI_Comm>> groups{};
    int rank = 0, ranks = 1;
    std::string host{};
    int memory = 0;
  };
  std::shared_ptr<shared> s = std::make_shared<shared>();
  std::unique_ptr<mpi_thread> thread = std::make_unique<mpi_thread>();
  std::vector<rank_facts> table{};
  mutable std::mutex guard{};
  std::string waited_for{}, reason{};

  pod() = default;

 public:
  /// Starts MPI. A rank that never comes to its start keeps all waiting, and so this has a deadline.
  static result<std::unique_ptr<pod>> join(nanoseconds patience) {
    auto p = std::unique_ptr<pod>(new pod);
    auto const wrong = std::make_shared<int>(MPI_SUCCESS);
    auto const ended = p->run(
        [s = p->s, wrong] {
          int level = 0;
          *wrong = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &level);
          if (*wrong == MPI_SUCCESS && level < MPI_THREAD_FUNNELED) *wrong = MPI_ERR_OTHER;
          if (*wrong != MPI_SUCCESS) return;
          MPI_Comm_dup(MPI_COMM_WORLD, &s->world);
          for (auto const c : {MPI_COMM_WORLD, MPI_COMM_SELF, s->world}) MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
          MPI_Comm_rank(s->world, &s->rank);
          MPI_Comm_size(s->world, &s->ranks);
          char name[MPI_MAX_PROCESSOR_NAME] = {};
          int length = 0;
          MPI_Get_processor_name(name, &length);
          s->host.assign(name, static_cast<std::size_t>(length));
          MPI_Comm near = MPI_COMM_NULL;
          MPI_Comm_split_type(s->world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &near);
          s->memory = s->rank;
          MPI_Bcast(&s->memory, 1, MPI_INT, 0, near);
          MPI_Comm_free(&near);
        },
        patience);
    if (ended != progress::done)
      return problem{fault::late, "MPI did not start within " + std::to_string(int(patience.count() / 1e9)) +
                                      " s: a rank of this job has not come to its start (another program, a hanging "
                                      "node, a port that is closed?)"};
    if (*wrong != MPI_SUCCESS) return mpi_problem("MPI_Init_thread", *wrong);
    return p;
  }

  int rank() const noexcept { return s->rank; }
  int ranks() const noexcept { return s->ranks; }
  std::string const& host() const noexcept { return s->host; }
  int memory() const noexcept { return s->memory; }
  MPI_Comm world() const noexcept { return s->world; }
  bool lost() const noexcept { return thread->lost(); }
  /// Facts of all ranks, once they have met.
  std::vector<rank_facts> const& facts() const noexcept { return table; }
  std::string name(int rank) const {
    auto const i = static_cast<std::size_t>(rank);
    return i < table.size() ? name_of(table[i]) : "rank " + std::to_string(rank);
  }

  /// Why this process is out of the super-pod, for whoever is told later; the first reason counts.
  void fell_apart(std::string const& why) {
    std::lock_guard const lock(guard);
    if (reason.empty()) reason = why;
  }
  std::string why_lost() const {
    std::lock_guard const lock(guard);
    return reason;
  }

  /// A job for MPI's thread, with this long to do it.
  progress run(std::function<void()> job, nanoseconds patience) {
    return thread->run(std::move(job), steady_now() + patience);
  }

  /// Whom this process waits for just now, for whoever has to report without it; empty: for nobody.
  std::string waiting_for() const {
    std::lock_guard const lock(guard);
    return waited_for;
  }
  void wait_for(std::string who) {
    std::lock_guard const lock(guard);
    waited_for = std::move(who);
  }

  /// All ranks say what they are, rank 0 compares, and everybody learns the outcome: problems, or nothing and a table.
  std::vector<std::string> meet(rank_facts mine, nanoseconds patience) {
    mine.rank = s->rank, mine.host = s->host, mine.memory = s->memory;
    if (mine.machine.empty()) mine.machine = s->host;
    return s->rank == 0 ? gather(std::move(mine), patience) : greet(mine, patience);
  }

  /// One message to a rank of the world; nothing: it was taken.
  status send(int to, tag what, std::string bytes, nanoseconds patience) {
    if (lost()) return problem{fault::late, why_lost().empty() ? "MPI does not come back" : why_lost()};
    auto const sent = std::make_shared<bool>(false);
    auto const deadline = steady_now() + patience;
    auto const ended =
        run([=, s = s] { *sent = send_bytes(s->world, to, what, bytes, deadline); }, patience + nanoseconds{1e9});
    if (ended == progress::done && *sent) return {};
    return problem{fault::late, name(to) + " did not take a message within " + duration_text(patience.count()) +
                                    ": it is gone or cannot be reached"};
  }
  /// The next message from a rank; nothing when none came, or `stop` was set.
  std::optional<letter> receive(int from, tag what, nanoseconds patience, std::atomic<bool> const* stop = nullptr) {
    auto const got = std::make_shared<std::optional<letter>>();
    auto const deadline = steady_now() + patience;
    auto const ended =
        run([=, s = s] { *got = receive_bytes(s->world, from, what, deadline, stop); }, patience + nanoseconds{1e9});
    if (ended != progress::done) return {};
    return std::move(*got);
  }

  /// The communicator of some ranks, made once by all of them. On MPI's thread only.
  struct groups_view {
    std::shared_ptr<shared> s;
    MPI_Comm of(std::vector<int> const& members) const {
      for (auto const& [who, comm] : s->groups)
        if (who == members) return comm;
      MPI_Group world = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
      MPI_Comm comm = MPI_COMM_NULL;
      MPI_Comm_group(s->world, &world);
      MPI_Group_incl(world, static_cast<int>(members.size()), members.data(), &some);
      MPI_Comm_create_group(s->world, some, static_cast<int>(tag::first_payload) + members.front(), &comm);
      MPI_Group_free(&some);
      MPI_Group_free(&world);
      if (comm != MPI_COMM_NULL) {
        MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
        s->groups.emplace_back(members, comm);
      }
      return comm;
    }
  };
  groups_view groups() const { return {s}; }

  /// Leaves the super-pod in good order; false: the others did not come along, and the process has to end without.
  bool leave(nanoseconds patience) {
    return run(
               [s = s] {
                 for (auto& [who, comm] : s->groups) MPI_Comm_free(&comm);
                 s->groups.clear();
                 MPI_Finalize();
               },
               patience) == progress::done;
  }

 private:
  std::vector<std::string> gather(rank_facts mine, nanoseconds patience) {
    welcome all;
    all.ranks.resize(static_cast<std::size_t>(s->ranks));
    for (int r = 0; r < s->ranks; ++r) all.ranks[static_cast<std::size_t>(r)].rank = r;
    std::vector<bool> here(all.ranks.size());
    all.ranks[0] = std::move(mine);
    here[0] = true;
    auto const deadline = steady_now() + patience;
    for (auto missing = all.ranks.size() - 1; missing != 0; --missing) {
      auto const l = receive(MPI_ANY_SOURCE, tag::hello, deadline - steady_now());
      if (!l) break;
      rank_facts theirs;
      if (!from_bytes(l->bytes, theirs)) theirs.problems = {"its hello cannot be read: another version of lanemark"};
      theirs.rank = l->from;
      here[static_cast<std::size_t>(l->from)] = true;
      all.ranks[static_cast<std::size_t>(l->from)] = std::move(theirs);
    }
    table = all.ranks;
    for (std::size_t r = 0; r < here.size(); ++r)
      if (!here[r])
        all.problems.push_back("rank " + std::to_string(r) + " of " + std::to_string(s->ranks) +
                               " did not say hello within " + duration_text(patience.count()) +
                               ": it hangs, or runs another program");
    if (all.problems.empty()) all.problems = disagreements(all.ranks);
    auto const bytes = to_bytes(all);
    for (int r = 1; r < s->ranks; ++r)
      if (here[static_cast<std::size_t>(r)])
        if (auto no = send(r, tag::hello, bytes, nanoseconds{5e9})) all.problems.push_back(no->text);
    return all.problems;
  }
  std::vector<std::string> greet(rank_facts const& mine, nanoseconds patience) {
    if (auto no = send(0, tag::hello, to_bytes(mine), patience)) return {no->text};
    auto const l = receive(0, tag::hello, patience + nanoseconds{10e9});
    welcome all;
    if (!l) return {"rank 0 did not answer within " + duration_text(patience.count() + 10e9) + ": it is gone or hangs"};
    if (!from_bytes(l->bytes, all)) return {"rank 0 cannot be understood: it is another version of lanemark"};
    table = std::move(all.ranks);
    return all.problems;
  }
};
}  // namespace lanemark::fabric
