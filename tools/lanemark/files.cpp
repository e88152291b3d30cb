// SPDX-License-Identifier: MIT
#include "files.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanemark/core/spelling.hpp>

#include "signals.hpp"

namespace lanemark::tool {
namespace {
problem trouble(std::string const& what, std::string const& path, int error) {
  auto const name = path == "-" ? std::string("standard output") : in_quotes(path);
  return {fault::failed,
          what + " " + name + ": " + (error == EPIPE ? "the reader has closed the pipe" : std::strerror(error))};
}

/// A descriptor that closes itself, and a file that goes away unless it was kept.
struct open_file {
  int descriptor = -1;
  std::string temporary{};
  ~open_file() {
    if (descriptor >= 0) close(descriptor);
    if (!temporary.empty()) unlink(temporary.c_str());
  }
};

struct stat_result {
  bool exists = false;
  struct stat s {};
};
stat_result look_at(std::string const& path) {
  stat_result r;
  r.exists = stat(path.c_str(), &r.s) == 0;
  return r;
}
std::string folder_of(std::string const& path) {
  auto const slash = path.find_last_of('/');
  return slash == path.npos ? "." : slash == 0 ? "/" : path.substr(0, slash);
}
/// The file a symbolic link leads to: renaming onto the link itself would replace it.
std::string behind_links(std::string const& path) {
  std::unique_ptr<char, decltype(&std::free)> const real(realpath(path.c_str(), nullptr), &std::free);
  return real ? std::string(real.get()) : path;
}
result<std::string> read_most(std::string const& path, std::size_t most) {
  open_file in;
  in.descriptor = path == "-" ? dup(0) : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (in.descriptor < 0) return problem{fault::failed, std::strerror(errno)};
  struct stat s {};
  if (fstat(in.descriptor, &s) == 0 && S_ISDIR(s.st_mode)) return problem{fault::failed, "it is a directory"};
  std::string text;
  char buffer[65536];
  while (text.size() < most) {
    auto const got = read(in.descriptor, buffer, sizeof buffer);
    if (got > 0)
      text.append(buffer, static_cast<std::size_t>(got));
    else if (got == 0)
      return text;
    else if (errno == EINTR && caught_signal() != 0)
      return problem{fault::failed, "interrupted while reading"};
    else if (errno != EINTR)
      return problem{fault::failed, std::strerror(errno)};
  }
  return text;
}
}  // namespace

result<std::string> read_file(std::string const& path) {
  return read_most(path, (16U << 20U) + 1);  // one more than a scenario may have: the reader of it says so
}
result<std::string> read_whole(std::string const& path) { return read_most(path, std::size_t{1} << 32U); }
result<std::string> read_beginning(std::string const& path, std::size_t most) { return read_most(path, most); }

status write_descriptor(int descriptor, std::string const& name, text_producer produce) {
  int error = 0;
  std::string buffer;
  auto flush = [&] {
    std::string_view rest = buffer;
    while (!rest.empty() && error == 0) {
      auto const n = write(descriptor, rest.data(), rest.size());
      if (n >= 0)
        rest.remove_prefix(static_cast<std::size_t>(n));
      else if (errno == EAGAIN)
        usleep(1000);  // somebody left the descriptor non-blocking
      else if (errno != EINTR)
        error = errno;
    }
    buffer.clear();
  };
  auto const take = [&](std::string_view piece) {
    if (error != 0) return;
    buffer += piece;
    if (buffer.size() >= 65536) flush();
  };
  produce(take);
  flush();
  if (error != 0) return trouble("cannot write to", name, error);
  return {};
}

status write_output(std::string const& path, text_producer produce) {
  if (path == "-") return write_descriptor(1, path, produce);
  auto const target = behind_links(path);
  auto const there = look_at(target);
  open_file out;
  if (there.exists && !S_ISREG(there.s.st_mode)) {
    if (S_ISDIR(there.s.st_mode))
      return problem{fault::failed, "cannot write to " + in_quotes(path) + ": it is a directory"};
    out.descriptor = open(target.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    if (out.descriptor < 0) return trouble("cannot write to", path, errno);
    return write_descriptor(out.descriptor, path, produce);
  }
  out.temporary = target + ".XXXXXX";
  out.descriptor = mkostemp(out.temporary.data(), O_CLOEXEC);
  if (out.descriptor < 0) {
    auto const error = errno;
    out.temporary.clear();
    return trouble("cannot write to", path, error);
  }
  auto const mask = umask(0);
  umask(mask);
  fchmod(out.descriptor, there.exists ? there.s.st_mode & 07777 : 0666 & ~mask);
  if (auto wrong = write_descriptor(out.descriptor, path, produce)) return wrong;
  if (fsync(out.descriptor) != 0 && errno != EINVAL) return trouble("cannot write to", path, errno);
  auto const closed = close(out.descriptor);
  out.descriptor = -1;
  if (closed != 0) return trouble("cannot write to", path, errno);  // some file systems tell of a full disk only now
  if (rename(out.temporary.c_str(), target.c_str()) != 0)
    return trouble("cannot rename a temporary file to", path, errno);
  out.temporary.clear();
  open_file folder;
  folder.descriptor = open(folder_of(target).c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY);
  if (folder.descriptor >= 0) fsync(folder.descriptor);  // the name itself; not every file system can
  return {};
}

void hold_standard_streams() {
  for (int const stream : {0, 1, 2})
    if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      (void)open("/dev/null", O_RDONLY);  // the lowest free number: this one
}

void silence_standard_output() {
  if (int const nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
    (void)dup2(nowhere, 1);
    close(nowhere);
  }
}

bool is_special_file(std::string const& path) {
  auto const there = look_at(path);
  return there.exists && !S_ISREG(there.s.st_mode);
}

bool same_file(std::string const& a, std::string const& b) {
  if (a == "-" || b == "-") return false;
  auto const x = look_at(a), y = look_at(b);
  return x.exists && y.exists && x.s.st_dev == y.s.st_dev && x.s.st_ino == y.s.st_ino;
}

bool same_target(std::string const& a, std::string const& b) {
  if (a == "-" || b == "-") return a == b;
  if (is_special_file(a) || is_special_file(b)) return false;
  if (same_file(a, b)) return true;
  auto const name = [](std::string const& path) { return path.substr(path.find_last_of('/') + 1); };
  return name(a) == name(b) && same_file(folder_of(a), folder_of(b));
}

bool is_folder(std::string const& path) {
  auto const there = look_at(path);
  return path.ends_with('/') || (there.exists && S_ISDIR(there.s.st_mode));
}

status can_write_in(std::string const& folder) {
  if (access(folder.c_str(), W_OK | X_OK) != 0) return trouble("cannot write to the folder", folder, errno);
  return {};
}

status can_write(std::string const& path) {
  if (path == "-") return {};
  auto const target = behind_links(path);
  auto const there = look_at(target);
  if (there.exists && S_ISDIR(there.s.st_mode))
    return problem{fault::failed, "cannot write to " + in_quotes(path) + ": it is a directory"};
  if (there.exists && !S_ISREG(there.s.st_mode)) {
    if (access(target.c_str(), W_OK) != 0) return trouble("cannot write to", path, errno);
    return {};
  }
  if (access(folder_of(target).c_str(), W_OK | X_OK) != 0) return trouble("cannot write to", path, errno);
  if (there.exists && access(target.c_str(), W_OK) != 0) return trouble("cannot write to", path, errno);
  return {};
}
}  // namespace lanemark::tool
