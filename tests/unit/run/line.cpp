// SPDX-License-Identifier: MIT
#include <lanemark/run/line.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <lanemark/run/wire_types.hpp>

#include <lanemark_catch2.hpp>

using namespace lanemark;
using namespace lanemark::wire;

namespace {
/// What stands before the check sum.
std::string fields(std::string const& line) {
  REQUIRE(!line.empty());
  REQUIRE(line.back() == '\n');
  auto const got = checked(std::string_view(line).substr(0, line.size() - 1));
  REQUIRE(got);
  return std::string(*got);
}
}  // namespace

TEST_CASE("a line is text with tabs between its fields") {
  CHECK(fields(to_line("word", 7, -2.5, true, std::string("a b"), outcome::timed_out)) == "word\t7\t-2.5\t1\ta b\t3");
  CHECK(fields(to_line("none")) == "none");
  CHECK(fields(to_line("list", std::vector<int>{4, 5})) == "list\t2\t4\t5");
  CHECK(fields(to_line("maybe", std::optional<double>{}, std::optional<double>{1})) == "maybe\t0\t1\t1");
}

TEST_CASE("any text comes back from a line as it was") {
  for (auto const& text : {std::string(), std::string("\t\n\r\\"), std::string("a\0b", 3), std::string("\\t"),
                           std::string("\xff\xc3\xa9"), std::string("tab\tand back\\slash\n")}) {
    auto const line = to_line("x", text, std::string("next"));
    CHECK(std::count(line.begin(), line.end(), '\n') == 1);
    std::string got, next;
    REQUIRE(from_line(fields(line), got, next));
    CHECK(got == text);
    CHECK(next == "next");
  }
}

TEST_CASE("numbers come back from a line as they were") {
  auto const biggest = std::numeric_limits<std::uint64_t>::max();
  for (double const x : {0.1, -0.0, 5e-324, 1.7976931348623157e308, std::numeric_limits<double>::infinity()}) {
    double got = 1;
    std::uint64_t n = 0;
    REQUIRE(from_line(fields(to_line("x", x, biggest)), got, n));
    CHECK(got == x);
    CHECK(std::signbit(got) == std::signbit(x));
    CHECK(n == biggest);
  }
  double got = 1;
  REQUIRE(from_line(fields(to_line("x", std::numeric_limits<double>::quiet_NaN())), got));
  CHECK(std::isnan(got));
}

TEST_CASE("a line that is cut anywhere, or has a wrong byte, is none") {
  auto const line = to_line("cell", 12, std::string("host>0"), std::vector<double>{1.5, 2.5});
  auto const whole = std::string_view(line).substr(0, line.size() - 1);
  REQUIRE(checked(whole));
  for (std::size_t n = 0; n < whole.size(); ++n) CHECK(!checked(whole.substr(0, n)));
  for (std::size_t n = 0; n < whole.size(); ++n) {
    std::string other(whole);
    other[n] = static_cast<char>(other[n] ^ 1);
    CHECK(!checked(other));
  }
}

TEST_CASE("a line that says something else is refused and changes nothing") {
  int n = 5;
  outcome o = outcome::measured;
  bool b = false;
  std::string text = "kept";
  std::vector<int> list{1, 2};
  CHECK(!from_line("x\tseven", n));
  CHECK(!from_line("x\t7 ", n));
  CHECK(!from_line("x\t", n));
  CHECK(!from_line("x", n));
  CHECK(!from_line("x\t7\t8", n));
  CHECK(!from_line("x\t99999999999999999999", n));
  CHECK(!from_line("x\t6", o));
  CHECK(!from_line("x\t-1", o));
  CHECK(!from_line("x\t2", b));
  CHECK(!from_line("x\tends with \\", text));
  CHECK(!from_line("x\t\\q", text));
  CHECK(!from_line("x\t4000000000\t1", list));
  CHECK(!from_line("x\t18446744073709551615\t1", list));
  CHECK(o == outcome::measured);
  CHECK(!b);
  CHECK(text == "kept");
}

TEST_CASE("a count alone makes no elements") {
  std::vector<std::string> list;
  CHECK(!from_line("x\t1000\t" + std::string(1000, 'y'), list));
  CHECK(list.size() < 3);
  std::vector<std::vector<std::string>> nested;
  CHECK(!from_line("x\t9\t9" + std::string(9, 'y'), nested));
  CHECK(nested.size() < 2);
  std::vector<std::string> from_few;
  CHECK(!from_bytes(to_bytes(std::size_t{64}) + std::string(64, '\xff'), from_few));
  CHECK(from_few.size() < 2);
}

TEST_CASE("the same members pass through lines as through bytes") {
  record r{.id = "a\tb", .test = "t", .measure = "latency", .direction = "h2d", .mode = "single"};
  r.status = outcome::crashed, r.samples = {1, 2.25, 1e300}, r.summary = lanemark::summary{.n = 3, .median = 2.25};
  r.lanes.push_back(
      {.path = {device_end(1, 2), host_end(0), side::destination}, .summary = {}, .obtained = {.cpus = {3, 4}}});
  r.warnings = {"one\nline", ""};
  record there;
  REQUIRE(from_line(fields(to_line("cell", r)), there));
  CHECK(to_bytes(there) == to_bytes(r));
}
