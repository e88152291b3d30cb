// SPDX-License-Identifier: MIT
// Several ranks of one machine measure cells of every kind together, and every byte is looked at. Started by mpirun.
#include <lanemark/fabric/run.hpp>

#include <cstdio>
#include <string>
#include <vector>

#include <lanemark/backend/host/host.hpp>
#include <lanemark/fabric/facts.hpp>
#include <lanemark/plan/machine_of.hpp>

using namespace lanemark;
using namespace lanemark::fabric;

namespace {
int wrong = 0;
int checks = 0;
void check(bool ok, std::string const& what) {
  ++checks;
  if (ok) return;
  ++wrong;
  std::printf("wrong: %s\n", what.c_str());
}

lane between(int a, int b) {
  lane l{device_end(0), device_end(0)};
  l.source.node = a, l.destination.node = b;
  return l;
}
/// The lanes of a mode among so many ranks; several lanes that enter and leave one node are among them.
std::vector<lane> lanes_of(std::string const& mode, int ranks) {
  if (mode == "single") return {between(1, 0)};  // not led by rank 0
  if (mode == "bidirectional") return {between(0, 1), between(1, 0)};
  std::vector<lane> all;
  for (int a = 0; a < ranks; ++a)
    for (int b = 0; b < ranks; ++b)
      if (a != b) all.push_back(between(a, b));
  return all;
}

std::vector<cell> cells_for(int ranks) {
  std::vector<cell> all;
  auto add = [&](cell c) {
    c.index = all.size();
    c.id = "ranks/t/" + std::to_string(c.index);
    c.direction = "node";
    c.lanes = lanes_of(c.mode, ranks);
    c.how.iterations = 3;
    c.how.wait = nanoseconds{20e9};
    all.push_back(c);
  };
  for (auto const* mode : {"single", "bidirectional", "parallel"})
    for (auto const* copy : {"send", "put", "shared"}) {
      for (std::size_t const size : {1U, 8U, 4096U, 100'001U})
        for (auto const* measure : {"latency", "bandwidth"})
          add({.measure = measure, .mode = mode, .size = {size}, .timer = "steady", .copy = copy});
      if (std::string(mode) == "single" && std::string(copy) != "put")
        add({.measure = "sync", .mode = mode, .timer = "steady", .copy = copy});
    }
  add({.measure = "sync", .mode = "single", .timer = "steady", .copy = "put"});          // there is none
  add({.measure = "latency", .mode = "single", .size = {8}, .timer = "no such timer"});  // likewise
  add({.measure = "bandwidth", .mode = "single", .size = {1U << 20U}, .timer = "steady", .copy = "auto"});
  return all;
}

void check_record(cell const& c, record const& r, bool has_shared) {
  auto const name = c.measure + " " + c.mode + " " + c.copy + " " + to_string(c.size) + ": " + r.reason;
  if (c.copy == "shared" && !has_shared) {
    check(r.status == outcome::skipped, name);
    return check(r.reason.find("without sm") != std::string::npos, name);
  }
  bool const none = (c.measure == "sync" && c.copy == "put") || c.timer == "no such timer";
  check(r.status == (none ? outcome::skipped : outcome::measured), name + std::string(name_of(r.status)));
  if (none) {
    check(r.reason.find("between nodes there is no") == 0, name);
    return;
  }
  check(r.samples.size() == 3, name);
  check(r.mechanism == (c.copy == "auto" ? "send" : c.copy), name + r.mechanism);
  check(r.lanes.size() == c.lanes.size(), name);
  for (auto const& l : r.lanes) check(l.summary && l.summary->median > 0, name + " lane");
  check(r.skew_ns == (c.lanes.size() > 1 ? -1 : 0), name + " skew");
}

/// Verification can fail: a destination that nothing was sent to is not taken for good.
void check_verification(workplace& w) {
  cell c{.measure = "latency", .direction = "node", .lanes = {between(0, 1)}, .size = {4096}, .timer = "steady"};
  c.copy = "send";
  if (place_among(members_of(c), w.ranks.rank()) < 0) return;
  auto const t = team::of(w, c);
  w.ranks.run(
      [&] {
        auto const opened = t->open(w.ranks.groups(), w.ranks.facts(), w.memory, w.local, w.here);
        check(!opened, "opens");
        if (opened) return;
        check(!t->mine->fill({.seed = 5}), "fills");
        auto const before = t->mine->check({.seed = 5});
        check(before.has_value(), "nothing has arrived yet, and nothing was answered");
        if (before) check(before->kind == fault::corrupt, before->text);
        t->play(1, 1);
        check(!t->mine->check({.seed = 5}), "it has arrived");
        check(t->mine->check({.seed = 6}).has_value(), "it is nothing else");
        close_share(t->mine);
      },
      nanoseconds{60e9});
}
}  // namespace

int main(int count, char** words) {
  bool const has_shared = count < 2 || std::string(words[1]) != "without-shared";
  auto const bound = drop_binding();
  auto joined = pod::join(nanoseconds{30e9});
  if (!joined) return std::puts(joined.error().text.c_str()), 1;
  auto& ranks = **joined;
  auto opened = host::open_all(on_host::granularity::core);
  if (!opened) return std::puts(opened.error().text.c_str()), 1;
  machine_of<host> local(std::move(*opened));
  workplace w{.ranks = ranks, .local = local, .here = local.describe()};
  auto facts = facts_of_here("/", w.here, bound);
  // more ranks than CPUs would be refused, rightly; what the lanes do is tested here and not how long it takes
  if (static_cast<std::size_t>(ranks.ranks()) > facts.allowed.size()) facts.machine = std::to_string(ranks.rank());
  for (auto const& text : ranks.meet(facts, nanoseconds{30e9})) check(false, text);
  std::atomic<bool> stop{false};
  check_verification(w);
  if (ranks.rank() == 0) {
    auto const cells = cells_for(ranks.ranks());
    record_collector keep;
    run(
        w, cells, [&](any_event const& e) { keep(e); }, stop);
    check(dismiss(ranks), "all go home");
    auto const records = keep.records();
    check(records.size() == cells.size(), "one record for each cell");
    for (std::size_t i = 0; i < records.size(); ++i) check_record(cells[i], records[i], has_shared);
  } else if (auto const trouble = serve(w, stop)) {
    check(false, trouble->text);
  }
  check(ranks.leave(nanoseconds{10e9}), "leaves in good order");
  if (ranks.rank() == 0 || wrong != 0) std::printf("rank %d: %d checks, %d wrong\n", ranks.rank(), checks, wrong);
  return wrong == 0 ? 0 : 1;
}
