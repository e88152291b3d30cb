// SPDX-License-Identifier: MIT
#include <lanemark/policy/request.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

static_assert(placement{} == placement{placement::wish::near, -1});

TEST_CASE("placements are spelt as scenario files spell them") {
  CHECK(to_string(placement{}) == "near");
  CHECK(to_string(placement{placement::wish::far}) == "far");
  CHECK(to_string(placement{placement::wish::none}) == "none");
  CHECK(to_string(placement{placement::wish::node, 12}) == "node:12");
}

TEST_CASE("a request without more asks for what most want") {
  request const r;
  CHECK(r.threads == 1);
  CHECK(r.huge_pages);
  CHECK(!r.cold);
  CHECK(r.semantics == "default");
  CHECK(r.priority == "normal");
  CHECK(r.cpus.empty());
}
