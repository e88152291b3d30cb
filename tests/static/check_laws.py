#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_laws.py LAW...: the rules of the source tree that no compiler enforces. Without LAW: all of them."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = ROOT / "include" / "lanemark"
UMBRELLA = INCLUDE / "lanemark.hpp"

# A header includes its own layer and those before it.
LAYERS = ["core", "policy", "backend", "measure", "plan", "scenario", "run", "fabric", "judge", "report", "vendor", "tools"]

# Where a third party may enter: its headers, the files that may include them.
THIRD_PARTIES = {
    "hwloc": (r"hwloc\.h|hwloc/.*", r"include/lanemark/backend/topology\.hpp"),
    "dlfcn": (r"dlfcn\.h", r"include/lanemark/backend/loader\.hpp"),
    "range-v3": (r"range/v3/.*", r"include/lanemark/plan/expand\.hpp"),
    "toml++": (r"toml\+\+/.*", r"include/lanemark/scenario/read\.hpp"),
    "MPI": (r"mpi\.h", r"include/lanemark/fabric/.*"),
    "fmt": (r"fmt/.*", r"include/lanemark/report/.*|tools/.*"),
    "nlohmann_json": (r"nlohmann/.*", r"include/lanemark/report/json[^/]*\.hpp"),
    "CLI11": (r"CLI/.*", r"tools/.*"),
}
# What else may stand in <>: the C++ library, and the system by these folders.
SYSTEM = r"[a-z0-9_]+|[a-z0-9_]+\.h|(sys|linux|asm|arpa|gnu|net|netinet)/[a-z0-9_./-]+\.h"

# Headers that cost a harness compile time, and the files that must do without.
HEAVY = {"iostream", "regex", "filesystem", "functional", "map", "sstream", "condition_variable"}
LIGHT = r"(core|policy|backend/host|measure)/.*|backend/topology\.hpp|report/text\.hpp"

# The library neither ends the process, nor reads the environment, nor prints on its own.
NOISE = [
    (r"(?<![\w.>:])(std::|::)?(exit|quick_exit|abort|terminate)\s*\(", "ends the process; return a problem"),
    (r"(?<![\w.>:])(std::|::)?(getenv|secure_getenv|setenv|putenv)\s*\(", "touches the environment; take a parameter"),
    (r"(?<![\w.>:])(std::|::)?(printf|puts|putchar|vprintf|perror)\s*\(", "prints; write to a stream the caller named"),
    (r"std::(cout|cerr|clog|cin)\b", "uses a global stream; take one from the caller"),
    (r"(?<![\w.>])(std::|::)?(stdout|stderr|stdin)\b", "uses a global stream; take one from the caller"),
    (r"fmt::print\(\s*\"", "prints; write to a stream the caller named"),
]


def headers():
    return sorted(INCLUDE.rglob("*.hpp"))


def name(path):
    return path.relative_to(ROOT).as_posix()


def includes(path):
    """(line number, delimiter, what) of each include."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r"\s*#\s*include\s*([<\"])([^>\"]+)", line)
        if found:
            yield number, found[1], found[2]


def code(text):
    """The text with comments and the insides of literals blanked, lines kept."""
    blank = lambda m: m[0][0] + re.sub(r"[^\n]", " ", m[0][1:-1]) + m[0][-1] if m[0][0] in "\"'" else re.sub(r"[^\n]", " ", m[0])
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", blank, text, flags=re.S)


def layer(path):
    """The layer of a header or of a driver's source; None for the umbrella and the version."""
    parts = path.relative_to(ROOT).parts
    if parts[0] == "tools":
        return "tools"
    return parts[2] if len(parts) > 3 else None


def law_shape():
    for path in headers():
        lines = path.read_text().splitlines()
        if lines[:1] != ["// SPDX-License-Identifier: MIT"]:
            yield f"{name(path)}:1: the first line is not '// SPDX-License-Identifier: MIT'"
        if lines[1:2] != ["#pragma once"]:
            yield f"{name(path)}:2: the second line is not '#pragma once'"
        if len(lines) > 400:
            yield f"{name(path)}: {len(lines)} lines; above 400 a header holds more than one noun, split it"
        if path.parent != INCLUDE and layer(path) not in LAYERS:
            yield f"{name(path)}: '{layer(path)}' is no layer; the layers are {', '.join(LAYERS)}"
        for number, line in enumerate(code(path.read_text()).splitlines(), 1):
            macro = re.match(r"\s*#\s*define\s+(\w+)", line)
            if macro and not macro[1].startswith("LANEMARK_"):
                yield f"{name(path)}:{number}: defines the macro {macro[1]}; every user of the header would see it"
            if re.match(r"using\s+namespace\s", line):
                yield f"{name(path)}:{number}: 'using namespace' in a header; every user of the header would see it"


def law_layers():
    for path in headers() + sorted((ROOT / "tools" / "lanemark").rglob("*.[ch]pp")):
        own = layer(path)
        if path == UMBRELLA or (own is not None and own not in LAYERS):
            continue
        for number, delimiter, what in includes(path):
            target = what.split("/")
            if delimiter == '"':
                if own != "tools":
                    yield f'{name(path)}:{number}: includes "{what}"; write <lanemark/layer/noun.hpp>'
                continue
            if target[0] != "lanemark" or what == "lanemark/version.hpp":
                continue
            if what == "lanemark/lanemark.hpp":
                if own != "tools":
                    yield f"{name(path)}:{number}: includes the umbrella; name the headers that are needed"
            elif not (ROOT / "include" / what).exists():
                if own != "tools":
                    yield f"{name(path)}:{number}: <{what}> does not exist"
            elif own is None or LAYERS.index(target[1]) > LAYERS.index(own):
                yield f"{name(path)}:{number}: layer '{own}' includes <{what}> of a later layer; the order is {' < '.join(LAYERS)}"


def law_third_parties():
    for path in headers() + sorted((ROOT / "tools" / "lanemark").rglob("*.[ch]pp")):
        for number, delimiter, what in includes(path):
            if delimiter == '"' or what.startswith("lanemark/"):
                continue
            for party, (theirs, ours) in THIRD_PARTIES.items():
                if re.fullmatch(theirs, what):
                    if not re.fullmatch(ours, name(path)):
                        yield f"{name(path)}:{number}: <{what}>: {party} may only be included by {ours}"
                    break
            else:
                if not re.fullmatch(SYSTEM, what):
                    yield f"{name(path)}:{number}: <{what}> belongs to no library that lanemark uses"


def law_light():
    for path in headers():
        if re.fullmatch(LIGHT, path.relative_to(INCLUDE).as_posix()):
            for number, _, what in includes(path):
                if what in HEAVY:
                    yield f"{name(path)}:{number}: <{what}> costs every harness compile time; it has no place in this header"


def law_quiet():
    for path in headers():
        for number, line in enumerate(code(path.read_text()).splitlines(), 1):
            for pattern, why in NOISE:
                found = re.search(pattern, line)
                if found:
                    yield f"{name(path)}:{number}: '{found[0].strip()}' {why}"


def law_umbrella():
    if not UMBRELLA.exists():
        return
    for number, line in enumerate(code(UMBRELLA.read_text()).splitlines(), 1):
        if line.strip() and line != "#pragma once" and not line.startswith("#include <lanemark/"):
            yield f"{name(UMBRELLA)}:{number}: an umbrella holds includes and nothing else"


def law_tests():
    """tests/unit/LAYER/NOUN.cpp tests LAYER/NOUN.hpp and includes it first: that proves that it stands alone."""
    unit = ROOT / "tests" / "unit"
    for path in sorted(unit.rglob("*.cpp")):
        stem = path.relative_to(unit).with_suffix(".hpp").as_posix()
        if stem.startswith("tools/"):
            continue
        first = next((what for _, _, what in includes(path)), None)
        if not (INCLUDE / stem).exists():
            yield f"{name(path)}: there is no include/lanemark/{stem} that it could test"
        elif first != f"lanemark/{stem}":
            yield f"{name(path)}: its first include is <{first}>; the header under test, <lanemark/{stem}>, comes first"


def main():
    laws = {key[4:].replace("_", "-"): law for key, law in globals().items() if key.startswith("law_")}
    unknown = [arg for arg in sys.argv[1:] if arg not in laws]
    if unknown:
        print(f"no law '{unknown[0]}'; the laws are {', '.join(laws)}")
        return 2
    broken = [text for key in sys.argv[1:] or laws for text in laws[key]()]
    print("\n".join(broken) if broken else "ok")
    return 1 if broken else 0


sys.exit(main())
