// SPDX-License-Identifier: MIT
#include "backends.hpp"

#include "backend_host.hpp"
#include "backend_sim.hpp"

namespace lanemark::tool {
build_features features() { return {.backends = {"host", "sim"}, .test_cases = true, .models = true, .groups = true}; }

result<std::unique_ptr<machine>> open_machine(target const& wanted) {
  if (wanted.backend == "auto" || wanted.backend == "host") return open_host_machine(wanted.granularity);
  if (wanted.backend == "sim") return open_sim_machine(wanted.model, wanted.group);
  return problem{fault::invalid,
                 "backend " + wanted.backend + " is not available in this build; available are host, sim"};
}

std::vector<report::backend_line> list_backends() {
  std::vector<report::backend_line> all;
  auto const here = open_host_machine("auto");
  if (here)
    all.push_back({"host", "ready", (*here)->describe().devices.size(), {}});
  else
    all.push_back({"host", "absent", 0, here.error().text});
  all.push_back({"sim", "ready", 0, "made-up devices of a model; `lanemark list models` names them"});
  for (auto const* name : {"opencl", "cuda", "hip", "level-zero", "ascend", "rbln"})
    all.push_back({name, "not built", 0, "not available in this build"});
  return all;
}
}  // namespace lanemark::tool
