// SPDX-License-Identifier: MIT
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <lanemark/scenario/node.hpp>

// What the fuzz targets share. A target gets bytes that anybody may have written, hands them to what reads such bytes,
// and ends the process where something that must always hold does not. libFuzzer looks for the bytes.

/// Defined in parse.cpp, so that one unit alone compiles the TOML parser.
lanemark::parsed parse_text(std::string_view text, std::string const& file);

/// What must hold, whatever the bytes.
inline void must(bool holds, std::string const& what) {
  if (holds) return;
  std::fprintf(stderr, "fuzz: does not hold: %s\n", what.c_str());
  std::abort();
}

/// A loader gives a value or says what is wrong, in sentences.
template <class Loaded>
void must_be_answer(Loaded const& l) {
  must(l.value.has_value() == l.problems.empty(),
       l.value ? "a value beside problems" : "neither a value nor a problem");
  for (auto const& p : l.problems) must(!p.file.empty() && !p.text.empty(), "a problem without a place or a text");
}
