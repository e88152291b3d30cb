// SPDX-License-Identifier: MIT
#include <lanemark/scenario/schema.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <lanemark_catch2.hpp>

using namespace lanemark;

TEST_CASE("the schema in docs/ is the one this version makes", "[schema]") {
  auto const path = std::filesystem::path(__FILE__).parent_path() / "../../../docs/scenario.schema.json";
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  INFO("docs/scenario.schema.json is out of date: lanemark schema > docs/scenario.schema.json");
  CHECK((text.str() == scenario_schema()));  // not expanded: both are long
}

TEST_CASE("the schema is draft 4 and knows every key and word", "[schema]") {
  auto const s = scenario_schema();
  CHECK(s.find("\"$schema\": \"http://json-schema.org/draft-04/schema#\"") != s.npos);
  for (std::string_view const later :
       {"\"const\"", "\"$defs\"", "\"if\"", "\"examples\"", "exclusiveMinimum\": 0", "propertyNames"})
    CHECK(s.find(later) == s.npos);
  for (auto const& k : known_keys) {
    CAPTURE(k.name);
    CHECK(s.find("\"" + std::string(k.name) + "\": {\"description\": ") != s.npos);
  }
  CHECK(s.find("[\"h2d\", \"d2h\", \"d2d\", \"p2p\", \"node\"]") != s.npos);
}
