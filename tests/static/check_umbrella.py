#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_umbrella.py BUILD: <lanemark/lanemark.hpp> reaches none of the libraries that only the driver pays for."""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import compiler  # noqa: E402

FORBIDDEN = {"toml++": r"/toml\+\+/", "range-v3": r"/range/v3/", "nlohmann_json": r"/nlohmann/", "CLI11": r"/CLI/", "MPI": r"/mpi\.h$"}

if not (compiler.ROOT / "include/lanemark/lanemark.hpp").exists():
    sys.exit(77)
build = sys.argv[1]
run = subprocess.run(compiler.command(build) + ["-M", "-x", "c++", "-"], input="#include <lanemark/lanemark.hpp>\n",
                     cwd=build, capture_output=True, text=True)
if run.returncode != 0:
    sys.exit(run.stderr)
reached = run.stdout.replace("\\\n", " ").split()
if not any(path.endswith("/lanemark/lanemark.hpp") for path in reached):
    sys.exit("the compiler did not say what the umbrella includes: " + run.stdout[:200])
bad = [f"{party}: {path}" for path in reached for party, pattern in FORBIDDEN.items() if re.search(pattern, path)]
print("\n".join(bad) if bad else f"{len(reached)} files, none of {', '.join(FORBIDDEN)}")
sys.exit(1 if bad else 0)
