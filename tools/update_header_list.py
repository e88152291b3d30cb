#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes the header list of include/meson.build from the headers on the disk. --check: only say whether it is right (exit 1)."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILE = ROOT / "include" / "meson.build"
OPEN, CLOSE = "lanemark_headers = [\n", "]\n"


def main():
    text = FILE.read_text()
    before, rest = text.split(OPEN, 1)
    listed, after = rest.split(CLOSE, 1)
    on_disk = sorted(p.relative_to(ROOT / "include").as_posix() for p in (ROOT / "include").rglob("*.hpp"))
    wanted = "".join(f"  '{name}',\n" for name in on_disk)
    if listed == wanted:
        return 0
    if "--check" not in sys.argv[1:]:
        FILE.write_text(before + OPEN + wanted + CLOSE + after)
        print(f"include/meson.build: {len(on_disk)} headers")
        return 0
    names = {line.strip(" ',") for line in listed.splitlines()}
    for name in sorted(set(on_disk) - names):
        print(f"include/{name}: not in the header list of include/meson.build")
    for name in sorted(names - set(on_disk)):
        print(f"include/meson.build: lists {name}, which does not exist")
    if names == set(on_disk):
        print("include/meson.build: the header list is not sorted or not in the usual form")
    print("run tools/update_header_list.py to mend it")
    return 1


sys.exit(main())
