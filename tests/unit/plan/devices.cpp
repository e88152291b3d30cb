// SPDX-License-Identifier: MIT
#include <lanemark/plan/devices.hpp>

#include <lanemark_catch2.hpp>
#include <lanemark_inventories.hpp>

using namespace lanemark;

namespace {
std::vector<int> chosen(std::vector<std::string> const& names, inventory const& inv,
                        std::vector<std::string>* texts = {}) {
  std::vector<problem> problems;
  auto const ids = choose_devices(names, inv, problems);
  for (auto const& p : problems)
    if (texts) texts->push_back(p.text);
  if (!texts) CHECK(problems.empty());
  return ids;
}
}  // namespace

TEST_CASE("devices by id, label, PCI address and UUID, in the order of the list") {
  auto const inv = gpu_machine({0, 2, 5});
  CHECK(chosen({}, inv) == std::vector<int>{0, 2, 5});
  CHECK(chosen({"all"}, inv) == std::vector<int>{0, 2, 5});
  CHECK(chosen({"5", "0"}, inv) == std::vector<int>{5, 0});
  CHECK(chosen({"gpu2"}, inv) == std::vector<int>{2});
  CHECK(chosen({"0000:05:00.0"}, inv) == std::vector<int>{5});
  CHECK(chosen({"05:00.0"}, inv) == std::vector<int>{5});
  CHECK(chosen({"gpu-2"}, inv) == std::vector<int>{2});
  CHECK(chosen({"all"}, gpu_machine({})).empty());
  auto upper = inv;
  upper.devices[1].pci = "0000:AF:00.0";
  CHECK(chosen({"0000:af:00.0"}, upper) == std::vector<int>{2});
}

TEST_CASE("unknown devices and repeated ones are all reported, with what there is") {
  std::vector<std::string> texts;
  auto const inv = gpu_machine({0, 2});
  CHECK(chosen({"1", "gpu2", "nope", "2"}, inv, &texts) == std::vector<int>{2});
  REQUIRE(texts.size() == 3);
  CHECK(texts[0] == "unknown device 1; backend cuda has 0 (gpu0), 2 (gpu2)");
  CHECK(texts[1] == "unknown device nope; backend cuda has 0 (gpu0), 2 (gpu2)");
  CHECK(texts[2] == "device 2 is chosen twice, as gpu2 and as 2");
  texts.clear();
  chosen({"0", "0"}, inv, &texts);
  CHECK(texts == std::vector<std::string>{"device 0 is chosen twice"});
  texts.clear();
  chosen({"0"}, gpu_machine({}), &texts);
  CHECK(texts == std::vector<std::string>{"unknown device 0; backend cuda has no device"});
}

TEST_CASE("a long list of devices is cut and says how many there are") {
  std::vector<int> ids;
  for (int i = 0; i < 384; ++i) ids.push_back(i);
  auto const text = unknown_device("x", gpu_machine(ids)).text;
  CHECK(text.size() < 400);
  CHECK(text.ends_with(", 15 (gpu15), ... (384 devices)"));
}

TEST_CASE("a device is found by id, with and without gaps") {
  auto const inv = gpu_machine({0, 2, 5});
  CHECK(find_device(inv, 2)->label == "gpu2");
  CHECK(find_device(inv, 1) == nullptr);
  CHECK(find_device(inv, -1) == nullptr);
  CHECK(find_device(inv, 99) == nullptr);
}
