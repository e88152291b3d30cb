// SPDX-License-Identifier: MIT
// Lanes between two ranks against plain MPI loops, batch by batch in the same two processes. Started by mpirun -n 2.
#include <lanemark/fabric/run.hpp>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <lanemark/backend/host/host.hpp>
#include <lanemark/fabric/facts.hpp>
#include <lanemark/plan/machine_of.hpp>

#include "../paired.hpp"

using namespace lanemark;

namespace {
constexpr nanoseconds ages{600e9};
constexpr std::size_t pairs = 41;

/// The loops of a plain program, on the memory and the window of the cell that they stand beside: on this kind of CPU a
/// memcpy of 4 KiB takes 0.08 or 1.2 us by nothing but where its two buffers lie, and that is not what is compared.
struct plain_side {
  MPI_Comm comm = MPI_COMM_WORLD;
  int me = 0;
  std::byte *out = nullptr, *in = nullptr;
  MPI_Win win = MPI_WIN_NULL;

  void use(fabric::share& s) {
    auto const& e = s.ends.front();
    MPI_Comm_rank(comm, &me);
    out = e.out ? e.data : e.back;
    in = e.out ? e.back : e.data;
    if (s.window) win = s.window->win;
  }
  /// All are here, and rank 1 waits for the first byte.
  void meet() const {
    char token = 0;
    MPI_Barrier(comm);
    if (me == 0)
      MPI_Send(&token, 1, MPI_CHAR, 1, 9, comm), MPI_Recv(&token, 1, MPI_CHAR, 1, 9, comm, MPI_STATUS_IGNORE);
    if (me == 1)
      MPI_Recv(&token, 1, MPI_CHAR, 0, 9, comm, MPI_STATUS_IGNORE), MPI_Send(&token, 1, MPI_CHAR, 0, 9, comm);
  }
  void ping(int size, std::size_t n) {
    for (; n != 0; --n)
      if (me == 0) {
        MPI_Send(out, size, MPI_CHAR, 1, 1, comm);
        MPI_Recv(in, size, MPI_CHAR, 1, 1, comm, MPI_STATUS_IGNORE);
      } else {
        MPI_Recv(in, size, MPI_CHAR, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(out, size, MPI_CHAR, 0, 1, comm);
      }
  }
  void stream(int size, std::size_t n) {
    MPI_Request posted[64];
    char token = 0;
    for (; n != 0; n -= std::min<std::size_t>(n, 64)) {
      auto const now = static_cast<int>(std::min<std::size_t>(n, 64));
      for (int k = 0; k < now; ++k)
        if (me == 0)
          MPI_Isend(out, size, MPI_CHAR, 1, 2, comm, posted + k);
        else
          MPI_Irecv(in, size, MPI_CHAR, 0, 2, comm, posted + k);
      MPI_Waitall(now, posted, MPI_STATUSES_IGNORE);
      if (me == 0)
        MPI_Recv(&token, 1, MPI_CHAR, 1, 3, comm, MPI_STATUS_IGNORE);
      else
        MPI_Send(&token, 1, MPI_CHAR, 0, 3, comm);
    }
  }
  void put(int size, std::size_t n, std::size_t ahead) {
    if (me != 0) return;
    for (; n != 0; n -= std::min(n, ahead)) {
      for (std::size_t k = 0; k < std::min(n, ahead); ++k) MPI_Put(out, size, MPI_CHAR, 1, 0, size, MPI_CHAR, win);
      MPI_Win_flush(1, win);
    }
  }
};

struct row {
  std::string measure, copy;
  std::size_t size, turns;
  char const* bar;
};

/// One row: a cell opened on both ranks, its batches in turn with those of the plain loop.
void compare(fabric::workplace& w, plain_side& plain, row const& r) {
  cell c{.measure = r.measure, .direction = "node", .size = {r.size}, .copy = r.copy};
  c.lanes = {{device_end(0), device_end(1)}};
  c.lanes[0].source.node = 0, c.lanes[0].destination.node = 1;
  auto const t = fabric::team::of(w, c);
  status wrong{};
  paired::ratio ratio{};
  w.ranks.run(
      [&] {
        wrong = t->open(w.ranks.groups(), w.ranks.facts(), w.memory, w.local, w.here);
        if (wrong) return;
        (void)t->mine->fill({});
        plain.use(*t->mine);
        auto const ours = [&] { return t->play(1, r.turns).front(); };
        auto const theirs = [&] {
          plain.meet();
          auto const size = static_cast<int>(r.size);
          auto const ns = paired::plain_ns([&] {
            if (r.copy == "put") return plain.put(size, r.turns, r.measure == "latency" ? 1 : 64);
            r.measure == "latency" ? plain.ping(size, r.turns) : plain.stream(size, r.turns);
          });
          plain.meet();  // lets a target work until all has landed
          return ns;
        };
        ratio = r.measure == "latency" ? paired::of(pairs, ours, theirs) : paired::of(pairs, theirs, ours);
        fabric::close_share(t->mine);
      },
      ages);
  if (w.ranks.rank() != 0) return;
  auto const name = r.copy + " " + r.measure + " " + to_string(bytes{r.size}) + " / plain MPI";
  if (wrong) return void(std::printf("%-52s %s\n", name.c_str(), wrong->text.c_str()));
  auto const turns = static_cast<double>(r.turns) * (r.measure == "latency" && r.copy == "send" ? 2 : 1);
  char sides[100];
  if (r.measure == "latency")
    std::snprintf(sides, sizeof sides, "%.3f against %.3f us", ratio.first / turns / 1e3, ratio.second / turns / 1e3);
  else
    std::snprintf(sides, sizeof sides, "%.2f against %.2f GB/s", static_cast<double>(r.size) * turns / ratio.second,
                  static_cast<double>(r.size) * turns / ratio.first);
  paired::print(name, ratio, r.bar, sides);
}
}  // namespace

int main() {
  auto const bound = drop_binding();
  auto joined = fabric::pod::join(nanoseconds{30e9});
  if (!joined) return std::puts(joined.error().text.c_str()), 1;
  auto opened = host::open_all(on_host::granularity::core);
  if (!opened) return std::puts(opened.error().text.c_str()), 1;
  machine_of<host> local(std::move(*opened));
  auto& ranks = **joined;
  fabric::workplace w{.ranks = ranks, .local = local, .here = local.describe()};
  for (auto const& text : ranks.meet(fabric::facts_of_here("/", w.here, bound), nanoseconds{30e9}))
    return std::puts(text.c_str()), 1;
  if (ranks.ranks() != 2 || w.here.devices.size() < 2)
    return ranks.rank() == 0 ? std::puts("needs two ranks (mpirun -n 2) and two CPUs") : 0, 0;
  plain_side plain;
  std::vector<row> rows;
  for (auto const& [size, turns] :
       {std::pair<std::size_t, std::size_t>{8, 1000}, {512, 1000}, {4096, 500}, {65536, 100}, {1U << 20U, 20}})
    rows.push_back({"latency", "send", size, turns, "<= 1.10"});
  for (auto const& [size, turns] :
       {std::pair<std::size_t, std::size_t>{8, 5000}, {64, 5000}, {4096, 1000}, {65536, 100}, {1U << 20U, 20}})
    rows.push_back({"latency", "put", size, turns, size < 64 ? "<= 1.50" : "<= 1.10"});
  for (auto const* copy : {"send", "put"})
    for (auto const& [size, turns] : {std::pair<std::size_t, std::size_t>{65536, 256}, {1U << 20U, 64}})
      rows.push_back({"bandwidth", copy, size, turns, ">= 0.95"});
  for (auto const& r : rows) compare(w, plain, r);
  return ranks.leave(nanoseconds{10e9}) ? 0 : 1;
}
