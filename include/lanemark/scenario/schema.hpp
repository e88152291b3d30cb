// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/scenario/keys.hpp>

// The JSON Schema of scenario files, for editors (taplo, Even Better TOML): made from the table of keys, so that it
// cannot say anything else than the check. Draft 4 only, which is what those editors understand. What a schema cannot
// say (whole bytes, unique names, which key needs which), only the check says.

namespace lanemark {
namespace detail {
/// A fragment of JSON on one line.
inline std::string json_string(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}
inline std::string json_list(std::vector<std::string> const& items) {
  std::string out = "[";
  for (auto const& i : items) out += (out.size() > 1 ? ", " : "") + i;
  return out + "]";
}
using json_pairs = std::vector<std::pair<std::string, std::string>>;
inline std::string json_object(json_pairs const& pairs) {
  std::string out = "{";
  for (auto const& [key, value] : pairs) out += (out.size() > 1 ? ", " : "") + json_string(key) + ": " + value;
  return out + "}";
}
inline std::string text_like(std::string_view pattern) {
  return json_object({{"type", "\"string\""}, {"pattern", json_string(pattern)}});
}
inline std::string list_of(std::string const& item) {
  return json_object({{"type", "\"array\""}, {"minItems", "1"}, {"items", item}});
}
inline std::string any_of(std::vector<std::string> const& ways) {
  return ways.size() == 1 ? ways[0] : json_object({{"anyOf", json_list(ways)}});
}
/// One value, or a list of such.
inline std::string one_or_list(std::vector<std::string> ways) {
  auto const one = any_of(ways);
  ways.push_back(list_of(one));
  return any_of(ways);
}
inline std::string whole_number(key_info const& k) {
  json_pairs pairs = {{"type", "\"integer\""}, {"minimum", std::to_string(k.low)}};
  if (k.high > k.low) pairs.emplace_back("maximum", std::to_string(k.high));
  return json_object(pairs);
}

inline constexpr std::string_view size_pattern = "[0-9]+(\\.[0-9]+)?([Bb]|[KkMmGgTt]([Ii][Bb]?)?)?";
inline constexpr std::string_view duration_pattern = "[0-9]+(\\.[0-9]+)? ?(ns|us|\u00b5s|\u03bcs|ms|s|min|h)";
inline constexpr std::string_view ratio_pattern = "[0-9]+(\\.[0-9]+)? ?%";
inline constexpr std::string_view rate_pattern = "[0-9]+(\\.[0-9]+)? ?([KMGT]i?|k)?B/s|[0-9]+(\\.[0-9]+)? ?[KkMGT]?b/s";
inline constexpr std::string_view end_pattern = "(node[0-9]+/)?(host(:[0-9]+)?|[0-9]+(\\.[0-9]+)?)";

inline std::string anchored(std::string_view pattern) { return "^(" + std::string(pattern) + ")$"; }

/// The words of a key as JSON Schema: an enumeration, numbers, `node:N`.
inline std::vector<std::string> word_ways(key_info const& k) {
  std::vector<std::string> words, ways;
  for (auto const w : split_words(k.values)) {
    if (w == "N")
      ways.push_back(whole_number(k));
    else if (w.ends_with(":N"))
      ways.push_back(text_like("^" + std::string(w.substr(0, w.size() - 1)) + "[0-9]+$"));
    else
      words.push_back(json_string(w.substr(0, w.find('='))));
  }
  ways.insert(ways.begin(), json_object({{"enum", json_list(words)}}));
  return ways;
}

inline std::string table_reference(std::string_view definition) {
  return json_object({{"$ref", json_string("#/definitions/" + std::string(definition))}});
}
inline std::string map_of(std::string_view definition) {
  return json_object({{"type", "\"object\""}, {"additionalProperties", table_reference(definition)}});
}

struct table_definition {
  std::string_view name;
  table_kind kind;
};
inline constexpr table_definition table_definitions[] = {
    {"scenario", in_scenario},       {"target", in_target},  {"expect", in_expect}, {"defaults", in_defaults},
    {"samples", in_samples},         {"range", in_range},    {"test", in_test},     {"exclude", in_exclude},
    {"override", in_override},       {"set", in_set},        {"add", in_add},       {"limit", in_limit},
    {"limit_match", in_limit_match}, {"profile", in_profile}};

inline std::string table_of_key(key_info const& k, table_kind in) {
  if (k.name == "match") return table_reference(in == in_limit ? "limit_match" : "exclude");
  if (k.name == "profile") return map_of("profile");
  if (k.name == "test") return map_of("test");
  return table_reference(k.name);
}

/// What a value may be, by its kind.
inline std::string value_schema(key_info const& k, table_kind in) {
  bool const in_match = in == in_exclude || in == in_limit_match;
  auto const size = any_of({"{\"type\": \"integer\", \"minimum\": 1}", text_like(anchored(size_pattern))});
  auto const arrow = in_match ? "<?>" : ">";
  auto const lane = text_like("^" + std::string(end_pattern) + "(" + arrow + std::string(end_pattern) + ")?$");
  switch (k.kind) {
    case value_kind::format:
      return "{\"enum\": [1]}";
    case value_kind::text:
      return "{\"type\": \"string\", \"minLength\": 1}";
    case value_kind::name:
      return text_like("^[A-Za-z0-9._-]{1,64}$");
    case value_kind::word:
      return any_of(word_ways(k));
    case value_kind::words: {
      auto ways = word_ways(k);
      if (in_match && k.name == "direction") ways.push_back(text_like("^[a-z0-9]+(\\+[a-z0-9]+)+$"));
      return one_or_list(ways);
    }
    case value_kind::size:
      return size;
    case value_kind::sizes:
      return in_match ? any_of({size, text_like("^[<>]=?" + std::string(size_pattern) + "$"), list_of(size)})
                      : any_of({size, list_of(size), table_reference("range")});
    case value_kind::lanes: {
      auto ways = word_ways(k);
      if (in_match) return one_or_list({ways[0], lane});
      return any_of({ways[0], lane, list_of(lane)});
    }
    case value_kind::together: {
      auto const directions = any_of(word_ways(*find_key("direction", in_test)));
      return any_of({"{\"enum\": [\"all\"]}", list_of(list_of(directions))});
    }
    case value_kind::sets:
      return list_of(any_of({"{\"enum\": [\"all\"]}", list_of("{\"type\": \"integer\", \"minimum\": 0}")}));
    case value_kind::pairs:
      return any_of({"{\"enum\": [\"all\"]}", one_or_list({text_like("^[0-9]+>[0-9]+$")})});
    case value_kind::devices:
      return one_or_list({"{\"type\": \"integer\", \"minimum\": 0}", "{\"type\": \"string\", \"minLength\": 1}"});
    case value_kind::files:
      return list_of("{\"type\": \"string\", \"minLength\": 1}");
    case value_kind::texts:
      return one_or_list({"{\"type\": \"string\", \"minLength\": 1}"});
    case value_kind::count:
      return whole_number(k);
    case value_kind::counts:
      return one_or_list({whole_number(k)});
    case value_kind::bits:
      return any_of({"{\"type\": \"integer\", \"minimum\": 0}", text_like("^([0-9]+|0[xX][0-9A-Fa-f]+)$")});
    case value_kind::payload:
      return any_of({"{\"enum\": [\"seeded\"]}", "{\"type\": \"integer\", \"minimum\": 0, \"maximum\": 255}",
                     text_like("^([0-9]+|0[xX][0-9A-Fa-f]+)$")});
    case value_kind::flag:
      return "{\"type\": \"boolean\"}";
    case value_kind::duration:
      return text_like(anchored(duration_pattern));
    case value_kind::ratio:
      return text_like(anchored(ratio_pattern));
    case value_kind::limit:
      return text_like(anchored(std::string(rate_pattern) + "|" + std::string(duration_pattern) + "|" +
                                std::string(ratio_pattern) + " of (link|peers)"));
    case value_kind::table:
      return table_of_key(k, in);
    case value_kind::tables:
      return json_object({{"type", "\"array\""}, {"items", table_reference(k.name)}});
  }
  return "{}";
}

inline std::string key_description(key_info const& k) {
  std::string text{k.doc};
  if (!k.applies.empty() && k.applies != "all") text += " Applies to: " + std::string(k.applies) + ".";
  if (!k.fallback.empty()) text += " Default: " + std::string(k.fallback) + ".";
  return text;
}

inline std::string properties_of(table_kind kind, std::string const& indent) {
  std::string out = "{";
  for (auto const& k : known_keys) {
    if ((k.where & kind) == 0) continue;
    // draft 4 ignores what stands beside a $ref, so the description goes around it
    auto const value = value_schema(k, kind);
    auto const described =
        "{\"description\": " + json_string(key_description(k)) + ", " +
        (value.starts_with("{\"$ref\"") ? "\"allOf\": [" + value + "]" : value.substr(1, value.size() - 2)) + "}";
    out += (out.size() > 1 ? ",\n" : "\n") + indent + "  " + json_string(k.name) + ": " + described;
  }
  return out + "\n" + indent + "}";
}
}  // namespace detail

/// The JSON Schema (draft 4) of scenario files, one key a line.
inline std::string scenario_schema() {
  std::string out =
      "{\n"
      "  \"$schema\": \"http://json-schema.org/draft-04/schema#\",\n"
      "  \"title\": \"lanemark scenario, format 1\",\n"
      "  \"description\": \"What to measure, where, and which limits hold. Made by lanemark schema.\",\n"
      "  \"type\": \"object\",\n"
      "  \"required\": [\"lanemark\"],\n"
      "  \"additionalProperties\": false,\n"
      "  \"properties\": " +
      detail::properties_of(in_root, "  ") + ",\n  \"definitions\": {";
  bool first = true;
  for (auto const& d : detail::table_definitions) {
    out += std::string(first ? "\n" : ",\n") + "    " + detail::json_string(d.name) +
           ": {\n      \"type\": \"object\",\n      \"additionalProperties\": false,\n      \"properties\": " +
           detail::properties_of(d.kind, "      ") + "\n    }";
    first = false;
  }
  return out + "\n  }\n}\n";
}
}  // namespace lanemark
