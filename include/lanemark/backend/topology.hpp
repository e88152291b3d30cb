// SPDX-License-Identifier: MIT
#pragma once
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hwloc.h>

#include <lanemark/backend/distance.hpp>
#include <lanemark/backend/numa.hpp>
#include <lanemark/backend/sysfs.hpp>
#include <lanemark/core/ordering.hpp>
#include <lanemark/core/result.hpp>
#include <lanemark/core/say.hpp>

namespace lanemark {
/// Where a topology comes from. Both empty: the machine this runs on.
struct topology_source {
  std::string synthetic{};  ///< hwloc's synthetic notation, `pack:2 [numa] l3:1 core:4 pu:2`
  std::string xml{};        ///< path of an hwloc XML file, or the document itself (it starts with `<`)
};

namespace topology_detail {
class handle {
  hwloc_topology_t held;

 public:
  explicit handle(hwloc_topology_t t) noexcept : held(t) {}
  handle(handle&& other) noexcept : held(std::exchange(other.held, nullptr)) {}
  handle& operator=(handle&&) = delete;
  ~handle() {
    if (held != nullptr) hwloc_topology_destroy(held);
  }
  hwloc_topology_t get() const noexcept { return held; }
};
class bitmap {
  hwloc_bitmap_t held;

 public:
  explicit bitmap(hwloc_bitmap_t b) noexcept : held(b) {}
  bitmap(bitmap const&) = delete;
  bitmap& operator=(bitmap const&) = delete;
  ~bitmap() { hwloc_bitmap_free(held); }
  hwloc_bitmap_t get() const noexcept { return held; }
};

[[gnu::cold]] inline std::vector<int> indices(hwloc_const_bitmap_t set) {
  std::vector<int> out;
  if (set == nullptr || hwloc_bitmap_weight(set) < 0) return out;  // null or infinite: not a set of CPUs
  for (int i = hwloc_bitmap_first(set); i >= 0; i = hwloc_bitmap_next(set, i)) out.push_back(i);
  return out;
}

[[gnu::cold]] inline std::vector<int> common(std::vector<int> const& ids, hwloc_const_bitmap_t allowed) {
  std::vector<int> out;
  for (int id : ids)
    if (hwloc_bitmap_isset(allowed, static_cast<unsigned>(id))) out.push_back(id);
  return out;
}

/// The objects of a type: `for (auto const o : objects(h, HWLOC_OBJ_CORE))`.
class objects {
  hwloc_topology_t in;
  hwloc_obj_type_t type;
  hwloc_obj_t at;

 public:
  objects(hwloc_topology_t t, hwloc_obj_type_t of) : in(t), type(of), at(hwloc_get_next_obj_by_type(t, of, nullptr)) {}
  objects begin() const { return *this; }
  std::nullptr_t end() const { return nullptr; }
  bool operator!=(std::nullptr_t) const { return at != nullptr; }
  hwloc_obj_t operator*() const { return at; }
  objects& operator++() {
    at = hwloc_get_next_obj_by_type(in, type, at);
    return *this;
  }
};

// hwloc gives a node of memory alone the CPUs of the object it hangs below (the whole machine, or its initiators), so
// the CPUs a node really has must be told apart. The running kernel says it outright; a description does not, and there
// a CPU belongs to the smallest set that holds it, the first node of equal ones (main memory before what is attached).
[[gnu::cold]] inline std::vector<std::vector<int>> cpus_of_nodes(objects const& nodes, bool running) {
  std::vector<std::vector<int>> sets, out;
  bool told = running;
  for (auto const node : nodes) {
    sets.push_back(indices(node->cpuset));
    out.emplace_back();
    if (!told) continue;
    auto const text = read_text(say({"/sys/devices/system/node/node", node->os_index, "/cpulist"}));
    auto ids = text ? read_id_list(*text) : std::nullopt;
    if (ids)
      out.back() = std::move(*ids);
    else
      told = false;  // a kernel without NUMA has no such files
  }
  if (told) return out;
  for (auto& mine : out) mine.clear();
  int last = -1;
  for (auto const& set : sets)
    if (!set.empty()) last = std::max(last, set.back());
  for (int cpu = 0; cpu <= last; ++cpu) {
    auto best = sets.size();
    for (std::size_t i = 0; i < sets.size(); ++i)
      if (contains(sets[i], cpu) && (best == sets.size() || sets[i].size() < sets[best].size())) best = i;
    if (best < sets.size()) out[best].push_back(cpu);
  }
  return out;
}

// hwloc keeps no distances of a machine with one node; the kernel's own file has them.
[[gnu::cold]] inline std::vector<std::vector<int>> kernel_distances(topology const& t) {
  constexpr auto root = "/sys/devices/system/node/";
  auto const online = read_text(say({root, "online"}));
  auto const columns = online ? read_id_list(*online) : std::nullopt;
  std::vector<std::vector<int>> out;
  if (!columns) return {};
  for (auto const& node : t.nodes) {
    auto const text = read_text(say({root, "node", node.id, "/distance"}));
    if (!text) return {};
    std::vector<int> all, row;
    for (std::string_view rest = *text; !rest.empty();) {
      auto const space = rest.find(' ');
      auto const value = read_integer<int>(rest.substr(0, space));
      if (!value) return {};
      all.push_back(*value);
      rest = space == std::string_view::npos ? std::string_view{} : rest.substr(space + 1);
    }
    if (all.size() != columns->size()) return {};
    for (auto const& other : t.nodes)
      for (std::size_t i = 0; i < all.size(); ++i)
        if ((*columns)[i] == other.id) row.push_back(all[i]);
    if (row.size() != t.nodes.size()) return {};
    out.push_back(std::move(row));
  }
  return out;
}

[[gnu::cold]] inline std::vector<std::vector<int>> stated_distances(hwloc_topology_t h, topology const& t) {
  unsigned count = 1;
  hwloc_distances_s* d = nullptr;
  if (hwloc_distances_get_by_name(h, "NUMALatency", &count, &d, 0) != 0 || count == 0) {
    count = 1;  // files of older versions name it otherwise
    if (hwloc_distances_get_by_type(h, HWLOC_OBJ_NUMANODE, &count, &d, HWLOC_DISTANCES_KIND_MEANS_LATENCY, 0) != 0 ||
        count == 0)
      return {};
  }
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < t.nodes.size(); ++i) out.emplace_back().resize(t.nodes.size(), -1);
  for (unsigned i = 0; i < d->nbobjs; ++i)
    for (unsigned j = 0; j < d->nbobjs; ++j) {
      if (d->objs[i] == nullptr || d->objs[j] == nullptr) continue;
      auto const a = position_of_node(t, static_cast<int>(d->objs[i]->os_index));
      auto const b = position_of_node(t, static_cast<int>(d->objs[j]->os_index));
      if (a && b) out[*a][*b] = static_cast<int>(d->values[i * d->nbobjs + j]);
    }
  hwloc_distances_release(h, d);
  for (auto const& row : out)
    if (contains(row, -1)) return {};  // half a matrix would read as nearness
  return out;
}

[[gnu::cold]] inline result<handle> load(topology_source const& source) {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0)
    return problem{fault::failed, say({"hwloc could not be started: ", std::strerror(errno)})};
  handle h(raw);
  // These components open a vendor's driver to list its devices: slow, and in a process that only plans, a side effect.
  for (char const* driver : {"opencl", "cuda", "nvml", "rsmi", "levelzero", "gl"})
    hwloc_topology_set_components(raw, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, driver);
  // Everything is read and then cut down to what is allowed: hwloc alone would drop a node whose CPUs may be used but
  // whose memory may not, and with it the place of those CPUs.
  hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
  auto refused = [](std::string_view what, std::string_view remedy) {
    return problem{fault::invalid, say({what, ": ", std::strerror(errno), "; ", remedy})};
  };
  errno = 0;
  if (!source.synthetic.empty() && !source.xml.empty())
    return problem{fault::invalid, "a topology comes from a synthetic description or from XML, not from both"};
  if (!source.synthetic.empty()) {
    if (hwloc_topology_set_synthetic(raw, source.synthetic.c_str()) != 0)
      return refused(say({"synthetic topology '", source.synthetic, "' is not understood"}),
                     "write it as `pack:2 [numa] l3:1 core:4 pu:2`");
  } else if (!source.xml.empty()) {
    bool const document = source.xml.front() == '<';
    auto const name = document ? std::string("topology document") : say({"topology file '", source.xml, "'"});
    auto const remedy = "write one with `lstopo --export-xml-flags v2 FILE.xml`";
    int const rc = document
                       ? hwloc_topology_set_xmlbuffer(raw, source.xml.c_str(), static_cast<int>(source.xml.size() + 1))
                       : hwloc_topology_set_xml(raw, source.xml.c_str());
    if (rc != 0) return refused(say({name, " cannot be read"}), remedy);
    if (hwloc_topology_load(raw) != 0) return refused(say({name, " is not an hwloc topology"}), remedy);
    return h;
  }
  if (hwloc_topology_load(raw) != 0)
    return problem{fault::failed, say({"hwloc could not read the topology: ", std::strerror(errno)})};
  return h;
}
}  // namespace topology_detail

/// Reads the nodes, caches, cores and distances this process may use: limited by its cpuset or container, and on the
/// running machine by its CPU binding (`taskset`, a launcher), so call it before any thread is pinned.
/// Trouble: a description that cannot be read, or hwloc failing.
[[gnu::cold]] inline result<topology> read_topology(topology_source const& source = {}) {
  using namespace topology_detail;
  auto loaded = load(source);
  if (!loaded) return loaded.error();
  auto const h = loaded->get();
  topology t{.this_system = hwloc_topology_is_thissystem(h) != 0};

  bitmap const usable(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(h)));
  bitmap const bound(hwloc_bitmap_alloc());
  if (t.this_system && hwloc_get_cpubind(h, bound.get(), HWLOC_CPUBIND_PROCESS) == 0)
    hwloc_bitmap_and(usable.get(), usable.get(), bound.get());
  auto const memory_allowed = hwloc_topology_get_allowed_nodeset(h);

  auto const cpus = cpus_of_nodes(objects(h, HWLOC_OBJ_NUMANODE), t.this_system);
  std::size_t n = 0;
  for (auto const o : objects(h, HWLOC_OBJ_NUMANODE)) {
    bool const may = hwloc_bitmap_isset(memory_allowed, o->os_index) != 0;
    topology::node node{.id = static_cast<int>(o->os_index),
                        .cpus = common(cpus[n++], usable.get()),
                        .memory = may ? o->attr->numanode.local_memory : 0};
    if (node.cpus.empty() && node.memory == 0) continue;
    t.nodes.push_back(std::move(node));
    for (auto i = t.nodes.size() - 1; i > 0 && t.nodes[i].id < t.nodes[i - 1].id; --i)
      std::swap(t.nodes[i], t.nodes[i - 1]);
  }

  for (auto const o : objects(h, HWLOC_OBJ_L3CACHE)) {
    auto mine = common(indices(o->cpuset), usable.get());
    if (mine.empty()) continue;
    int const node = node_of_cpu(t, mine.front());
    t.caches.push_back({.cpus = std::move(mine), .size = o->attr->cache.size, .node = node});
  }
  for (auto const kind : {HWLOC_OBJ_CORE, HWLOC_OBJ_PU}) {
    if (!t.cores.empty()) break;  // some machines name no cores: each CPU is one
    for (auto const o : objects(h, kind)) {
      auto mine = common(indices(o->cpuset), usable.get());
      if (mine.empty()) continue;
      topology::core core{.node = node_of_cpu(t, mine.front())};
      for (std::size_t i = 0; i < t.caches.size(); ++i)
        if (contains(t.caches[i].cpus, mine.front())) core.l3 = static_cast<int>(i);
      core.cpus = std::move(mine);
      t.cores.push_back(std::move(core));
    }
  }

  for (auto const o : objects(h, HWLOC_OBJ_PACKAGE)) t.packages += hwloc_bitmap_intersects(o->cpuset, usable.get());
  for (auto const pu : objects(h, HWLOC_OBJ_PU)) {
    if (!hwloc_bitmap_isset(usable.get(), pu->os_index)) continue;
    std::uint64_t last = 0;
    for (auto o = pu->parent; o != nullptr; o = o->parent)
      if (hwloc_obj_type_is_dcache(o->type)) last = o->attr->cache.size;
    t.last_level_cache = std::max(t.last_level_cache, last);
  }
  t.distances = stated_distances(h, t);
  if (t.distances.empty() && t.this_system) t.distances = kernel_distances(t);
  return t;
}
}  // namespace lanemark
