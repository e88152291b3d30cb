// SPDX-License-Identifier: MIT
#include <lanemark/backend/rbln/api.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("rbln: names of codes") {
  CHECK(on_rbln::explain(1) == "RBLNRetCode_FAILURE (1)");
  CHECK(on_rbln::explain(2) == "RBLNRetCode_INVALID (2)");
  CHECK(on_rbln::explain(-22) == "RBLN error (-22)");
}
