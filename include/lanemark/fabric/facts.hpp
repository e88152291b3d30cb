// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <utility>
#include <vector>

#include <unistd.h>

#include <lanemark/backend/binding.hpp>
#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/say.hpp>
#include <lanemark/fabric/rank.hpp>
#include <lanemark/plan/inventory.hpp>

namespace lanemark::fabric {
/// What this process can say of itself. `root`: of the file system, "/" for the real one. `bound`: CPUs that the
/// launcher had left it.
inline rank_facts facts_of_here(std::string const& root, inventory const& here, std::vector<int> bound) {
  rank_facts f;
  auto const boot = read_text(say({root, root.ends_with('/') ? "" : "/", "proc/sys/kernel/random/boot_id"}));
  f.machine = boot.value_or("");
  while (f.machine.ends_with('\n')) f.machine.pop_back();
  f.process = static_cast<int>(getpid());
  f.bound = std::move(bound);
  f.allowed = cpus_of_thread();
  f.backend = here.backend;
  for (auto const& d : here.devices) {
    if (d.id < 0) continue;
    auto const at = static_cast<std::size_t>(d.id);
    if (f.device_cpus.size() <= at) f.device_cpus.resize(at + 1);
    f.device_cpus[at] = d.cpus;
  }
  return f;
}
}  // namespace lanemark::fabric
