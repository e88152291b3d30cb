// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/numbers.hpp>
#include <lanemark/core/spelling.hpp>

namespace lanemark {
/// Where something was said. Lines and columns count from 1, columns in code points; line 0: the whole of `file`, which
/// is then a command line option such as `--set test.pairs.size=4K`.
struct position {
  std::string file{};
  unsigned line = 0, column = 0;
  friend bool operator==(position const&, position const&) = default;
};
inline std::string to_string(position const& p) {
  if (p.line == 0) return p.file;
  return p.file + ":" + std::to_string(p.line) + ":" + std::to_string(p.column);
}

/// A sentence about a place in a file.
struct located {
  std::string file{};
  unsigned line = 0, column = 0;
  std::string text{};
  friend bool operator==(located const&, located const&) = default;
};
inline located located_at(position const& p, std::string text) { return {p.file, p.line, p.column, std::move(text)}; }
/// `file:12:7: error: text`, which editors and terminals turn into a link. `kind` is error or note.
inline std::string to_string(located const& l, std::string_view kind = "error") {
  return to_string(position{l.file, l.line, l.column}) + ": " + std::string(kind) + ": " + l.text;
}

struct member;

/// std::vector<member>, which a node may hold before member is complete: the special functions come after it.
class member_list : public std::vector<member> {
 public:
  member_list();
  member_list(member_list const&);
  member_list(member_list&&) noexcept;
  member_list& operator=(member_list const&);
  member_list& operator=(member_list&&) noexcept;
  ~member_list();
};

/// One value of a document and where it stands. Tables keep the order of the file.
struct node {
  enum class type { null, boolean, integer, real, string, array, table };
  type is = type::null;
  bool flag = false;
  std::int64_t number = 0;
  double real = 0;
  std::string text{};
  std::vector<node> items{};
  member_list members{};
  position where{};
  std::string layer{};  ///< `profile smoke`; empty: a file or the command line says it, see `where`

  /// The value of a key, or nullptr.
  node const* find(std::string_view key) const;
  node* find(std::string_view key);
  member const* find_member(std::string_view key) const;
};

/// A key with its value.
struct member {
  std::string key{};
  position where{};
  node value{};
};

inline member_list::member_list() = default;
inline member_list::member_list(member_list const&) = default;
inline member_list::member_list(member_list&&) noexcept = default;
inline member_list& member_list::operator=(member_list const&) = default;
inline member_list& member_list::operator=(member_list&&) noexcept = default;
inline member_list::~member_list() = default;

inline member const* node::find_member(std::string_view key) const {
  for (auto const& m : members)
    if (m.key == key) return &m;
  return nullptr;
}
inline node const* node::find(std::string_view key) const {
  auto const* m = find_member(key);
  return m ? &m->value : nullptr;
}
inline node* node::find(std::string_view key) { return const_cast<node*>(static_cast<node const*>(this)->find(key)); }

/// What a reader made of a text.
struct parsed {
  node root{};
  std::vector<located> problems{};
};
/// Turns a text into a tree. A parameter, so that only the one who reads files compiles a TOML parser.
using parse_function = function_ref<parsed(std::string_view text, std::string const& file)>;

/// `a string`, `a table`: for sentences about types.
inline char const* type_text(node const& n) {
  switch (n.is) {
    case node::type::boolean:
      return "true or false";
    case node::type::integer:
      return "a whole number";
    case node::type::real:
      return "a number with a fraction";
    case node::type::string:
      return "a string";
    case node::type::array:
      return "a list";
    case node::type::table:
      return "a table";
    case node::type::null:
      break;
  }
  return "nothing";
}

namespace detail {
inline std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (char const c : text) {
    auto const u = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (u < 0x20 || u == 0x7f)
      out += {'\\', 'u', '0', '0', "0123456789abcdef"[u >> 4U], "0123456789abcdef"[u & 15U]};
    else
      out += c;
  }
  return out + '"';
}
inline std::string toml_key(std::string_view key) {
  bool bare = !key.empty();
  for (char const c : key)
    bare = bare && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-');
  return bare ? std::string(key) : toml_string(key);
}
}  // namespace detail

/// The value as TOML, on one line.
inline std::string to_toml(node const& n) {
  std::string out;
  switch (n.is) {
    case node::type::null:
      break;
    case node::type::boolean:
      return n.flag ? "true" : "false";
    case node::type::integer:
      return std::to_string(n.number);
    case node::type::real:
      out = exact(n.real);
      return out.find_first_of(".en") == out.npos ? out + ".0" : out;
    case node::type::string:
      return detail::toml_string(n.text);
    case node::type::array:
      for (auto const& i : n.items) out += (out.empty() ? "" : ", ") + to_toml(i);
      return "[" + out + "]";
    case node::type::table:
      for (auto const& m : n.members)
        out += (out.empty() ? "" : ", ") + detail::toml_key(m.key) + " = " + to_toml(m.value);
      return out.empty() ? "{}" : "{ " + out + " }";
  }
  return out;
}
}  // namespace lanemark
