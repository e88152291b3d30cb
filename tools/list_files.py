#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""list_files.py FOLDER PATTERN...: the files below FOLDER that match, relative to it, sorted, one a line. A missing folder has none."""
import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
found = {path.relative_to(folder).as_posix() for pattern in sys.argv[2:] for path in folder.glob(pattern) if path.is_file()}
print("\n".join(sorted(found)))
