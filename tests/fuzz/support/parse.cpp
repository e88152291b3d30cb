// SPDX-License-Identifier: MIT
#include "parse.hpp"

#include <lanemark/scenario/read.hpp>

lanemark::parsed parse_text(std::string_view text, std::string const& file) { return lanemark::read_toml(text, file); }
