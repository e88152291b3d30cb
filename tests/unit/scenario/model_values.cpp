// SPDX-License-Identifier: MIT
#include <lanemark/scenario/model_values.hpp>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

namespace {
/// The value of `x` in a one-line document, and a reader that collects what is wrong with it.
struct reading {
  parsed document;
  std::vector<located> problems{};
  lanemark::detail::model_values v{problems};
  explicit reading(std::string const& value) : document(parse_text("x = " + value, "f")) {}
  node const& x() const { return *document.root.find("x"); }
  std::string said() const { return problems.empty() ? "" : to_string(problems.front()); }
};
}  // namespace

TEST_CASE("times become ns, rates bytes per ns, sizes bytes, shares ratios", "[model]") {
  struct row {
    char const* text;
    double wanted;
  };
  for (auto const& [text, wanted] : {row{"\"53.1 us\"", 53'100}, {"\"2ns\"", 2}, {"\"1 ms\"", 1e6}}) {
    reading r(text);
    CHECK(*r.v.time(r.x(), "t") == Approx(wanted));
  }
  for (auto const& [text, wanted] : {row{"\"57.3 GB/s\"", 57.3}, {"\"8 Gb/s\"", 1}, {"\"0\"", 0}}) {
    reading r(text);
    CHECK(*r.v.rate(r.x(), "t") == Approx(wanted));
  }
  for (auto const& [text, wanted] : {row{"\"4KiB\"", 4096}, {"512", 512}}) {
    reading r(text);
    CHECK(static_cast<double>(*r.v.size(r.x(), "t")) == wanted);
  }
  reading r("\"0.5%\"");
  CHECK(*r.v.share(r.x(), "t") == Approx(0.005));
}

TEST_CASE("wrong types and units are refused with an example", "[model]") {
  auto check = [](char const* text, auto read, char const* says) {
    reading r(text);
    INFO(text);
    CHECK_FALSE(read(r));
    CHECK(r.said().starts_with(says));
    CHECK(r.problems.size() == 1);
  };
  check(
      "5", [](reading& r) { return r.v.time(r.x(), "t"); },
      "f:1:5: error: t must be a string such as \"2.76 us\", not a whole number");
  check(
      "\"5\"", [](reading& r) { return r.v.time(r.x(), "t"); }, "f:1:5: error: t: ");
  check(
      "\"5 GB\"", [](reading& r) { return r.v.rate(r.x(), "t"); }, "f:1:5: error: t: ");
  check(
      "[\"5 GB/s\"]", [](reading& r) { return r.v.rate(r.x(), "t"); },
      "f:1:5: error: t must be a string such as \"57.3 GB/s\", not a list");
  check(
      "0", [](reading& r) { return r.v.size(r.x(), "t"); }, "f:1:5: error: t must be a string");
  check(
      "-5", [](reading& r) { return r.v.size(r.x(), "t"); }, "f:1:5: error: t must be a string");
  check(
      "\"4MB\"", [](reading& r) { return r.v.size(r.x(), "t"); }, "f:1:5: error: t: \"4MB\" is ambiguous");
  check(
      "0.5", [](reading& r) { return r.v.share(r.x(), "t"); }, "f:1:5: error: t must be a string such as \"0.5%\"");
  check(
      "true", [](reading& r) { return r.v.text(r.x(), "t"); }, "f:1:5: error: t must be a string, not true or false");
  check(
      "1.5", [](reading& r) { return r.v.whole(r.x(), "t", 0, 9); },
      "f:1:5: error: t must be a whole number from 0 to 9, not 1.5");
  check(
      "10", [](reading& r) { return r.v.whole(r.x(), "t", 0, 9); },
      "f:1:5: error: t must be a whole number from 0 to 9, not 10");
  check(
      "-0.5", [](reading& r) { return r.v.number(r.x(), "t"); },
      "f:1:5: error: t must be a number of at least 0, not -0.5");
  check(
      "inf", [](reading& r) { return r.v.number(r.x(), "t"); }, "f:1:5: error: t must be a number of at least 0");
  check(
      "nan", [](reading& r) { return r.v.number(r.x(), "t"); }, "f:1:5: error: t must be a number of at least 0");
  check(
      "\"1\"", [](reading& r) { return r.v.number(r.x(), "t"); }, "f:1:5: error: t must be a number of at least 0");
}

TEST_CASE("a table holds known keys", "[model]") {
  reading good("{ one = 1, two = 2 }"), near("{ oen = 1 }"), far("{ qqqqqqqq = 1 }"), none("5");
  CHECK(good.v.table(good.x(), "T", {"one", "two"}));
  CHECK(good.problems.empty());
  CHECK(near.v.table(near.x(), "T", {"one", "two"}));
  CHECK(near.said() == "f:1:7: error: unknown key \"oen\" in T; did you mean \"one\"?");
  CHECK(far.v.table(far.x(), "T", {"one", "two"}));
  CHECK(far.said() == "f:1:7: error: unknown key \"qqqqqqqq\" in T; known are one, two");
  CHECK_FALSE(none.v.table(none.x(), "T", {"one"}));
  CHECK(none.said() == "f:1:5: error: T must be a table, not a whole number");
}

TEST_CASE("one value or a list, wrong ones left out", "[model]") {
  auto ints = [](char const* text, std::size_t problems) {
    reading r(text);
    auto const all = r.v.list<int>(r.x(), [&](node const& n) { return r.v.whole(n, "t", 0, 9); });
    CHECK(r.problems.size() == problems);
    return all;
  };
  CHECK(ints("5", 0) == std::vector<int>{5});
  CHECK(ints("[5, 1]", 0) == std::vector<int>{5, 1});
  CHECK(ints("[5, 10, \"x\"]", 2) == std::vector<int>{5});
  CHECK(ints("[]", 1).empty());
}

TEST_CASE("figures: one, one a device, or a square", "[model]") {
  auto rows = [](char const* text, char const* says) {
    reading r(text);
    auto const f = r.v.figures(r.x(), "t", 2, [&](node const& n) { return r.v.number(n, "t"); });
    INFO(text);
    CHECK(r.said() == says);
    return f.rows;
  };
  using matrix = std::vector<std::vector<double>>;
  CHECK(rows("5", "") == matrix{{5}});
  CHECK(rows("[5, 6]", "") == matrix{{5, 6}});
  CHECK(rows("[[1, 2], [3, 4]]", "") == matrix{{1, 2}, {3, 4}});
  CHECK(rows("[[1, 2], [3]]", "") == matrix{{1, 2}, {3}});
  (void)rows("[1, 2, 3]", "f:1:5: error: t has 3 figures in a row, and there are 2 devices");
  (void)rows("[[1, 2, 3], [1, 2]]", "f:1:6: error: t has 3 figures in a row, and there are 2 devices");
  (void)rows("[[1, 2], 3]", "f:1:14: error: t must be rows of figures");
  (void)rows("[[1, 2], [1, 2], [1, 2]]", "f:1:5: error: t has 3 rows, and there are 2 devices");
}

TEST_CASE("a square has as many rows as columns as devices", "[model]") {
  auto said = [](char const* text, bool good) {
    reading r(text);
    CHECK(r.v.square(r.x(), "t", 2) == good);
    return r.said();
  };
  CHECK(said("[[1, 2], [3, 4]]", true).empty());
  CHECK(said("[[1, 2], [3]]", false) ==
        "f:1:5: error: t must be square, 2 rows of 2, one for each device; it has 2 rows, one of 1 figures");
  CHECK(said("[[1, 2]]", false) == "f:1:5: error: t must be square, 2 rows of 2, one for each device; it has 1 rows");
  CHECK(said("[1, 2]", false) ==
        "f:1:5: error: t must be square, 2 rows of 2, one for each device; it has 2 rows, one of 0 figures");
}
