# SPDX-License-Identifier: MIT
"""The compiler and the flags of this build, for tests that call it themselves."""
import json
import pathlib
import shlex

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def command(build, like="tests/static/link_a.cpp"):
    """How the build compiles the source LIKE (same include paths, standard and warnings), less source, output, optimisation,
    -Werror and dependency files. To be run with BUILD as the working directory: the include paths are relative to it."""
    build = pathlib.Path(build)
    for entry in json.loads((build / "compile_commands.json").read_text()):
        if (pathlib.Path(entry["directory"]) / entry["file"]).resolve() != ROOT / like:
            continue
        words = shlex.split(entry["command"])
        kept, skip = [], False
        for word in words:
            if skip:
                skip = False
            elif word in ("-o", "-MQ", "-MF"):
                skip = True
            elif word in ("-c", "-MD", "-Werror", entry["file"]) or word.startswith(("-O", "-g", "-fsanitize", "-fdiagnostics-color", "-fcolor-diagnostics")):
                pass
            else:
                kept.append(word)
        return kept
    raise SystemExit(f"{build / 'compile_commands.json'} does not say how {like} is compiled; run meson setup --reconfigure")
