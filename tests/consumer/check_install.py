#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check_install.py BUILD SOURCE: installs into a temporary folder, then builds and runs SOURCE against that, as a user with pkg-config
would: no flag but those that lanemark.pc names."""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import compiler  # noqa: E402


def output(words, **more):
    run = subprocess.run(words, capture_output=True, text=True, **more)
    if run.returncode != 0:
        sys.exit(f"{shlex.join(map(str, words))}: exit status {run.returncode}\n{run.stdout[-4000:]}{run.stderr[-4000:]}")
    return run.stdout


build, source = sys.argv[1], sys.argv[2]
command = [word for word in compiler.command(build) if word != "ccache"]
options = {option["name"]: option["value"] for option in json.loads(output(["meson", "introspect", "--buildoptions", build]))}
if options["b_sanitize"] != "none":
    print("a build with sanitizers is not what is installed")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    stage = pathlib.Path(folder)
    output(["meson", "install", "-C", build, "--no-rebuild", "--quiet", "--destdir", folder])
    (pc,) = stage.rglob("lanemark.pc")
    prefix = next(line.split("=", 1)[1] for line in pc.read_text().splitlines() if line.startswith("prefix="))
    environment = os.environ | {"PKG_CONFIG_PATH": str(pc.parent)}
    flags = output(["pkg-config", f"--define-variable=prefix={folder}{prefix}", "--cflags", "--libs", "lanemark"], env=environment).split()
    program = stage / "program"
    output([command[0], "-std=c++20", "-O1", source, "-o", str(program), *flags])
    print(output([str(program)])[-400:])
    driver = shutil.which("lanemark", path=str(pathlib.Path(folder + prefix) / "bin"))
    if driver:
        print(output([driver, "--version"]))
