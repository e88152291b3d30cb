// SPDX-License-Identifier: MIT
#pragma once
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

/// A file-system root of our own in a temporary folder, gone with the object.
class made_up_root {
  std::filesystem::path top;

 public:
  made_up_root() {
    auto text = (std::filesystem::temp_directory_path() / "lanemark-root-XXXXXX").string();
    if (::mkdtemp(text.data()) == nullptr) throw std::runtime_error("no temporary folder");
    top = text;
  }
  ~made_up_root() {
    std::error_code ignored;
    std::filesystem::remove_all(top, ignored);
  }
  made_up_root(made_up_root const&) = delete;
  made_up_root& operator=(made_up_root const&) = delete;

  std::string path() const { return top.string(); }

  /// Writes a file, with the folders above it; the path is absolute below this root.
  void write(std::string const& at, std::string_view content) const {
    auto const file = top / at.substr(at.front() == '/');
    std::filesystem::create_directories(file.parent_path());
    std::ofstream out(file, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    if (!out) throw std::runtime_error("cannot write " + file.string());
  }

  /// Makes a symbolic link with this text.
  void link(std::string const& at, std::string const& target) const {
    auto const file = top / at.substr(at.front() == '/');
    std::filesystem::create_directories(file.parent_path());
    std::filesystem::remove(file);
    std::filesystem::create_symlink(target, file);
  }

  void remove(std::string const& at) const { std::filesystem::remove_all(top / at.substr(at.front() == '/')); }
};
