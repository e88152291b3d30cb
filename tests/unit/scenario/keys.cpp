// SPDX-License-Identifier: MIT
#include <lanemark/scenario/keys.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <lanemark_catch2.hpp>

using namespace lanemark;

static_assert(find_key("size", in_test)->axis);
static_assert(find_key("size", in_set) == nullptr);
static_assert(find_key("min", in_limit)->kind == value_kind::limit);
static_assert(find_key("min", in_samples)->kind == value_kind::count);
static_assert(find_key("sise", ~0U) == nullptr);

TEST_CASE("no table has a key twice, and every key says what it is", "[keys]") {
  for (auto const& a : known_keys) {
    CAPTURE(a.name);
    CHECK_FALSE(a.doc.empty());
    CHECK(a.where != 0);
    for (auto const& b : known_keys)
      if (&a != &b && a.name == b.name) CHECK((a.where & b.where) == 0);
    bool const words = a.kind == value_kind::word || a.kind == value_kind::words;
    CHECK(a.values.empty() == !(words || a.kind == value_kind::lanes || a.kind == value_kind::payload));
    if (a.kind == value_kind::count) CHECK(a.low <= a.high);
  }
}

TEST_CASE("what holds by default is a word that may be said", "[keys]") {
  for (auto const& k : known_keys) {
    if (k.kind != value_kind::word && k.kind != value_kind::words) continue;
    if (k.fallback.empty() || k.fallback[0] <= '9') continue;
    CAPTURE(k.name);
    auto const words = split_words(k.values);
    CHECK(std::find(words.begin(), words.end(), k.fallback) != words.end());
  }
}

TEST_CASE("docs/scenario.md names every key", "[keys]") {
  std::ifstream file(std::filesystem::path(__FILE__).parent_path() / "../../../docs/scenario.md");
  std::ostringstream text;
  text << file.rdbuf();
  auto const page = text.str();
  for (auto const& k : known_keys) {
    CAPTURE(k.name);
    CHECK(page.find("`" + std::string(k.name) + "`") != page.npos);
  }
}
