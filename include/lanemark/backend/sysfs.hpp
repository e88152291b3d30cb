// SPDX-License-Identifier: MIT
#pragma once
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <lanemark/core/ordering.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// The content of a small file as it is; nothing where it cannot be opened or read.
/// Stops after `most` bytes: a kernel file is a page or two, and a wrong path must not fill the memory.
[[gnu::cold]] inline std::optional<std::string> read_file(std::string const& path, std::size_t most = 1 << 20) {
  int const file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  std::string content;
  char block[4096];
  while (content.size() < most) {
    auto const got = ::read(file, block, std::min(sizeof block, most - content.size()));
    if (got < 0) {
      ::close(file);
      return std::nullopt;
    }
    if (got == 0) break;
    content.append(block, static_cast<std::size_t>(got));
  }
  ::close(file);
  return content;
}

/// `read_file` without the white space at its end.
[[gnu::cold]] inline std::optional<std::string> read_text(std::string const& path, std::size_t most = 1 << 20) {
  auto text = read_file(path, most);
  while (text && !text->empty() && std::string_view(" \n\t\r").find(text->back()) != std::string_view::npos)
    text->pop_back();
  return text;
}

/// Where a symbolic link points, as written; nothing where there is none.
[[gnu::cold]] inline std::optional<std::string> read_link(std::string const& path) {
  char target[4096];
  auto const length = ::readlink(path.c_str(), target, sizeof target);
  if (length < 0) return std::nullopt;
  return std::string(target, static_cast<std::size_t>(length));
}

/// The part of a path behind its last slash: sysfs names a driver or a group by where a link points.
inline std::string last_part(std::string const& path) { return path.substr(path.rfind('/') + 1); }

/// The names in a folder, sorted (the kernel's order is by chance); none where it cannot be opened.
[[gnu::cold]] inline std::vector<std::string> read_names(std::string const& path) {
  std::vector<std::string> names;
  auto const folder = ::opendir(path.c_str());
  if (folder == nullptr) return names;
  while (auto const entry = ::readdir(folder)) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  ::closedir(folder);
  sort_few(names);
  return names;
}

/// A whole text as a decimal integer; nothing for anything else, overflow included.
template <class T = std::int64_t>
std::optional<T> read_integer(std::string_view text, int base = 10) {
  T value{};
  auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// A hexadecimal id as sysfs writes it, `0x1eff`; nothing for anything else.
inline std::optional<std::uint32_t> read_hex(std::string_view text) {
  if (text.size() < 3 || text[0] != '0' || (text[1] != 'x' && text[1] != 'X')) return std::nullopt;
  return read_integer<std::uint32_t>(text.substr(2), 16);
}

/// A kernel list such as `0-3,8,10-11`, in the order written; an empty text is an empty list, a malformed one nothing.
/// Ids above 65535 are malformed: no kernel has so many CPUs, and a range must not fill the memory.
[[gnu::cold]] inline std::optional<std::vector<int>> read_id_list(std::string_view text) {
  std::vector<int> ids;
  while (!text.empty()) {
    auto const comma = text.find(',');
    auto const part = text.substr(0, comma);
    auto const dash = part.find('-');
    auto const first = read_integer<int>(part.substr(0, dash));
    auto const last = dash == std::string_view::npos ? first : read_integer<int>(part.substr(dash + 1));
    if (!first || !last || *first < 0 || *last < *first || *last > 65535) return std::nullopt;
    for (int id = *first; id <= *last; ++id) ids.push_back(id);
    if (ids.size() > 65536 || (comma != std::string_view::npos && comma + 1 == text.size())) return std::nullopt;
    text = comma == std::string_view::npos ? std::string_view{} : text.substr(comma + 1);
  }
  return ids;
}

/// The inverse of `read_id_list` for an ascending list: `0-3,8`. For people and reports.
[[gnu::cold]] inline std::string id_list(std::vector<int> const& ids) {
  std::string text;
  for (std::size_t i = 0; i < ids.size();) {
    std::size_t last = i;
    while (last + 1 < ids.size() && ids[last + 1] == ids[last] + 1) ++last;
    say_to(text, {text.empty() ? "" : ",", ids[i]});
    if (last > i) say_to(text, {"-", ids[last]});
    i = last + 1;
  }
  return text;
}
}  // namespace lanemark
