#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""compile_cost.py BUILD: what a harness pays to compile. The time for <lanemark/lanemark.hpp> and one measure<> against that for the
five standard headers which any threaded program includes: the least of five each, taken in turn. Prints, never fails on a figure."""
import pathlib
import resource
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import compiler  # noqa: E402

BASE = "#include <atomic>\n#include <chrono>\n#include <string>\n#include <thread>\n#include <vector>\nint main() {}\n"
UMBRELLA = "#include <lanemark/lanemark.hpp>\nint main() {}\n"


def harness():
    """The first example, which is a whole harness with one measure<>."""
    first = sorted((compiler.ROOT / "examples").glob("01_*.cpp"))
    return first[0].read_text() if first else None


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else str(compiler.ROOT / "build")
    command = [word for word in compiler.command(build) if word != "ccache"] + ["-O2", "-S", "-o", "/dev/null", "-x", "c++", "-"]
    if not (compiler.ROOT / "include/lanemark/lanemark.hpp").exists():
        return 77
    units = {"five standard headers": BASE, "<lanemark/lanemark.hpp>": UMBRELLA, "harness (examples/01)": harness()}
    units = {name: text for name, text in units.items() if text}
    least = {name: float("inf") for name in units}
    for _ in range(5):
        for name, text in units.items():
            start = time.monotonic()
            run = subprocess.run(command, input=text, cwd=build, capture_output=True, text=True)
            least[name] = min(least[name], time.monotonic() - start)
            if run.returncode != 0:
                print(run.stderr[:4000])
                return 1
    base = least["five standard headers"]
    for name, seconds in least.items():
        print(f"{name:28} {seconds:6.2f} s   x {seconds / base:.2f}")
    print(f"largest compiler process: {resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024} MiB")
    return 0


sys.exit(main())
