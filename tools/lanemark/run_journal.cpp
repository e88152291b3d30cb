// SPDX-License-Identifier: MIT
#include "run_journal.hpp"

#include <unistd.h>

#include <lanemark/report/json.hpp>
#include <lanemark/run/fingerprint.hpp>
#include <lanemark/version.hpp>

#include "deliver.hpp"

namespace lanemark::tool {
status run_journal::open(options const& o) {
  named = !o.journal.empty() || !o.resume.empty();
  if (!named) return {};
  bool const there = !o.resume.empty() && access(o.resume.c_str(), F_OK) == 0;
  auto got =
      there ? journal_file::open(o.resume, before) : journal_file::create(o.resume.empty() ? o.journal : o.resume);
  if (!got) return got.error();
  file = std::move(*got);
  resumed = there && before.length != 0;
  if (!there && !o.resume.empty() && !o.quiet)
    say("lanemark: note: there is no journal " + o.resume + " yet; it is begun\n");
  if (resumed && before.head.version != version)
    return problem{fault::unsupported, "the journal " + o.resume + " is of lanemark " + before.head.version +
                                           ", and this is " + std::string(version)};
  if (!before.damaged.empty())
    say("lanemark: note: " + o.resume + ": " + std::to_string(before.damaged.size()) +
        " damaged line(s), the first is line " + std::to_string(before.damaged.front()) +
        "; their cells are measured again\n");
  return {};
}
status run_journal::begin_usual(std::string const& run) {
  auto const path = usual_journal_path(run);
  if (!path) return path.error();
  auto got = journal_file::create(*path);
  if (!got) return got.error();
  file = std::move(*got);
  return {};
}
void run_journal::head(std::string const& run, std::string const& started) {
  begun = true;
  if (!resumed) append(journal_line(journal_head{.version = std::string(version), .run = run, .started = started}));
}
status run_journal::accept(std::size_t scenarios) const {
  if (before.sections.size() <= scenarios) return {};
  return problem{fault::invalid, path() + ": the journal is of " + std::to_string(before.sections.size()) +
                                     " scenario files, and this command has " + std::to_string(scenarios) +
                                     "; give the same files in the same order"};
}
status run_journal::accept(std::size_t n, journal_section const& now, run_result& r) const {
  if (!knows(n)) return {};
  auto const& then = before.sections[n];
  if (auto no = differs(then, now)) return problem{no->kind, path() + ": " + no->text};
  r.id = then.what.id, r.started = then.what.started;
  return {};
}
std::map<std::size_t, record> const& run_journal::finished(std::size_t n) const {
  static std::map<std::size_t, record> const none;
  return n < before.sections.size() ? before.sections[n].records : none;
}
std::int64_t run_journal::time_before(std::size_t n) const {
  return n < before.sections.size() ? before.sections[n].duration_ns : 0;
}
void run_journal::section(std::size_t n, journal_section const& s) {
  if (!knows(n)) append(journal_line(n, s));
}
void run_journal::append(std::string_view line) {
  if (file) file->append(line);
  if (tell) tell(line);
}
void run_journal::flush() {
  if (file) file->flush_if_due();
}
void run_journal::end(std::size_t n, std::int64_t duration_ns) {
  append(journal_end_line(n, duration_ns));
  if (file && named) file->flush();
}
std::string run_journal::trouble() const { return file && file->trouble() ? file->trouble()->text : std::string(); }
void run_journal::abandon() {
  if (file && !holds_records()) file->remove();
}
void run_journal::done() {
  if (file && !named) file->remove();
}

journal_section section_of(prepared const& p, run_result const& r) {
  journal_section s{
      .id = r.id, .started = r.started, .name = p.scenario.name, .path = p.scenario.path, .sha256 = p.scenario.sha256};
  s.plan = hash_of(p.cells);
  s.fingerprint = r.surroundings ? fingerprint(*r.surroundings) : std::string();
  s.backend = p.here.backend;
  s.cells = p.cells.size();
  s.limits = p.scenario.limits;
  for (auto const& c : p.cells) s.missing_fails.push_back(c.missing_fails);
  s.here = p.here;
  report::json_report(r, [&](std::string_view piece) { s.report += piece; });
  return s;
}
}  // namespace lanemark::tool
