// SPDX-License-Identifier: MIT
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <dlfcn.h>
#include <link.h>

#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// A vendor's library, opened at run time. It stays open for as long as the process lives: drivers start threads and
/// leave handlers behind that do not survive being unloaded.
class library {
  void* handle = nullptr;
  std::string file{};

  static std::string path_of(void* handle, std::string_view name) {
    link_map* map = nullptr;
    if (dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 && map && map->l_name && *map->l_name) return map->l_name;
    return std::string(name);
  }

 public:
  /// The first of `names` that can be opened, as the system searches for them; with a path (never one from a scenario)
  /// that file alone. The problem lists what was tried and what the system said of the last.
  static result<library> open(std::span<char const* const> names, std::string const& path = {}) {
    library l;
    std::string tried, why;
    auto attempt = [&](char const* name) {
      say_to(tried, {tried.empty() ? "" : ", ", name});
      if ((l.handle = dlopen(name, RTLD_NOW | RTLD_LOCAL))) return l.file = path_of(l.handle, name), true;
      auto const* said = dlerror();
      // a file that is there and cannot be used says more than one that is not there
      if (why.empty() || std::string_view(said ? said : "").find("No such file") == std::string_view::npos)
        why = said ? said : "unknown";
      return false;
    };
    if (!path.empty()) {
      if (attempt(path.c_str())) return l;
    } else {
      for (auto const* name : names)
        if (attempt(name)) return l;
    }
    return problem{fault::unsupported, say({"library not found: tried ", tried, " (", why, ")"})};
  }

  std::string const& path() const noexcept { return file; }
  /// A made-up driver says that it is one: nothing measured on it may pass for real.
  bool made_up() const { return dlsym(handle, "lanemark_made_up_driver") != nullptr; }

  /// Looks a symbol up; false: the library has none of that name.
  template <class Function>
  bool find(Function*& to, char const* symbol) const {
    to = reinterpret_cast<Function*>(dlsym(handle, symbol));
    return to != nullptr;
  }
};

/// Fills a table of functions and remembers the first required symbol that is missing: an older driver than needed.
class symbols {
  library const& from;
  std::string missing{};

 public:
  explicit symbols(library const& l) : from(l) {}
  template <class Function>
  symbols& required(Function*& to, char const* symbol) {
    if (!from.find(to, symbol) && missing.empty()) missing = symbol;
    return *this;
  }
  template <class Function>
  symbols& optional(Function*& to, char const* symbol) {
    (void)from.find(to, symbol);
    return *this;
  }
  status done() const {
    if (missing.empty()) return {};
    return problem{fault::unsupported,
                   say({"driver too old, or another library of that name: ", from.path(), " has no ", missing})};
  }
};
}  // namespace lanemark
