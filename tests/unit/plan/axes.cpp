// SPDX-License-Identifier: MIT
#include <lanemark/plan/axes.hpp>

#include <string>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

TEST_CASE("which axes a cell has") {
  auto const host = host_machine(2), gpus = gpu_machine({0, 1}), sim = sim_machine(2);
  struct row {
    char const* axis;
    cell_kind kind;
    bool on_host, on_gpus, on_sim;
  };
  cell_kind const up{"bandwidth", "h2d", "single"}, down{"latency", "d2h", "single"},
      peers{"bandwidth", "d2d", "single"}, sync{"sync", "d2d", "single"}, nodes{"bandwidth", "node", "single"},
      node_sync{"sync", "node", "single"}, mixed{"bandwidth", "h2d+d2h", "parallel"},
      both{"bandwidth", "h2d", "bidirectional"};
  for (auto const& r : {row{"measure", sync, true, true, true},
                        row{"timer", nodes, true, true, true},
                        row{"size", up, true, true, true},
                        row{"size", sync, false, false, false},
                        row{"mode", sync, false, false, false},
                        row{"together", mixed, true, true, true},
                        row{"together", up, false, false, false},
                        row{"nodes", nodes, true, true, true},
                        row{"nodes", peers, false, false, false},
                        row{"affinity", up, true, true, true},
                        row{"affinity", peers, true, false, false},
                        row{"affinity", sync, false, false, false},
                        row{"affinity", nodes, false, false, false},
                        row{"affinity", mixed, true, true, true},
                        row{"issuer", peers, true, true, true},
                        row{"issuer", up, true, false, true},
                        row{"issuer", down, true, false, true},
                        row{"issuer", sync, false, false, false},
                        row{"issuer", nodes, false, false, false},
                        row{"source_chiplet", up, false, false, false},
                        row{"source_chiplet", down, true, true, true},
                        row{"source_chiplet", both, true, true, true},
                        row{"source_chiplet", sync, true, true, true},
                        row{"destination_chiplet", up, true, true, true},
                        row{"destination_chiplet", down, false, false, false},
                        row{"destination_chiplet", nodes, true, true, true},
                        row{"semantics", peers, true, true, true},
                        row{"semantics", sync, false, false, false},
                        row{"cache", up, true, false, false},
                        row{"cache", sync, false, false, false},
                        row{"copy", down, true, false, false},
                        row{"copy", nodes, true, true, false},
                        row{"copy", node_sync, true, true, false},
                        row{"protocol", node_sync, false, false, false},
                        row{"protocol", sync, true, false, false},
                        row{"protocol", up, false, false, false},
                        row{"threads", up, true, false, false},
                        row{"threads", down, false, false, false}}) {
    INFO(r.axis << " " << r.kind.measure << " " << r.kind.direction << " " << r.kind.mode);
    CHECK(applies(r.axis, r.kind, host) == r.on_host);
    CHECK(applies(r.axis, r.kind, gpus) == r.on_gpus);
    CHECK(applies(r.axis, r.kind, sim) == r.on_sim);
  }
}
