// SPDX-License-Identifier: MIT
#include <lanemark/backend/ascend/api.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("ascend: meanings of codes") {
  CHECK(on_ascend::explain(207004) == "no device (ACL error 207004)");
  CHECK(on_ascend::explain(507901) == "the connection between host and device is gone (ACL error 507901)");
  CHECK(on_ascend::explain(123) == "ACL error 123");
  CHECK(on_ascend::explain(-1) == "ACL error -1");
}
