// SPDX-License-Identifier: MIT
#include <lanemark/scenario/load.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <lanemark_catch2.hpp>

#include "support.hpp"

using namespace lanemark;

namespace {
std::string const top = "lanemark = 1\n[scenario]\nname = \"s\"\n";
std::string const pairs = "[[test]]\nname = \"pairs\"\ndirection = \"d2d\"\n";

loaded with(std::string const& text, scenario_source const& source) { return load({{"f", top + text}}, "f", source); }
std::string first_problem(loaded const& l) { return l.problems.empty() ? "" : to_string(l.problems[0]); }
}  // namespace

TEST_CASE("five mistakes are five located messages", "[load]") {
  auto const l = load({{"night.toml", R"(lanemark = 1
[scenario]
name = "night ly"
[defaults]
wait = "30"
[[test]]
name = "pairs"
direction = ["h2d", "d2dd"]
sise = "4K"
size = "4KB"
)"}},
                      "night.toml");
  CHECK_FALSE(l.value);
  CHECK(
      said(l) ==
      lines{
          R"(night.toml:3:8: error: name in [scenario] is "night ly"; it must be 1 to 64 of the characters A-Z a-z 0-9 . _ -)",
          R"(night.toml:5:8: error: wait in [defaults]: "30" is not a duration: it has no unit; write for example 500ns, 30us, 2ms, 1.5s, 5min or 1h)",
          R"(night.toml:8:21: error: unknown direction "d2dd" in [[test]] "pairs"; did you mean "d2d"?)",
          R"(night.toml:9:1: error: unknown key "sise" in [[test]] "pairs"; did you mean "size"?)",
          R"(night.toml:10:8: error: size in [[test]] "pairs": "4KB" is ambiguous, 1000 or 1024? write "4KiB" for powers of 1024, or 4000 for powers of 1000)"});
}

TEST_CASE("the format version is required, first, and 1", "[load]") {
  auto say = [](std::string const& text) { return first_problem(load({{"f", text}}, "f")); };
  std::string const rest = "[scenario]\nname = \"s\"\n" + pairs;
  CHECK(say("lanemark = 1\n" + rest).empty());
  CHECK(say(rest) == "f:1:1: error: missing key \"lanemark\"; the first line must be lanemark = 1");
  CHECK(say("lanemark = 2\n" + rest) ==
        "f:1:12: error: lanemark = 2 is no format this version reads; it reads lanemark = 1");
  CHECK(say("lanemark = \"1\"\n" + rest) ==
        "f:1:12: error: lanemark = \"1\" is no format this version reads; it reads lanemark = 1");
  CHECK(say("scenario.name = \"s\"\nlanemark = 1\n" + pairs) ==
        "f:2:1: error: lanemark = 1 must be the first key of the file");
  CHECK(say("") == "f:1:1: error: missing key \"lanemark\"; the first line must be lanemark = 1");
}

TEST_CASE("a scenario needs a name and a test", "[load]") {
  CHECK(said(load({{"f", "lanemark = 1\n"}}, "f")) ==
        lines{"f:1:1: error: missing name in [scenario]; write for example name = \"nightly\"",
              "f:1:1: error: there is no [[test]], so nothing would be measured"});
  CHECK(said(load({{"f", "lanemark = 1\n[scenario]\ndescription = \"\"\n" + pairs}}, "f")) ==
        lines{"f:2:1: error: missing name in [scenario]; write for example name = \"nightly\"",
              "f:3:15: error: description in [scenario] is empty"});
  CHECK(said(load({{"f", top + "[test.pairs]\ndirection = \"d2d\"\n"}}, "f")) ==
        lines{"f:4:1: error: test must be a list of tables; write [[test]] with a name inside"});
}

TEST_CASE("a file that cannot be read is named", "[load]") {
  CHECK(said(load({}, "x.toml")) == lines{"x.toml: error: cannot read the scenario: no such file"});
}

TEST_CASE("extends: tables merge by key, tests by name, limits append, lists replace", "[load]") {
  memory const files = {{"dir/top.toml", R"(lanemark = 1
[scenario]
name = "top"
extends = ["base.toml", "sub/../more.toml"]
[defaults]
samples = { max = 20 }
[[test]]
name = "pairs"
size = ["8K"]
[[test]]
name = "own"
direction = "h2d"
[[limit]]
min = "2 GB/s"
)"},
                        {"dir/base.toml", R"(lanemark = 1
[scenario]
name = "base"
description = "of the base"
[target]
devices = [0, 1]
[defaults]
samples = { min = 5, time = "1s" }
warmup = 4
[[test]]
name = "pairs"
direction = ["d2d", "h2d"]
size = ["1K", "2K"]
lanes = "ring"
[[limit]]
min = "1 GB/s"
)"},
                        {"dir/more.toml", "lanemark = 1\n[defaults]\nwarmup = 6\n"}};
  auto const l = load(files, "dir/top.toml");
  REQUIRE(said(l).empty());
  auto const& s = *l.value;
  CHECK(s.name == "top");
  CHECK(s.description == "of the base");
  CHECK(s.path == "dir/top.toml");
  CHECK(s.on.devices == lines{"0", "1"});
  REQUIRE(s.tests.size() == 2);
  CHECK(s.tests[0].name == "pairs");
  CHECK(s.tests[0].axes.direction == lines{"d2d", "h2d"});
  CHECK(s.tests[0].axes.size == std::vector<std::uint64_t>{8192});
  CHECK(s.tests[0].axes.lanes.keyword == "ring");
  CHECK(s.tests[0].keys.how.min_samples == 5);
  CHECK(s.tests[0].keys.how.samples == 20);
  CHECK(s.tests[0].keys.how.warmup == 6);  // the later base wins
  CHECK(s.tests[1].name == "own");
  REQUIRE(s.limits.size() == 2);
  CHECK(s.limits[0].min == 1e9);
  CHECK(s.limits[1].min == 2e9);
  auto where = [&](std::string const& key) {
    for (auto const& o : s.origins)
      if (o.key == key) return o.value + " " + o.where;
    return std::string("nowhere");
  };
  CHECK(where("test.pairs.size") == "[\"8K\"] dir/top.toml:9:8");
  CHECK(where("test.pairs.lanes") == "\"ring\" dir/base.toml:14:9");
  CHECK(where("defaults.warmup") == "6 dir/more.toml:3:10");
  CHECK(where("limit.2.min") == "\"2 GB/s\" dir/top.toml:14:7");
}

TEST_CASE("a layer that counts exactly takes the samples of the layer below away, and the other way round", "[load]") {
  memory files = {
      {"f", "lanemark = 1\nscenario.extends = [\"b\"]\nscenario.name = \"s\"\n[defaults]\niterations = 3\n" + pairs},
      {"b", "lanemark = 1\n[defaults]\nsamples = { max = 20 }\n"}};
  CHECK(load(files, "f").value.value().tests[0].keys.how.iterations == 3);
  files["f"] =
      "lanemark = 1\nscenario.extends = [\"b\"]\nscenario.name = \"s\"\n[defaults]\nsamples = { max = 30 }\n" + pairs;
  files["b"] = "lanemark = 1\n[defaults]\niterations = 3\n";
  auto const s = load(files, "f").value.value();
  CHECK(s.tests[0].keys.how.iterations == 0);
  CHECK(s.tests[0].keys.how.samples == 30);
}

TEST_CASE("extends: what is wrong names both files", "[load]") {
  auto ext = [](std::string const& list) {
    return "lanemark = 1\n[scenario]\nname = \"s\"\nextends = " + list + "\n" + pairs;
  };
  CHECK(said(load({{"a/f", ext("[\"gone.toml\"]")}}, "a/f")) ==
        lines{"a/f:4:12: error: cannot read \"a/gone.toml\", which this file extends: no such file"});
  CHECK(said(load({{"a", ext("[\"b\"]")}, {"b", ext("[\"c\"]")}, {"c", ext("[\"b\"]")}}, "a")) ==
        lines{"c:4:12: error: \"b\" extends itself: b -> c -> b"});
  CHECK(said(load({{"./a", ext("[\"a\"]")}}, "./a")) == lines{"./a:4:12: error: \"a\" extends itself: ./a -> ./a"});
  CHECK(said(load({{"a", ext("\"b\"")}}, "a")) ==
        lines{"a:4:11: error: extends in [scenario] must be a list of paths such as [\"base.toml\"], not a string"});
  CHECK(said(load({{"a", ext("[3, \"b\"]")}, {"b", "x = \n"}}, "a")).size() == 2);  // both files at once
  // a mistake in a base is reported there
  CHECK(said(load({{"a", ext("[\"b\"]")}, {"b", "lanemark = 1\n[[test]]\nname = \"q\"\ndirection = \"x\"\n"}}, "a"))[0]
            .starts_with("b:4:13: error: "));
}

TEST_CASE("a base that is reached twice says its limits once", "[load]") {
  auto ext = [](std::string const& list) { return "lanemark = 1\n[scenario]\nname = \"s\"\nextends = " + list + "\n"; };
  auto const l = load({{"f", ext("[\"b\", \"c\"]") + pairs},
                       {"b", ext("[\"d\"]")},
                       {"c", ext("[\"d\"]")},
                       {"d", "lanemark = 1\n[[limit]]\nmin = \"1 GB/s\"\n"}},
                      "f");
  REQUIRE(l.value);
  CHECK(l.value->limits.size() == 1);
}

TEST_CASE("endless and exploding extends end", "[load]") {
  memory files;
  for (int i = 0; i < 40; ++i) {  // 2^40 paths through 40 files
    auto const next = std::to_string(i + 1);
    files[std::to_string(i)] =
        "lanemark = 1\n[scenario]\nname = \"s\"\nextends = [\"" + next + "\", \"" + next + "\"]\n";
  }
  files["40"] = top + pairs;
  auto const l = load(files, "0");
  CHECK_FALSE(l.value);
  CHECK(first_problem(l).find("more than 1000 files") != std::string::npos);
}

TEST_CASE("the hash is that of the bytes, which is what sha256sum prints", "[load]") {
  auto const text = top + pairs;
  CHECK(load({{"f", text}}, "f").value.value().sha256 == sha256(text));
  auto const more = "lanemark = 1\n[scenario]\nname = \"t\"\nextends = [\"f\"]\n";
  CHECK(load({{"f", text}, {"g", more}}, "g").value.value().sha256 == sha256(more + text));
}

TEST_CASE("a profile lies over the files", "[load]") {
  auto const text = R"([defaults]
samples = { max = 20 }
warmup = 2
[[test]]
name = "pairs"
direction = "d2d"
size = ["1G", "4K"]
  [[test.exclude]]
  size = "1G"
[[test]]
name = "other"
direction = "h2d"
[profile.smoke]
tests = ["pairs"]
defaults = { iterations = 3 }
test.pairs = { size = "64MiB" }
target.granularity = "core"
[profile.slow]
defaults.warmup = 50
)";
  auto const l = with(text, {.profile = "smoke"});
  REQUIRE(l.value);
  CHECK(said(l) ==
        lines{"f:12:3: note: exclude 1 of [[test]] \"pairs\" can match no cell of this test, because of its size"});
  REQUIRE(l.value->tests.size() == 1);
  auto const& t = l.value->tests[0];
  CHECK(t.keys.how.iterations == 3);
  CHECK(t.keys.how.warmup == 2);
  CHECK(t.axes.size == std::vector<std::uint64_t>{67108864});
  CHECK(l.value->on.granularity == "core");
  bool seen = false;
  for (auto const& o : l.value->origins) {
    CHECK_FALSE(o.key.starts_with("profile"));
    seen = seen || (o.key == "test.pairs.size" && o.where == "profile smoke, f:19:23");
  }
  CHECK(seen);
  CHECK(with(text, {}).value.value().tests.size() == 2);
  CHECK(said(with(text, {.profile = "smok"})) ==
        lines{"--profile smok: error: unknown profile \"smok\"; known are smoke, slow"});
  CHECK(said(with(pairs, {.profile = "x"})) == lines{"--profile x: error: f has no profiles"});
}

TEST_CASE("profiles that are not chosen are checked too", "[load]") {
  expected const table[] = {
      {R"([profile.a]
tests = ["x"])",
       {R"(f:8:10: error: unknown test "x" in [profile.a]; known are t)"}},
      {R"([profile.a]
test.u = { size = 4 })",
       {R"(f:8:6: error: unknown test "u" in [profile.a]; known are t)"}},
      {R"([profile.a]
test.t = { sise = 4 })",
       {R"(f:8:12: error: unknown key "sise" in [[test]] "t"; did you mean "size"?)"}},
      {R"([profile.a]
iterations = 3)",
       {R"(f:8:1: error: unknown key "iterations" in [profile.a]; it belongs into [defaults] or [[test]])"}},
      {R"([profile]
a = 3)",
       {R"(f:8:5: error: profile.a in the file must be a table, not a whole number)"}},
      {R"([profile.a]
defaults = { iterations = 0 })",
       {R"(f:8:27: error: iterations in [defaults] is 0; it must be from 1 to 10000000)"}},
  };
  for (auto const& row : table) {
    CAPTURE(row.body);
    CHECK(said_of(row.body) == row.says);
  }
  // what is wrong elsewhere is said once, not once a profile
  CHECK(said_of("sise = 3\n[profile.a]\ndefaults.warmup = 1\n[profile.b]\ndefaults.warmup = 1").size() == 1);
}

TEST_CASE("--set lies over everything", "[load]") {
  auto const text =
      "[defaults]\nsamples = { max = 20 }\n[[test]]\nname = \"pairs\"\ndirection = \"d2d\"\nsize = \"1G\"\n"
      "[[test]]\nname = \"a.b\"\ndirection = \"h2d\"\n[profile.p]\ntest.pairs.size = \"2G\"\n";
  auto set = [&](std::vector<std::string> const& list) { return with(text, {.set = list, .profile = "p"}); };
  using sizes = std::vector<std::uint64_t>;
  CHECK(set({}).value.value().tests[0].axes.size == sizes{2147483648});
  CHECK(set({"test.pairs.size=[\"4K\",\"1M\"]"}).value.value().tests[0].axes.size == sizes{4096, 1048576});
  CHECK(set({"test.pairs.size=64MiB"}).value.value().tests[0].axes.size == sizes{67108864});  // a bare word is a string
  CHECK(set({"test.pairs.size=4096"}).value.value().tests[0].axes.size == sizes{4096});
  CHECK(set({"test.pairs.size={ from = 1, to = 4 }"}).value.value().tests[0].axes.size == sizes{1, 2, 4});
  CHECK(set({"test.pairs.size=4K", "test.pairs.size=8K"}).value.value().tests[0].axes.size == sizes{8192});
  CHECK(set({"test.a.b.size=4K"}).value.value().tests[1].axes.size == sizes{4096});
  CHECK(set({"test.\"a.b\".size=4K"}).value.value().tests[1].axes.size == sizes{4096});
  CHECK(set({"test.pairs={ size = 1, warmup = 0 }"}).value.value().tests[0].axes.size == sizes{1});
  CHECK(set({"defaults.iterations=7"}).value.value().tests[0].keys.how.iterations == 7);
  CHECK(set({"defaults.samples.max=70"}).value.value().tests[0].keys.how.samples == 70);
  CHECK(set({"target.granularity=core"}).value.value().on.granularity == "core");
  CHECK(set({"scenario.name=other"}).value.value().name == "other");
  CHECK(set({"test.pairs.lanes=0>1"}).value.value().tests[0].axes.lanes.named == lines{"0>1"});
  CHECK(set({"limit=[{ min = \"1 GB/s\" }]"}).value.value().limits.size() == 1);
  CHECK(set({"test.pairs.size=64MiB"}).value.value().origins.size() > 0);

  struct {
    char const* set;
    char const* says;
  } const table[] = {
      {"test.pairs.sise=4K", "unknown key \"sise\" in [[test]] \"pairs\"; did you mean \"size\"?"},
      {"test.pears.size=4K", "unknown test \"pears\"; did you mean \"pairs\"?"},
      {"test.size=4K", "unknown test \"size\"; known are pairs, a.b"},
      {"test=4K", "say which test: --set test.NAME.KEY=VALUE; known are pairs, a.b"},
      {"test.pairs=4K", "a test is a table; set one of its keys: --set test.pairs.size=64MiB"},
      {"tests.pairs.size=4K", "unknown key \"tests\" in the file; did you mean \"test\"?"},
      {"defaults.warmpu=4", "unknown key \"warmpu\" in [defaults]; did you mean \"warmup\"?"},
      {"defaults.warmup=x", "warmup in [defaults] must be a whole number, not a string"},
      {"defaults.warmup=2020-01-01", "warmup in [defaults] must be a whole number, not a string"},
      {"defaults=3", "defaults in the file must be a table, not a whole number"},
      {"test.pairs.size=[\"4K\"",
       "\"[\\\"4K\\\"\" is no value: not TOML: Error while parsing array: encountered end-of-file"},
      {"test.pairs.size=", "\"\" is no value: the value is empty"},
      {"test.pairs.size=1\nname=2", "\"1\\x0aname=2\" is no value: it must be one value"},
      {"test.pairs.size", "this is no PATH=VALUE; write for example --set test.pairs.size='[\"4K\", \"1M\"]'"},
      {"test..size=4K", "this is no PATH=VALUE; write for example --set test.pairs.size='[\"4K\", \"1M\"]'"},
      {"=4K", "this is no PATH=VALUE; write for example --set test.pairs.size='[\"4K\", \"1M\"]'"},
      {"test.\"pairs.size=4K", "this is no PATH=VALUE; write for example --set test.pairs.size='[\"4K\", \"1M\"]'"},
      {"limit.1.min=3", "limits have no names to address; set the whole list: --set 'limit=[{ min = \"20 GB/s\" }]'"},
      {"lanemark=2", "\"lanemark\" cannot be set from the command line: it is settled when files are read"},
      {"profile.p.tests=x",
       "\"profile.p.tests\" cannot be set from the command line: it is settled when files are read"},
      {"scenario.extends=[\"x\"]",
       "\"scenario.extends\" cannot be set from the command line: it is settled when files are read"},
  };
  for (auto const& row : table) {
    CAPTURE(row.set);
    CHECK(said(set({row.set})) == lines{"--set " + std::string(row.set) + ": error: " + row.says});
  }
}

TEST_CASE("an exclude that --set leaves without work is a note, one that never had any an error", "[load]") {
  auto const text = pairs + "size = [\"4K\", \"1G\"]\n[[test.exclude]]\nsize = \"1G\"\n";
  CHECK(said(with(text, {.set = {"test.pairs.size=4K"}})) ==
        lines{"f:9:1: note: exclude 1 of [[test]] \"pairs\" can match no cell of this test, because of its size"});
  CHECK(
      first_problem(with(pairs + "size = 4096\n[[test.exclude]]\nsize = \"1G\"\n", {.set = {"test.pairs.size=1G"}})) ==
      "f:9:1: error: exclude 1 of [[test]] \"pairs\" can match no cell of this test, because of its size");
}

TEST_CASE("--backend, --devices and --model lie over the target", "[load]") {
  auto const text = "[target]\nbackend = \"cuda\"\ndevices = [0]\n" + pairs;
  CHECK(first_problem(with(text, {})) ==
        "f:5:11: error: backend \"cuda\" is not available in this build (this build has: host)");
  auto const s = with(text, {.backend = "host", .devices = "1,core0"}).value.value();
  CHECK(s.on.backend == "host");
  CHECK(s.on.devices == lines{"1", "core0"});
  for (auto const& o : s.origins)
    if (o.key == "target.devices") CHECK(o.where == "--devices 1,core0");
  CHECK_FALSE(with(text, {.backend = "host", .devices = "all"}).value.value().on.devices);
  CHECK(said(with(text, {.backend = "hots"})) ==
        lines{"--backend hots: error: unknown backend \"hots\" in [target]; did you mean \"host\"?"});
  CHECK(said(with(text, {.backend = "host", .devices = "0,,1"})) ==
        lines{"--devices 0,,1: error: there is an empty name in the list; write for example --devices 0,1"});
  CHECK(said(with(text, {.backend = "host", .devices = "0,0"})) ==
        lines{"--devices 0,0: error: devices in [target] lists \"0\" twice"});
  CHECK(with(text, {.set = {"target.devices=[2]"}, .backend = "host"}).value.value().on.devices == lines{"2"});

  auto const m =
      load({{"f", top + text}}, "f", {.model = "rbln-cr13-x8"}, {.backends = {"host", "sim"}, .models = true});
  REQUIRE(m.value);
  CHECK(m.value->on.model == "rbln-cr13-x8");
  CHECK(m.value->on.backend == "sim");  // only sim has models
  CHECK(said(with(pairs, {.model = "x"})) ==
        lines{"--model x: error: backend \"sim\" is not available in this build (this build has: host)",
              "--model x: error: model in [target] is not available in this build"});
}

TEST_CASE("every shipped scenario loads without a word, and the profile of quickstart too", "[load]") {
  namespace fs = std::filesystem;
  auto const folder = fs::path(__FILE__).parent_path() / "../../../scenarios";
  auto const read = [](std::string const& name) -> result<std::string> {
    std::ifstream file(name, std::ios::binary);
    if (!file) return problem{fault::failed, "no such file"};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  };
  auto const parse = [](std::string_view text, std::string const& file) { return parse_text(text, file); };
  std::size_t n = 0;
  for (auto const& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    auto const l = load_scenario(entry.path().string(), {}, read, parse, {});
    CHECK(said(l).empty());
    REQUIRE(l.value);
    CHECK(l.value->name == entry.path().stem().string());
    ++n;
  }
  CHECK(n >= 5);
  CHECK(load_scenario((folder / "quickstart.toml").string(), {.profile = "smoke"}, read, parse, {}).problems.empty());
}
