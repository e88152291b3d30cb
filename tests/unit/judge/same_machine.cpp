// SPDX-License-Identifier: MIT
#include <lanemark/judge/same_machine.hpp>

#include <made_up_nights.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
night base() {
  auto n = made_up::nights(2).at(1);
  n.fingerprint = "f";
  n.scenario_hash = "h";
  n.facts = {{fact_class::identity, "cpu.model", "A"},
             {fact_class::identity, "pci.0000:00:00.0", "10de:2335"},
             {fact_class::environment, "system.kernel", "6.1"},
             {fact_class::informative, "load", "0.1"}};
  return n;
}
using texts = std::vector<std::string>;
}  // namespace

TEST_CASE("what makes another machine, and what another environment") {
  struct row {
    char const* what;
    void (*change)(night&);
    texts identity, environment;
  };
  row const rows[] = {
      {"nothing", [](night&) {}, {}, {}},
      {"cpu", [](night& n) { n.facts[0].value = "B"; }, {"cpu.model was A, is B"}, {}},
      {"a fact that one side does not know",
       [](night& n) { n.facts[0].value = "unknown"; },
       {},
       {"cpu.model was A, is unknown"}},
      {"kernel", [](night& n) { n.facts[2].value = "6.2"; }, {}, {"system.kernel was 6.1, is 6.2"}},
      {"load", [](night& n) { n.facts[3].value = "9"; }, {}, {}},
      {"backend", [](night& n) { n.backend = "hip"; }, {"backend was cuda, is hip"}, {}},
      {"simulated",
       [](night& n) { n.simulated = true; },
       {"simulated figures cannot be held against measured ones"},
       {}},
      {"scenario", [](night& n) { n.scenario = "x"; }, {"scenario was s, is x"}, {}},
      {"scenario file", [](night& n) { n.scenario_hash = "i"; }, {}, {"the scenario file changed"}},
      {"version", [](night& n) { n.version = "2"; }, {}, {"lanemark was 1, is 2"}},
      {"a lost card", [](night& n) { n.devices.pop_back(), n.facts.erase(n.facts.begin() + 1); }, {}, {}},
      {"all cards",
       [](night& n) { n.devices[0].pci = "x", n.devices[1].pci = "y"; },
       {"no device of the base is there any more"},
       {}},
      {"facts unknown",
       [](night& n) { n.facts.clear(), n.fingerprint = "g"; },
       {"the machine's fingerprint was f, is g"},
       {}},
  };
  for (auto const& r : rows) {
    INFO(r.what);
    auto now = base();
    r.change(now);
    auto const d = compare_machines(base(), now);
    CHECK(d.identity == r.identity);
    CHECK(d.environment == r.environment);
  }
}

TEST_CASE("another product in a slot is another machine") {
  auto was = base(), is = base();
  was.devices[1].product = "A", is.devices[1].product = "B";
  CHECK(compare_machines(was, is).identity == texts{"device 1 (d1, 0000:01:00.0) is a B and was a A"});
}

TEST_CASE("a simulated machine is its devices, wherever it was computed") {
  auto was = base(), is = base();
  was.simulated = is.simulated = true;
  is.facts[0].value = "B", is.fingerprint = "g";
  CHECK(compare_machines(was, is).identity.empty());
  CHECK(compare_machines(was, is).environment.empty());
}
