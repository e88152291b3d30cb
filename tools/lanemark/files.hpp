// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <string_view>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>

namespace lanemark::tool {
/// The bytes of a file, of at most `most`; `-` is standard input. Directories, devices without end and missing files
/// are problems.
result<std::string> read_file(std::string const& path);

/// Hands pieces of a text to a writer.
using text_producer = function_ref<void(function_ref<void(std::string_view)>)>;

/// Writes to a descriptor through a buffer; the first error is kept and the rest is thrown away.
status write_descriptor(int descriptor, std::string const& name, text_producer produce);

/// Writes standard output for `-`, else a file: under another name beside it, flushed to the disk, then renamed, so
/// that a reader sees the old file or the whole new one. What is no regular file (a pipe, /dev/stdout) is written
/// directly.
status write_output(std::string const& path, text_producer produce);

/// Opens what is closed of the three standard streams, so that no other file can get their numbers. Writing to one that
/// was closed goes on failing.
void hold_standard_streams();

/// Do two paths lead to the same file? Never for `-`, nor where one does not exist.
bool same_file(std::string const& a, std::string const& b);

/// Would `write_output` have a chance? Asked before a long run, so that its results are not lost to a typing error.
status can_write(std::string const& path);
}  // namespace lanemark::tool
