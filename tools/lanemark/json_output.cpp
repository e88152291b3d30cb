// SPDX-License-Identifier: MIT
#include "json_output.hpp"

#include <lanemark/report/json.hpp>
#include <lanemark/report/json_environment.hpp>
#include <lanemark/report/json_list.hpp>
#include <lanemark/report/json_plan.hpp>

namespace lanemark::tool {
namespace {
using report::json;

json texts(std::vector<std::string> const& all) { return json(all); }
void problems_to(report::document& d, std::vector<std::string> const& problems) {
  d.list("problems", problems, [](std::string const& p) { return json(p); });
}
/// Documents inside a list, each on lines of its own.
template <class Items, class Write>
void nested(Items const& items, text_sink const& out, Write write) {
  bool first = true;
  out("[");
  for (auto const& item : items) {
    out(first ? "\n" : ",\n");
    write(item);
    first = false;
  }
  out("]");
}
}  // namespace

void json_of_runs(std::span<run_result const> runs, bool several, answer const& a, text_sink const& out) {
  if (!several) {
    return report::json_report(runs.front(), out);
  }
  report::document d(out);
  d.add("schema", "lanemark-reports/1");
  d.add("exit", report::to_json(a.exit));
  problems_to(d, a.problems);
  d.raw("reports");
  nested(runs, out, [&](run_result const& r) { report::json_report(r, out); });
  d.end();
}

void json_of_plans(std::vector<report::plan_view> const& plans, answer const& a, text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-plan/1");
  d.add("exit", report::to_json(a.exit));
  problems_to(d, a.problems);
  d.raw("plans");
  nested(plans, out, [&](report::plan_view const& p) { report::json_plan(p, out); });
  d.end();
}

void json_of_checks(std::vector<checked_file> const& files, answer const& a, text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-" + a.command + "/1");
  d.add("exit", report::to_json(a.exit));
  d.list("scenarios", files, [](checked_file const& f) {
    return json{{"path", f.path},
                {"name", f.name},
                {"description", report::text_or_null(f.description)},
                {"sha256", report::text_or_null(f.sha256)},
                {"tests", texts(f.tests)},
                {"notes", texts(f.notes)}};
  });
  problems_to(d, a.problems);
  d.end();
}

void json_of_backends(std::vector<report::backend_line> const& backends, answer const& a, text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-list/1");
  d.add("exit", report::to_json(a.exit));
  d.list("backends", backends, [](report::backend_line const& b) { return report::to_json(b); });
  problems_to(d, a.problems);
  d.end();
}

void json_of_models(std::vector<report::model_line> const& models, answer const& a, text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-list/1");
  d.add("exit", report::to_json(a.exit));
  d.list("models", models, [](report::model_line const& m) { return report::to_json(m); });
  problems_to(d, a.problems);
  d.end();
}

void json_of_machine(inventory const& machine, answer const& a, text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-list/1");
  d.add("exit", report::to_json(a.exit));
  d.add("backend", machine.backend);
  d.add("granularity", report::text_or_null(machine.granularity));
  d.list("devices", machine.devices, [](device_info const& x) { return report::to_json(x); });
  d.list("offers", machine.offers, [](offer const& x) { return report::to_json(x); });
  problems_to(d, a.problems);
  d.end();
}

void json_of_environment(environment const& e, std::vector<report::backend_line> const& backends, answer const& a,
                         text_sink const& out) {
  report::document d(out);
  d.add("schema", "lanemark-env/1");
  d.add("exit", report::to_json(a.exit));
  d.add("environment", report::environment_json(e));
  d.list("backends", backends, [](report::backend_line const& b) { return report::to_json(b); });
  problems_to(d, a.problems);
  d.end();
}

void json_of_text(std::string_view text, answer const& a, text_sink const& out) {
  report::document d(out);
  // "lanemark-report/1" is a report, and nothing else
  bool const named = !a.command.empty() && a.command != "report";
  d.add("schema", "lanemark-" + (named ? a.command : std::string("answer")) + "/1");
  d.add("exit", report::to_json(a.exit));
  d.add("text", report::text_or_null(text));
  problems_to(d, a.problems);
  d.end();
}
}  // namespace lanemark::tool
