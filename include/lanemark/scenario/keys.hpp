// SPDX-License-Identifier: MIT
#pragma once
#include <string_view>
#include <vector>

namespace lanemark {
/// Tables of a scenario file in which a key may stand.
enum table_kind : unsigned {
  in_root = 1U << 0U,
  in_scenario = 1U << 1U,
  in_target = 1U << 2U,
  in_expect = 1U << 3U,
  in_defaults = 1U << 4U,
  in_test = 1U << 5U,
  in_add = 1U << 6U,       ///< [[test.add]]
  in_exclude = 1U << 7U,   ///< [[test.exclude]], and `match` of [[test.override]]
  in_override = 1U << 8U,  ///< [[test.override]]
  in_set = 1U << 9U,       ///< `set` of [[test.override]]
  in_samples = 1U << 10U,
  in_range = 1U << 11U,  ///< { from, to, multiply }
  in_limit = 1U << 12U,
  in_limit_match = 1U << 13U,
  in_profile = 1U << 14U,
};

/// What a value must look like.
enum class value_kind {
  format,    ///< the number 1
  text,      ///< any string
  name,      ///< [A-Za-z0-9._-]{1,64}
  word,      ///< one of `values`
  words,     ///< one of `values`, or a list of them
  sizes,     ///< a size, a list of sizes, or a range
  size,      ///< one size
  lanes,     ///< a keyword, or lanes
  together,  ///< "all", or lists of directions
  sets,      ///< a list of device sets
  pairs,     ///< "all", or pairs of nodes
  devices,   ///< "all", or ids, labels, PCI addresses, UUIDs
  files,     ///< a list of paths
  texts,     ///< a string, or a list of strings
  count,     ///< a whole number in [low, high]
  counts,    ///< a whole number or a list of them
  bits,      ///< a whole number, or "0x..."
  payload,   ///< "seeded", or a byte
  flag,      ///< true or false
  duration,
  ratio,
  limit,   ///< a rate, a duration, or "80% of link"
  table,   ///< a table of its own
  tables,  ///< a list of tables
};

/// One key of the format. This table is what the check, the JSON Schema and the reference know of the format.
/// `values` holds the words of a word; `p2p=d2d` is a second spelling, `N` stands for a number.
struct key_info {
  std::string_view name;
  unsigned where;
  value_kind kind;
  std::string_view values{};
  std::string_view fallback{};  ///< what holds when nobody says it; empty: nothing, or required
  std::string_view applies{};   ///< axes: to which cells
  std::string_view doc{};
  unsigned long long low = 0, high = 0;  ///< of a count
  bool axis = false;
};

namespace detail {
constexpr unsigned chosen_in = in_defaults | in_test | in_add;            // where axes are chosen
constexpr unsigned matched_in = chosen_in | in_exclude | in_limit_match;  // and where cells are told apart by them
constexpr unsigned set_in = in_defaults | in_test | in_add | in_set;
constexpr unsigned long long most_samples = 10'000'000;
}  // namespace detail

inline constexpr key_info known_keys[] = {
    {"lanemark", in_root, value_kind::format, "", "", "", "Version of the file format, always 1. Required, and first.",
     1, 1},
    {"scenario", in_root, value_kind::table, "", "", "", "What this file is."},
    {"target", in_root | in_profile, value_kind::table, "", "", "", "Where it runs."},
    {"defaults", in_root | in_profile, value_kind::table, "", "", "", "Axes and settings for every test."},
    {"test", in_root, value_kind::tables, "", "", "", "A matrix of cells: the product of its axes."},
    {"limit", in_root, value_kind::tables, "", "", "",
     "A bound on the median of every cell that it matches; most keys matched wins."},
    {"profile", in_root, value_kind::table, "", "", "", "Named overlays, chosen by --profile."},

    {"name", in_scenario, value_kind::name, "", "", "", "Part of every series id. Required."},
    {"description", in_scenario, value_kind::text, "", "", "", "One line for readers."},
    {"extends", in_scenario, value_kind::files, "", "", "",
     "Files to start from, relative to this one; later ones win."},

    {"backend", in_target, value_kind::word, "auto host sim opencl cuda hip level-zero ascend rbln", "auto", "",
     "Who moves the bytes. auto: the first accelerator that is there, else host."},
    {"devices", in_target | in_defaults | in_test, value_kind::devices, "", "all", "",
     "Ids, labels, PCI addresses or UUIDs. A test may narrow what the target has."},
    {"model", in_target, value_kind::text, "", "", "", "Backend sim: a shipped model, or the path of one."},
    {"group", in_target, value_kind::count, "", "0", "", "Execution group: devices outside it are not seen.", 0, 65535},
    {"product", in_target, value_kind::text, "", "any", "", "Only devices whose product begins so."},
    {"granularity", in_target, value_kind::word, "auto numa l3 core", "auto", "",
     "Backend host: what counts as a device."},
    {"expect", in_target, value_kind::table, "", "", "",
     "What must be there, else nothing runs and the exit code is 4."},
    {"devices", in_expect, value_kind::count, "", "", "", "Number of devices.", 1, 1'000'000},
    {"nodes", in_expect, value_kind::count, "", "", "", "Number of nodes.", 1, 1'000'000},
    {"product", in_expect, value_kind::text, "", "", "", "Product of every device."},

    // axes, in the order in which they stand in a series id
    {"measure", detail::matched_in, value_kind::words, "bandwidth latency sync", "bandwidth", "all",
     "What is measured. sync, the signal latency between two devices, has no size.", 0, 0, true},
    {"direction", detail::matched_in, value_kind::words, "h2d d2h d2d p2p=d2d node", "", "all",
     "From where to where: host to device, device to host, device to device, node to node. Required.", 0, 0, true},
    {"mode", detail::matched_in, value_kind::words, "single bidirectional parallel", "single", "bandwidth, latency",
     "One lane at a time, a lane with its way back, or a set of lanes at once.", 0, 0, true},
    {"size", detail::matched_in, value_kind::sizes, "", "512MiB (bandwidth), 512B (latency)", "bandwidth, latency",
     "Bytes of one copy: a value, a list, or a range { from, to, multiply }.", 0, 0, true},
    {"lanes", detail::matched_in, value_kind::lanes, "all first chain ring self same", "all", "all",
     "Every lane of the direction, from the first device to each other, host to first to each other to host, a ring, "
     "inside one device; or lanes by name.",
     0, 0, true},
    {"together", detail::chosen_in, value_kind::together, "", "all", "mode parallel",
     "Which directions run at once: [[\"h2d\", \"d2h\"]] is both directions of every device.", 0, 0, true},
    {"sets", detail::chosen_in, value_kind::sets, "", "", "mode parallel",
     "Which devices run at once, a cell for each: [[0], [0, 1], \"all\"]."},
    {"nodes", detail::chosen_in, value_kind::pairs, "", "all", "direction node", "Ordered pairs of nodes: [\"0>1\"].",
     0, 0, true},
    {"affinity", detail::matched_in, value_kind::words, "near far each none node:N", "near",
     "the host end of h2d and d2h; the issuing thread of d2d on host",
     "Where the host end lies, seen from its device. each: every host node.", 0, 0, true},
    {"timer", detail::matched_in, value_kind::words, "auto steady tsc device", "auto", "what the backend has",
     "The clock.", 0, 0, true},
    {"issuer", detail::matched_in, value_kind::words, "auto source destination", "auto",
     "d2d; h2d and d2h where the host can issue",
     "Which end issues the copy: the source writes, the destination reads.", 0, 0, true},
    {"source_chiplet", detail::matched_in, value_kind::words, "N all off", "0", "device ends with several chiplets",
     "Chiplet of the source.", 0, 255, true},
    {"destination_chiplet", detail::matched_in, value_kind::words, "N all off", "0",
     "device ends with several chiplets", "Chiplet of the destination.", 0, 255, true},
    {"semantics", detail::matched_in, value_kind::words, "default load-store queue", "default",
     "where the backend has both",
     "How a copy is carried: load-store (UBMemory), by the issuing thread, or queue (URMA), posted to an engine.", 0, 0,
     true},
    {"cache", detail::matched_in, value_kind::words, "warm cold", "warm", "backend host",
     "Whether the caches may hold the bytes.", 0, 0, true},
    {"copy", detail::matched_in, value_kind::words, "auto memcpy stream rep engine put send shared", "auto",
     "backend host; between nodes",
     "How the CPU copies: memcpy, stream, rep; engine belongs to semantics queue. Between nodes: put, send, shared.", 0,
     0, true},
    {"protocol", detail::matched_in, value_kind::words, "auto two-lines compare-and-swap", "auto",
     "sync on backend host", "How the two sides signal; auto is two-lines, a cache line for each direction.", 0, 0,
     true},
    {"threads", detail::matched_in, value_kind::words, "N all", "1", "bandwidth on backend host",
     "Issuing threads that share the bytes of a lane.", 1, 65535, true},

    // settings
    {"samples", detail::set_in, value_kind::table, "", "", "",
     "Sampling until precise. Not beside iterations in one table; the innermost table wins."},
    {"iterations", detail::set_in, value_kind::count, "", "", "", "Exactly this many samples.", 1,
     detail::most_samples},
    {"warmup", detail::set_in, value_kind::count, "", "1", "", "Samples taken and thrown away first.", 0,
     detail::most_samples},
    {"wait", detail::set_in, value_kind::duration, "", "30s", "", "Patience for one copy, or one batch of copies."},
    {"timeout", detail::set_in, value_kind::duration, "", "5min", "", "Patience for the whole cell."},
    {"verify", detail::set_in, value_kind::flag, "", "true", "",
     "Compare every byte that arrived, outside the timed region."},
    {"pattern", detail::set_in, value_kind::payload, "seeded", "seeded", "",
     "Payload: seeded, or one repeated byte (0 to 255), which may run faster than real data and is warned of."},
    {"seed", detail::set_in, value_kind::bits, "", "1", "", "Seed of the payload."},
    {"priority", detail::set_in, value_kind::word, "min normal high kernel realtime", "normal", "",
     "Priority of the copies; what was obtained is in the report."},
    {"flags", detail::set_in, value_kind::bits, "", "0", "", "Context flags, passed on as they are."},
    {"pages", detail::set_in, value_kind::word, "huge small", "huge", "", "Pages of host memory."},
    {"schedule", detail::set_in, value_kind::word, "serial rounds", "serial", "",
     "One cell after the other, or rounds of disjoint pairs."},
    {"missing", detail::set_in, value_kind::word, "skip fail", "skip", "",
     "A cell that this machine cannot do: skip says so and goes on, fail makes the run incomplete (exit 4)."},
    {"min", in_samples, value_kind::count, "", "10", "", "At least this many samples.", 1, detail::most_samples},
    {"max", in_samples, value_kind::count, "", "160", "", "At most this many samples.", 1, detail::most_samples},
    {"precision", in_samples, value_kind::ratio, "", "1%", "",
     "Stop when the 95 % interval of the median is this narrow (half width)."},
    {"time", in_samples, value_kind::duration, "", "2s", "", "Budget for the samples of one cell."},
    {"from", in_range, value_kind::size, "", "", "", "First size. Required."},
    {"to", in_range, value_kind::size, "", "", "", "No size above this. Required."},
    {"multiply", in_range, value_kind::count, "", "2", "", "Factor from one size to the next.", 2, 1'000'000},

    // of a test alone
    {"name", in_test, value_kind::name, "", "", "", "Part of the series id. Required, unique."},
    {"tc", in_test, value_kind::counts, "", "", "", "Numbered test cases of rblnBandwidthLatencyTest.", 0, 6},
    {"exclude", in_test, value_kind::tables, "", "", "", "Cells to leave out: all keys of one table must match."},
    {"override", in_test, value_kind::tables, "", "", "", "Settings for the cells that match; later ones win."},
    {"add", in_test, value_kind::tables, "", "", "", "Complete extra cells beside the matrix."},
    {"match", in_override | in_limit, value_kind::table, "", "", "", "Which cells: all keys must match."},
    {"set", in_override, value_kind::table, "", "", "", "Settings to change. Required."},
    {"min", in_limit, value_kind::limit, "", "", "", "The median must not be below."},
    {"max", in_limit, value_kind::limit, "", "", "", "The median must not be above."},
    {"product", in_exclude | in_limit_match, value_kind::texts, "", "", "", "Product of the lane's device."},
    {"label", in_exclude | in_limit_match, value_kind::texts, "", "", "", "Label of the lane's device."},
    {"test", in_limit_match, value_kind::texts, "", "", "", "Name of the test."},
    {"tests", in_profile, value_kind::texts, "", "", "", "Only these tests."},
    {"test", in_profile, value_kind::table, "", "", "",
     "Changes to tests, by name: test.pairs = { size = \"64MiB\" }."},
};

/// The key of this name in this kind of table, or nullptr.
constexpr key_info const* find_key(std::string_view name, unsigned where) {
  for (auto const& k : known_keys)
    if (k.name == name && (k.where & where) != 0) return &k;
  return nullptr;
}

/// The words of `values`, split at blanks.
inline std::vector<std::string_view> split_words(std::string_view values) {
  std::vector<std::string_view> out;
  while (!values.empty()) {
    auto const n = values.find(' ');
    out.push_back(values.substr(0, n));
    values.remove_prefix(n == values.npos ? values.size() : n + 1);
  }
  return out;
}
}  // namespace lanemark
