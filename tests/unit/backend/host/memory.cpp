// SPDX-License-Identifier: MIT
#include <lanemark/backend/host/memory.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::on_host;

namespace {
constexpr std::size_t mib = 1 << 20;
std::shared_ptr<buffer> leased(pool& p, std::size_t size, bool huge = false, int node = -1) {
  auto b = p.lease(size, node, huge, {});
  REQUIRE(b);
  return *b;
}
}  // namespace

TEST_CASE("a buffer is touched, whole huge pages long, and aligned to them") {
  auto const p = std::make_shared<pool>();
  auto const b = leased(*p, 5000);
  CHECK(b->room == 2 * mib);
  CHECK(reinterpret_cast<std::uintptr_t>(b->data) % (2 * mib) == 0);
  for (std::size_t i = 0; i < b->room; i += 4096) CHECK(b->data[i] == std::byte{1});
  CHECK((b->pages == "small" || b->pages.empty()));  // huge ones were not asked for
  CHECK(leased(*p, 0)->room == 2 * mib);
  CHECK(leased(*p, 2 * mib)->room == 2 * mib);
  CHECK(leased(*p, 2 * mib + 1)->room == 4 * mib);
  auto const huge = leased(*p, 4 * mib, true);
  CHECK((huge->pages.empty() || huge->pages == "huge" || huge->pages == "small" || huge->pages == "mixed"));
}

TEST_CASE("what is given back serves requests of its size and below") {
  auto const p = std::make_shared<pool>();
  std::byte *first, *second;
  {
    auto const a = leased(*p, 4 * mib), b = leased(*p, 2 * mib);
    first = a->data, second = b->data;
    CHECK(first != second);
    a->data[0] = std::byte{99};
  }
  {
    auto const c = leased(*p, 3 * mib);
    CHECK(c->data == first);
    CHECK(c->room == 4 * mib);
    CHECK(c->data[0] == std::byte{99});  // not touched anew
  }
  CHECK(leased(*p, 1)->data == second);  // the smallest that fits
}

TEST_CASE("other pages or another node are another buffer") {
  auto const p = std::make_shared<pool>();
  std::byte* small;
  {
    auto const b = leased(*p, 2 * mib, false);
    small = b->data;
  }
  auto const huge = leased(*p, 2 * mib, true);
  CHECK(huge->data != small);
  CHECK(huge->huge);
  CHECK(leased(*p, 2 * mib, false)->data == small);
}

TEST_CASE("a larger request drops the spares that it will serve as well") {
  auto const p = std::make_shared<pool>();
  leased(*p, 4 * mib);
  leased(*p, 8 * mib);
  CHECK(leased(*p, 1)->room == 8 * mib);  // the buffer of 4 MiB is gone
}

TEST_CASE("a buffer outlives the pool's other owners") {
  auto p = std::make_shared<pool>();
  auto b = leased(*p, 1);
  p.reset();
  b->data[b->room - 1] = std::byte{1};
  b.reset();
}

TEST_CASE("out of memory is a sentence that names the size and what there is") {
  auto const p = std::make_shared<pool>();
  auto const none = p->lease(std::size_t{1} << 46, -1, true, {});
  REQUIRE(!none);
  CHECK(none.error().kind == fault::failed);
  CHECK(none.error().text.find("out of memory: a buffer of 64TiB does not fit, ") == 0);
  CHECK(none.error().text.find(" are available; lower `size` or free memory") != std::string::npos);
  auto const absurd = p->lease(~std::size_t{0}, -1, true, {});
  REQUIRE(!absurd);
  CHECK(absurd.error().text.find("out of memory: a buffer of 18446744073709551615B cannot be had") == 0);
}

TEST_CASE("a node that is not there costs a warning, not the buffer") {
  auto const p = std::make_shared<pool>();
  auto const b = p->lease(1, 40, false, {});
  REQUIRE(b);
  CHECK(!(*b)->warning.empty());
}
