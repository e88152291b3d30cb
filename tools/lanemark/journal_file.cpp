// SPDX-License-Identifier: MIT
#include "journal_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lanemark/core/spelling.hpp>
#include <lanemark/policy/clock.hpp>
#include <lanemark/run/worker_process.hpp>

namespace lanemark::tool {
namespace {
problem trouble_with(std::string const& path, std::string const& why) {
  return {fault::failed, "the journal " + in_quotes(path) + " cannot be written: " + why};
}
/// One run at a time writes a journal. The lock goes with this process, whatever its worker does; it would go as well
/// if this process opened the file once more and closed it.
bool locked(int descriptor) {
  struct flock all {};
  all.l_type = F_WRLCK, all.l_whence = SEEK_SET;
  return fcntl(descriptor, F_SETLK, &all) == 0;
}
result<std::string> all_of(int descriptor) {
  std::string text;
  char bytes[65536];
  for (;;) {
    auto const n = pread(descriptor, bytes, sizeof bytes, static_cast<off_t>(text.size()));
    if (n == 0) return text;
    if (n < 0 && errno != EINTR) return problem{fault::failed, std::strerror(errno)};
    if (n > 0) text.append(bytes, static_cast<std::size_t>(n));
  }
}
}  // namespace

journal_file::~journal_file() {
  if (descriptor >= 0) close(descriptor);
}

result<std::unique_ptr<journal_file>> journal_file::create(std::string const& path) {
  auto j = std::make_unique<journal_file>();
  j->name = path;
  j->descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (j->descriptor < 0 && errno == EEXIST)
    return problem{fault::invalid, "there is a file " + in_quotes(path) + " already: --resume " + path +
                                       " goes on with it, or name another one"};
  if (j->descriptor < 0) return trouble_with(path, std::strerror(errno));
  (void)locked(j->descriptor);
  auto const slash = path.find_last_of('/');
  auto const folder = slash == path.npos ? std::string(".") : path.substr(0, slash + 1);
  if (int const f = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC | O_DIRECTORY); f >= 0) {
    (void)fsync(f);  // the name itself; not every file system can
    close(f);
  }
  return j;
}

result<std::unique_ptr<journal_file>> journal_file::open(std::string const& path, journal& before) {
  auto j = std::make_unique<journal_file>();
  j->name = path;
  j->descriptor = ::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY);
  if (j->descriptor < 0)
    return problem{fault::failed, "cannot open the journal " + in_quotes(path) + ": " + std::strerror(errno)};
  struct stat s {};
  if (fstat(j->descriptor, &s) != 0 || !S_ISREG(s.st_mode))
    return problem{fault::invalid, in_quotes(path) + " is no file that a journal can be in"};
  if (!locked(j->descriptor))
    return problem{fault::failed, "another run is writing the journal " + in_quotes(path) + "; wait for its end"};
  auto const text = all_of(j->descriptor);
  if (!text) return problem{fault::failed, "cannot read the journal " + in_quotes(path) + ": " + text.error().text};
  before = {};
  if (!is_bare_journal(*text)) {
    auto read = read_journal(*text, path);
    if (!read) return read.error();
    before = std::move(*read);
  }
  j->length = before.length;
  // what was cut off goes, so that the next line begins at its beginning
  if (static_cast<std::size_t>(s.st_size) != before.length &&
      ftruncate(j->descriptor, static_cast<off_t>(before.length)) != 0)
    return trouble_with(path, std::strerror(errno));
  return j;
}

void journal_file::append(std::string_view line) {
  if (descriptor < 0 || wrong) return;
  if (!write_all(descriptor, line)) {
    wrong = trouble_with(name, std::string(std::strerror(errno)) + "; a killed run would lose what comes now");
    (void)!ftruncate(descriptor, static_cast<off_t>(length));  // half a line is none
    return;
  }
  length += line.size();
  waits = true;
  flush_if_due();
}
void journal_file::flush_if_due() {
  if (waits && steady_now() - flushed > nanoseconds{1e9}) flush();
}
void journal_file::flush() {
  if (descriptor < 0) return;
  if (fdatasync(descriptor) != 0 && errno != EINVAL && !wrong) wrong = trouble_with(name, std::strerror(errno));
  flushed = steady_now(), waits = false;
}
void journal_file::remove() {
  if (descriptor >= 0) unlink(name.c_str());
}

result<std::string> usual_journal_path(std::string const& run) {
  auto const* state = std::getenv("XDG_STATE_HOME");
  auto const* home = std::getenv("HOME");
  std::string folder;
  if (state && state[0] == '/')
    folder = state;
  else if (home && home[0] == '/')
    folder = std::string(home) + "/.local/state";
  else
    return problem{fault::failed, "there is no HOME and no XDG_STATE_HOME to keep a journal in"};
  folder += "/lanemark";
  for (auto at = folder.find('/', 1);; at = folder.find('/', at + 1)) {
    if (mkdir(folder.substr(0, at).c_str(), 0777) != 0 && errno != EEXIST)
      return problem{fault::failed,
                     "cannot make the folder " + in_quotes(folder.substr(0, at)) + ": " + std::strerror(errno)};
    if (at == folder.npos) break;
  }
  return folder + "/" + run + ".journal";
}
}  // namespace lanemark::tool
