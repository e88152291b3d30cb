// SPDX-License-Identifier: MIT
#include <lanemark/backend/loader.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;

namespace {
constexpr char const* mathematics[] = {"libnosuch.so.9", "libm.so.6"};
constexpr char const* nothing[] = {"libnosuch.so.9", "libnorsuch.so"};
}  // namespace

TEST_CASE("the first library that opens is taken, and its path is told") {
  auto const l = library::open(mathematics);
  REQUIRE(l);
  CHECK(l->path().front() == '/');
  CHECK(l->path().find("libm.so.6") != std::string::npos);
  CHECK(!l->made_up());
}

TEST_CASE("none: the sentence lists what was tried and what the system said") {
  auto const l = library::open(nothing);
  REQUIRE(!l);
  CHECK(l.error().kind == fault::unsupported);
  CHECK(l.error().text.find("library not found: tried libnosuch.so.9, libnorsuch.so (") == 0);
  CHECK(l.error().text.find("cannot open shared object file") != std::string::npos);
}

TEST_CASE("a path is opened and nothing else") {
  CHECK(!library::open(mathematics, "/nonexistent/libm.so.6"));
  auto const no_library = library::open(mathematics, "/etc/passwd");
  REQUIRE(!no_library);
  CHECK(no_library.error().text.find("/etc/passwd") != std::string::npos);
}

TEST_CASE("a table of functions: the first required one that is missing is named") {
  auto const l = library::open(mathematics);
  REQUIRE(l);
  double (*cosine)(double) = nullptr;
  double (*none)(double) = nullptr;
  void (*other)() = nullptr;
  CHECK(!symbols(*l).required(cosine, "cos").optional(none, "no_such_function").done());
  REQUIRE(cosine);
  CHECK(cosine(0) == 1);
  CHECK(!none);
  auto const no = symbols(*l).required(cosine, "cos").required(none, "nothing_1").required(other, "nothing_2").done();
  REQUIRE(no);
  CHECK(no->text.find("has no nothing_1") != std::string::npos);
  CHECK(no->text.find("driver too old") == 0);
}
