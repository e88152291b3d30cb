// SPDX-License-Identifier: MIT
#include <lanemark/report/json_environment.hpp>

#include <made_up_machine.hpp>
#include <lanemark/run/environment_read.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using report::json;

TEST_CASE("the environment as JSON: base units, numbers as numbers") {
  made_up_root const root;
  write_two_socket_machine(root);
  auto const j = report::environment_json(read_environment({.root = root.path()}));
  std::vector<std::string> keys;
  for (auto const& [key, value] : j.items()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"fingerprint", "fingerprint_hash", "cpu", "memory", "clock", "system",
                                         "limits", "iommu", "accelerators", "warnings"});
  CHECK(j["cpu"]["sockets"] == 2);
  CHECK(j["cpu"]["most_hz"] == 3800000000u);
  CHECK(j["cpu"]["caches"][2] == json{{"level", 3}, {"size", 33554432}, {"shared_by", 4}});
  CHECK(j["memory"]["installed"] == 343597383680u);
  CHECK(j["memory"]["nodes"][2].dump() == R"({"id":3,"cpus":[],"memory":68719476736,"distances":[17,28,10]})");
  CHECK(j["memory"]["huge_pages"][0] == json{{"page", 2097152}, {"pages", 512}, {"free", 500}});
  CHECK(j["limits"]["cpu_quota"] == 3.5);
  CHECK(j["limits"]["cpus"] == json{0, 1, 2, 3});
  CHECK(j["system"]["c_library"].is_null());
  CHECK(j["iommu"].dump() == R"({"on":true,"domains":["DMA-FQ"]})");
  CHECK(j["warnings"].size() == 17);
  CHECK(j["warnings"][0]["thing"] == "clock");

  auto const& a = j["accelerators"][1];
  CHECK(a["pci"] == "0000:04:00.0");
  CHECK(a["product"] == "RBLN-CA25");
  CHECK(a["firmware"].is_null());
  CHECK(a["path"] == json{"0000:00:01.1", "0000:01:00.0", "0000:02:01.0"});
  CHECK(a["link_now"]["gt_per_s"] == 32.0);
  CHECK(a["link_now"]["width"] == 8);
  CHECK(a["link_now"]["bytes_per_s"] == Approx(31507692307.692308));
  CHECK(a["link_now"]["upper"] == "0000:02:01.0");
  CHECK(a["link_most"]["width"] == 16);
  CHECK(a["max_payload"] == 256);
  CHECK(j["accelerators"][4]["link_now"].is_null());
  CHECK(j["accelerators"][4]["numa"].is_null());
  CHECK(j["accelerators"][4]["link_whole"] == false);
}

TEST_CASE("unknown is null, and so is every number that JSON cannot hold") {
  environment e;
  e.load = std::numeric_limits<double>::quiet_NaN();
  e.memory.total = UINT64_MAX;
  auto const j = report::environment_json(e);
  for (auto key : {"vendor", "model", "sockets", "cores", "boost", "most_hz", "load"}) CHECK(j["cpu"][key].is_null());
  CHECK(j["memory"]["total"] == "18446744073709551615");
  CHECK(j["memory"]["installed"].is_null());
  CHECK(j["clock"]["tsc_invariant"].is_null());
  CHECK(j["limits"]["cpus"].is_null());
  CHECK(j["iommu"]["on"].is_null());
  CHECK(j["accelerators"] == json::array());
}
