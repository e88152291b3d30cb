// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include <lanemark/fabric/launcher.hpp>
#include <lanemark/plan/machine.hpp>

namespace lanemark::tool {
/// How this process was started: by a launcher as one of several ranks, or alone.
fabric::launch const& launched();
/// CPUs this process was started on. The first call drops a binding that the launcher chose by itself (the first core
/// of every host, as a rule): lanemark pins its own threads near the devices they serve.
std::vector<int> const& bound_cpus();
/// A machine with as many nodes as there are ranks; a made-up machine brings its own nodes.
inventory inventory_of(inventory here);
}  // namespace lanemark::tool
