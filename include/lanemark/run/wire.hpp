// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

// How plain data travels between ranks, and (line.hpp) from a worker to its supervisor and into a journal. One function
// `pass(archive, value)` per type lists its members and serves both ways. Ranks compare their versions before anything
// else is sent, and a journal names its own, so no value carries a version.

namespace lanemark::wire {
template <class T> concept scalar = std::is_arithmetic_v<T> || std::is_enum_v<T>;

/// The last enumerator of an enumeration that counts from 0: what comes from outside may say more.
template <class E>
inline constexpr auto last_of = std::numeric_limits<std::underlying_type_t<E>>::max();

/// Could a value have been written? Numbers may be anything.
template <scalar T>
constexpr bool can_be(T value) {
  if constexpr (std::is_enum_v<T>) {
    auto const number = static_cast<std::underlying_type_t<T>>(value);
    return number >= 0 && number <= last_of<T>;
  } else {
    return true;
  }
}

/// Appends values to a string of bytes.
class writer {
  std::string all{};

 public:
  static constexpr bool reads = false;
  template <scalar T>
  void one(T const& value) {
    all.append(reinterpret_cast<char const*>(&value), sizeof value);
  }
  void one(std::string const& text) {
    one(text.size());
    all += text;
  }
  std::size_t count(std::size_t n) {
    one(n);
    return n;
  }
  std::string&& bytes() && { return std::move(all); }
};

/// Takes them out again, in the same order. A message that is cut or made up leaves `broken`, and values as they were.
class reader {
  std::string_view left;
  bool bad = false;

 public:
  static constexpr bool reads = true;
  explicit reader(std::string_view bytes) : left(bytes) {}
  template <scalar T>
  void one(T& value) {
    if (bad || left.size() < sizeof value) {
      bad = true;
      return;
    }
    T got;
    std::memcpy(&got, left.data(), sizeof got);
    left.remove_prefix(sizeof value);
    if (can_be(got))
      value = got;
    else
      bad = true;
  }
  void one(std::string& text) {
    std::size_t n = 0;
    one(n);
    if (bad || n > left.size()) {
      bad = true;
      return;
    }
    text.assign(left.substr(0, n));
    left.remove_prefix(n);
  }
  /// How many elements follow: never more than bytes are left, so that a broken message allocates nothing.
  std::size_t count(std::size_t) {
    std::size_t n = 0;
    one(n);
    if (n > left.size()) bad = true;
    return bad ? 0 : n;
  }
  bool broken() const noexcept { return bad; }
  /// Nothing was missing and nothing is left over.
  bool whole() const noexcept { return !bad && left.empty(); }
};

template <class Archive, class T>
requires scalar<std::remove_const_t<T>> || std::is_same_v<std::remove_const_t<T>, std::string>
void pass(Archive& a, T& value) {
  a.one(value);
}
/// Elements are made one by one as they are read: a count alone makes none, however large it is said to be.
template <class Archive, class T>
void pass(Archive& a, std::vector<T>& all) {
  auto const n = a.count(all.size());
  if constexpr (Archive::reads) {
    all.clear();
    while (all.size() < n && !a.broken()) pass(a, all.emplace_back());
  } else {
    for (auto& one : all) pass(a, one);
  }
}
template <class Archive, class T>
void pass(Archive& a, std::optional<T>& maybe) {
  bool there = maybe.has_value();
  a.one(there);
  if (there && !maybe) maybe.emplace();
  if (!there) maybe.reset();
  if (maybe) pass(a, *maybe);
}
/// Several members in their order.
template <class Archive, class... Ts>
void pass_all(Archive& a, Ts&... values) {
  (pass(a, values), ...);
}

/// A value as bytes.
template <class... Ts>
std::string to_bytes(Ts... values) {
  writer w;
  pass_all(w, values...);
  return std::move(w).bytes();
}
/// Bytes as a value; false: they are none.
template <class... Ts>
bool from_bytes(std::string_view bytes, Ts&... values) {
  reader r(bytes);
  pass_all(r, values...);
  return r.whole();
}
}  // namespace lanemark::wire
