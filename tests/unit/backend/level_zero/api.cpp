// SPDX-License-Identifier: MIT
#include <lanemark/backend/level_zero/api.hpp>

#include <cstddef>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_level_zero;

// Layouts of ze_api.h of version 1.8.12 on a machine with pointers of 8 bytes.
static_assert(sizeof(device_properties) == 368 && offsetof(device_properties, timer_frequency) == 80 &&
              offsetof(device_properties, uuid) == 96 && offsetof(device_properties, name) == 112);
static_assert(sizeof(memory_properties) == 296 && offsetof(memory_properties, size) == 32);
static_assert(sizeof(pci_properties) == 48 && offsetof(pci_properties, generation) == 32);
static_assert(sizeof(queue_group) == 40 && offsetof(queue_group, queues) == 32);
static_assert(sizeof(queue_description) == 40 && offsetof(queue_description, priority) == 32);
static_assert(sizeof(context_description) == 24 && sizeof(pool_description) == 24);
static_assert(sizeof(event_description) == 32 && sizeof(memory_description) == 24 && sizeof(timestamps) == 32);

TEST_CASE("level-zero: names of results") {
  CHECK(explain(0x78000001) == "ZE_RESULT_ERROR_UNINITIALIZED (0x78000001)");
  CHECK(explain(0x70000001) == "ZE_RESULT_ERROR_DEVICE_LOST (0x70000001)");
  CHECK(explain(1) == "ZE_RESULT_NOT_READY (0x1)");
  CHECK(explain(0x7ff00001) == "Level Zero result 0x7ff00001");
  CHECK(explain(0) == "Level Zero result 0x0");
}
