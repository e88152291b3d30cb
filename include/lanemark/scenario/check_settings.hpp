// SPDX-License-Identifier: MIT
#pragma once
#include <optional>
#include <string>

#include <lanemark/scenario/check_axes.hpp>

namespace lanemark::detail {
inline void read_samples(node const& value, table_check const& outer, settings_change& out) {
  if (value.is == node::type::integer) {
    outer.found.error(value.where, outer.of("samples") + " must be a table such as { max = 160 }; for exactly " +
                                       std::to_string(value.number) +
                                       " samples write iterations = " + std::to_string(value.number));
    return;
  }
  if (!expect_table(value, "samples", outer)) return;
  auto const t = outer.inner(in_samples, outer.of("samples"));
  check_keys(value, t);
  for (auto const& m : value.members) {
    auto const* k = find_key(m.key, in_samples);
    if (!k) continue;
    if (m.key == "min") out.min_samples = whole_number_of(m.value, *k, t);
    if (m.key == "max") out.samples = whole_number_of(m.value, *k, t);
    if (m.key == "time") out.time = duration_of(m.value, *k, t);
    if (m.key != "precision") continue;
    out.precision = spelt(m.value, m.key, "\"1%\"", t, read_ratio);
    if (out.precision && (*out.precision <= 0 || *out.precision >= 1)) {
      t.found.error(m.value.where,
                    t.of(m.key) + " is " + in_quotes(m.value.text) + "; it must be above 0% and below 100%");
      out.precision.reset();
    }
  }
  if (out.min_samples && out.samples && *out.min_samples > *out.samples)
    t.found.error(value.find("max")->where, t.called + ": max = " + std::to_string(*out.samples) +
                                                " is below min = " + std::to_string(*out.min_samples));
}

inline void read_payload(key_info const& k, node const& value, table_check const& t, settings_change& out) {
  if (value.is == node::type::string && value.text == "seeded") {
    out.seeded = true;
    return;
  }
  std::optional<std::uint64_t> byte;
  if (value.is == node::type::string) {
    if (auto const word = read_word(value.text)) byte = *word;
  } else if (value.is == node::type::integer && value.number >= 0) {
    byte = static_cast<std::uint64_t>(value.number);
  }
  if (byte && *byte <= 255)
    out.constant = static_cast<std::uint8_t>(*byte);
  else
    t.found.error(value.where,
                  t.of(k.name) + " is " + to_toml(value) + "; it must be \"seeded\", or a byte such as 90 or \"0x5a\"");
}

/// Reads all settings that a table says. What is wrong is reported and left out.
inline settings_change read_settings(node const& table, table_check const& t) {
  settings_change out;
  for (auto const& m : table.members) {
    auto const* k = find_key(m.key, t.kind & set_in);
    if (!k || k->axis) continue;
    if (m.key == "samples") read_samples(m.value, t, out);
    if (m.key == "iterations") out.iterations = whole_number_of(m.value, *k, t);
    if (m.key == "warmup") out.warmup = whole_number_of(m.value, *k, t);
    if (m.key == "wait") out.wait = duration_of(m.value, *k, t);
    if (m.key == "timeout") out.timeout = duration_of(m.value, *k, t);
    if (m.key == "verify") out.verify = flag_of(m.value, *k, t);
    if (m.key == "pattern") read_payload(*k, m.value, t, out);
    if (m.key == "seed") out.seed = bits_of(m.value, *k, t);
    if (m.key == "flags") out.flags = bits_of(m.value, *k, t);
    if (m.key == "priority") out.priority = word_of(m.value, *k, t);
    if (m.key == "pages") out.pages = word_of(m.value, *k, t);
    if (m.key == "schedule") {
      out.schedule = word_of(m.value, *k, t);
      if (out.schedule == "rounds" && !t.has.rounds) unavailable(m.value, "schedule \"rounds\"", t);
    }
    if (m.key == "missing")
      if (auto const word = word_of(m.value, *k, t)) out.missing_fails = *word == "fail";
  }
  auto const* samples = table.find_member("samples");
  auto const* iterations = table.find_member("iterations");
  if (samples && iterations) {
    auto const samples_first =
        samples->where.line < iterations->where.line ||
        (samples->where.line == iterations->where.line && samples->where.column < iterations->where.column);
    t.found.error(
        (samples_first ? iterations : samples)->where,
        t.called +
            " says both samples and iterations; iterations = N is exactly N samples, samples = { ... } is until "
            "precise: keep one");
  }
  return out;
}
}  // namespace lanemark::detail
