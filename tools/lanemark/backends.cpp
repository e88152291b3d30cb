// SPDX-License-Identifier: MIT
#include "backends.hpp"

#include "backend_host.hpp"

namespace lanemark::tool {
build_features features() { return {.backends = {"host"}}; }

result<std::unique_ptr<machine>> open_machine(target const& wanted) {
  if (wanted.backend == "auto" || wanted.backend == "host") return open_host_machine(wanted.granularity);
  return problem{fault::invalid, "backend " + wanted.backend + " is not available in this build; available is host"};
}

std::vector<report::backend_line> list_backends() {
  std::vector<report::backend_line> all;
  auto const here = open_host_machine("auto");
  if (here)
    all.push_back({"host", "ready", (*here)->describe().devices.size(), {}});
  else
    all.push_back({"host", "absent", 0, here.error().text});
  for (auto const* name : {"sim", "opencl", "cuda", "hip", "level-zero", "ascend", "rbln"})
    all.push_back({name, "not built", 0, "not available in this build"});
  return all;
}
}  // namespace lanemark::tool
