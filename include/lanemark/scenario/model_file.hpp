// SPDX-License-Identifier: MIT
#pragma once
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <lanemark/backend/sim/model.hpp>
#include <lanemark/scenario/model_devices.hpp>
#include <lanemark/scenario/model_values.hpp>
#include <lanemark/scenario/node.hpp>

namespace lanemark {
/// Nodes that a model may have.
inline constexpr int most_nodes = 1024;

/// A device model, or all that is wrong with its file.
struct loaded_model {
  std::optional<on_sim::model> value{};
  std::vector<located> problems{};
};

namespace detail {
/// Reads a device-model file, see docs/models.md.
class model_reader {
  std::vector<located>& problems;
  model_values v{problems};
  on_sim::model m{};

 public:
  explicit model_reader(std::vector<located>& p) : problems(p) {}

  on_sim::model read(node const& root, std::string const& path) {
    m.path = path;
    v.table(root, "the model file",
            {"lanemark_model", "name", "source", "nodes", "host", "devices", "lane", "sync", "distance", "link",
             "fault", "jitter", "pace"});
    version(root);
    if (auto const* n = root.find("name")) {
      m.name = v.text(*n, "name").value_or("?");
      if (m.name.empty()) v.error(*n, "name is empty; write for example name = \"rbln-cr13-x8\"");
    } else
      v.error(root, "missing key \"name\"; write for example name = \"rbln-cr13-x8\"");
    if (auto const* n = root.find("source")) m.source = v.text(*n, "source").value_or("");
    if (auto const* n = root.find("host")) host(*n);
    if (auto const* n = root.find("nodes")) m.nodes = v.whole(*n, "nodes", 1, most_nodes).value_or(1);
    read_model_devices(root, v, m);
    each(root, "lane", [&](node const& n, std::string const& called) { lane(n, called); });
    each(root, "sync", [&](node const& n, std::string const& called) { sync(n, called); });
    each(root, "link", [&](node const& n, std::string const& called) { link(n, called); });
    each(root, "fault", [&](node const& n, std::string const& called) { fault(n, called); });
    if (auto const* n = root.find("jitter")) jitter(*n);
    if (auto const* n = root.find("pace"))
      if (v.table(*n, "[pace]", {"clock"}))
        if (auto const* c = n->find("clock")) m.real_pace = v.word(*c, "clock in [pace]", {"virtual", "real"}) == 1;
    return std::move(m);
  }

 private:
  void version(node const& root) {
    auto const* n = root.find("lanemark_model");
    if (!n)
      v.error(root, "missing key \"lanemark_model\"; the first line must be lanemark_model = 1");
    else if (n->is != node::type::integer || n->number != 1)
      v.error(*n, "lanemark_model = " + to_toml(*n) + " is no format this version reads; it reads lanemark_model = 1");
  }
  template <class Use>
  void each(node const& root, std::string const& key, Use use) {
    auto const* list = root.find(key);
    if (!list) return;
    if (list->is != node::type::array) return v.error(*list, key + " must be a list of tables; write [[" + key + "]]");
    for (std::size_t i = 0; i < list->items.size(); ++i)
      use(list->items[i], "[[" + key + "]] " + std::to_string(i + 1));
  }
  void host(node const& n) {
    if (!v.table(n, "[host]", {"cpu", "vendor", "numa"})) return;
    if (auto const* c = n.find("cpu")) m.host_cpu = v.text(*c, "cpu in [host]").value_or("");
    if (auto const* c = n.find("vendor")) m.host_vendor = v.text(*c, "vendor in [host]").value_or("");
    if (auto const* c = n.find("numa"))
      m.host_nodes = v.list<int>(*c, [&](node const& i) { return v.whole(i, "numa in [host]", 0, 65535); });
  }

  on_sim::lane_match match(node const& parent, std::string const& outer) {
    on_sim::lane_match w;
    auto const* n = parent.find("match");
    auto const called = "match of " + outer;
    if (!n || !v.table(*n, called,
                       {"direction", "source", "destination", "source_chiplet", "destination_chiplet", "distance",
                        "issuer", "semantics", "affinity", "measure", "same_bridge", "same_device"}))
      return w;
    auto words = [&](char const* key, std::vector<std::string>& to, std::vector<std::string> const& known) {
      if (auto const* i = n->find(key))
        to = v.list<std::string>(*i, [&](node const& x) -> std::optional<std::string> {
          auto const t = v.text(x, std::string(key) + " in " + called);
          if (t && !known.empty()) (void)v.word(x, std::string(key) + " in " + called, known);
          return t;
        });
    };
    auto numbers = [&](char const* key, std::vector<int>& to) {
      if (auto const* i = n->find(key))
        to = v.list<int>(*i, [&](node const& x) { return v.whole(x, std::string(key) + " in " + called, 0, 1 << 20); });
    };
    auto flag = [&](char const* key, std::optional<bool>& to) {
      auto const* i = n->find(key);
      if (i && i->is == node::type::boolean)
        to = i->flag;
      else if (i)
        v.error(*i, std::string(key) + " in " + called + " must be true or false, not " + type_text(*i));
    };
    words("direction", w.direction, {"h2d", "d2h", "d2d", "node"}),
        words("issuer", w.issuer, {"source", "destination"});
    words("semantics", w.semantics, {"default", "load-store", "queue"}), words("affinity", w.affinity, {});
    if (auto const* i = n->find("affinity"))
      for (auto const& a : w.affinity)
        if (a != "near" && a != "far" && a != "none" && !a.starts_with("node:"))
          v.error(*i, "unknown affinity in " + called + " \"" + a + "\"; known are near, far, none, node:N");
    words("measure", w.measure, {"bandwidth", "latency", "sync"});
    numbers("source", w.source), numbers("destination", w.destination), numbers("distance", w.distance);
    numbers("source_chiplet", w.source_chiplet), numbers("destination_chiplet", w.destination_chiplet);
    flag("same_bridge", w.same_bridge), flag("same_device", w.same_device);
    return w;
  }
  void lane(node const& n, std::string const& called) {
    if (!v.table(n, called, {"match", "bandwidth", "overhead", "points"})) return;
    on_sim::lane_rule r{.match = match(n, called)};
    if (auto const* i = n.find("bandwidth")) {
      r.bandwidth = v.rate(*i, "bandwidth in " + called).value_or(1);
      if (!(r.bandwidth > 0)) v.error(*i, "bandwidth in " + called + " must be above zero");
    } else
      v.error(n, called + " needs a bandwidth, for example bandwidth = \"57.3 GB/s\"");
    if (auto const* i = n.find("overhead")) r.overhead_ns = v.time(*i, "overhead in " + called).value_or(0);
    if (auto const* points = n.find("points")) {
      if (points->is != node::type::array) v.error(*points, "points in " + called + " must be a list of tables");
      for (auto const& p : points->items) point(p, "a point of " + called, r);
    }
    m.lanes.push_back(std::move(r));
  }
  void point(node const& p, std::string const& called, on_sim::lane_rule& r) {
    if (!v.table(p, called, {"size", "time", "rate", "unit"})) return;
    on_sim::stated_size s;
    if (auto const* i = p.find("size")) s.size = v.size(*i, "size of " + called).value_or(0);
    auto const *time = p.find("time"), *rate = p.find("rate");
    if (s.size == 0 || !time == !rate) v.error(p, called + " needs a size, and a time or a rate at that size");
    auto const* unit = p.find("unit");
    auto const scale = unit ? scale_of(*unit, "unit of " + called) : 0;
    if (time)
      s.time_ns = v.figures(*time, "time of " + called, m.devices.size(), [&](node const& i) {
        return scale > 0 ? scaled(i, "time of " + called, scale) : time_or_zero(i, called);
      });
    if (rate)
      s.rate = v.figures(*rate, "rate of " + called, m.devices.size(),
                         [&](node const& i) { return v.rate(i, "rate of " + called); });
    r.points.push_back(std::move(s));
  }
  double scale_of(node const& unit, std::string const& called) {
    return std::vector<double>{1, 1e3, 1e6}[v.word(unit, called, {"ns", "us", "ms"})];
  }
  std::optional<double> scaled(node const& n, std::string const& called, double scale) {
    auto const x = v.number(n, called);
    return x ? std::optional<double>(*x * scale) : x;
  }
  std::optional<double> time_or_zero(node const& n, std::string const& called) {
    if (n.is == node::type::string && n.text == "0") return 0.0;
    return v.time(n, "time of " + called);
  }
  void sync(node const& n, std::string const& called) {
    if (!v.table(n, called, {"match", "time", "matrix", "unit"})) return;
    on_sim::sync_rule r{.match = match(n, called)};
    auto const *time = n.find("time"), *matrix = n.find("matrix"), *unit = n.find("unit");
    if (!time == !matrix) v.error(n, called + " needs either a time or a matrix");
    if (time) r.one_way_ns = {{{v.time(*time, "time in " + called).value_or(0)}}};
    if (matrix && v.square(*matrix, "matrix in " + called, m.devices.size())) {
      double scale = 1;
      if (unit)
        scale = scale_of(*unit, "unit in " + called);
      else
        v.error(*matrix, "matrix in " + called + " needs unit = \"ns\", \"us\" or \"ms\"");
      r.one_way_ns = v.figures(*matrix, "matrix in " + called, m.devices.size(),
                               [&](node const& i) { return scaled(i, "matrix in " + called, scale); });
    }
    m.syncs.push_back(std::move(r));
  }
  void link(node const& n, std::string const& called) {
    if (!v.table(n, called, {"name", "match", "each", "bandwidth"})) return;
    on_sim::link_rule r{.match = match(n, called)};
    if (auto const* i = n.find("name"))
      r.name = v.text(*i, "name of " + called).value_or("");
    else
      v.error(n, called + " needs a name");
    if (auto const* i = n.find("each"))
      r.each = static_cast<on_sim::link_rule::instances>(
          v.word(*i, "each in " + called, {"one", "source", "destination", "device", "bridge"}));
    if (auto const* i = n.find("bandwidth")) r.bandwidth = v.rate(*i, "bandwidth in " + called).value_or(1);
    if (!(r.bandwidth > 0)) v.error(n, called + " needs a bandwidth above zero");
    m.links.push_back(std::move(r));
  }
  void fault(node const& n, std::string const& called) {
    if (!v.table(n, called, {"kind", "match", "after", "cell", "factor", "time"})) return;
    on_sim::fault_rule r{.match = match(n, called)};
    if (auto const* i = n.find("kind"))
      r.what = static_cast<on_sim::fault_rule::kind>(
          v.word(*i, "kind of " + called,
                 {"fail", "hang", "crash", "corrupt", "slow", "disappear", "stuck", "abort", "kill", "slow-start"}));
    else
      v.error(n,
              called + " needs a kind: fail, hang, crash, corrupt, slow, disappear, stuck, abort, kill or slow-start");
    if (auto const* i = n.find("after"))
      r.after = static_cast<std::size_t>(v.whole(*i, "after in " + called, 0, 1 << 30).value_or(0));
    if (auto const* i = n.find("cell"))
      r.only = static_cast<std::size_t>(v.whole(*i, "cell in " + called, 0, 1 << 30).value_or(0));
    if (n.find("cell") && n.find("after"))
      v.error(n, called + " says both cell and after: say which cell, or from which on");
    if (auto const* i = n.find("factor")) r.factor = v.number(*i, "factor in " + called).value_or(2);
    if (!(r.factor > 0)) v.error(n, "factor in " + called + " must be above zero");
    if (auto const* i = n.find("time")) r.start_ns = v.time(*i, "time in " + called).value_or(0);
    m.faults.push_back(std::move(r));
  }
  void jitter(node const& n) {
    if (!v.table(n, "[jitter]", {"kind", "cv"})) return;
    if (auto const* i = n.find("kind"))
      m.jitter = static_cast<on_sim::jitter_kind>(v.word(*i, "kind in [jitter]", {"none", "lognormal", "normal"}));
    if (auto const* i = n.find("cv"))
      m.jitter_cv = v.share(*i, "cv in [jitter]").value_or(0);
    else if (m.jitter != on_sim::jitter_kind::none)
      v.error(n, "[jitter] needs cv, for example cv = \"0.5%\"");
  }
};

inline loaded_model model_of(parsed document, std::string const& path) {
  loaded_model out{.problems = std::move(document.problems)};
  if (!out.problems.empty() || document.root.is != node::type::table) return out;
  document.root.where = {path, 1, 1};
  auto m = model_reader(out.problems).read(document.root, path);
  if (out.problems.empty()) out.value = std::move(m);
  return out;
}
}  // namespace detail

/// Reads a device-model file. All that is wrong is reported at once.
inline loaded_model load_model(std::string_view text, std::string const& path, parse_function parse) {
  return detail::model_of(parse(text, path), path);
}
}  // namespace lanemark
