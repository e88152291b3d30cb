// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include <lanemark/core/function_ref.hpp>
#include <lanemark/core/result.hpp>

namespace lanemark::tool {
/// The bytes of a scenario or model; `-` is standard input. Directories and missing files are problems, and of a device
/// without end only as much is read as whoever parses it refuses.
result<std::string> read_file(std::string const& path);
/// The bytes of a file that lanemark wrote, which may be long.
result<std::string> read_whole(std::string const& path);
/// The first bytes of such a file, little more than `most`.
result<std::string> read_beginning(std::string const& path, std::size_t most);

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

/// Sends all that is written to standard output nowhere: of several ranks one alone writes.
void silence_standard_output();

/// Does a path exist, and is no regular file: a device, a pipe?
bool is_special_file(std::string const& path);

/// Do two paths lead to the same file? Never for `-`, nor where one does not exist.
bool same_file(std::string const& a, std::string const& b);

/// Would two outputs be one: the same name in the same folder, whether or not it exists, or two links to one file?
/// Never for what is no regular file.
bool same_target(std::string const& a, std::string const& b);

/// Does a path mean a folder: it is one, or ends in `/`?
bool is_folder(std::string const& path);

/// Would `write_output` have a chance? Asked before a long run, so that its results are not lost to a typing error.
status can_write(std::string const& path);
/// Likewise for a file yet without name in a folder.
status can_write_in(std::string const& folder);
}  // namespace lanemark::tool
