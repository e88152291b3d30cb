#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run.py TARGET CORPUS [SEED...]: lets a fuzz target look for input that it cannot stand, for LANEMARK_FUZZ_SECONDS (60 unless said).
It begins with the files of CORPUS (what was found once, and small files for what the seeds lack) and the SEEDs, without their
comments. What it finds is left in the folder `found` beside TARGET: TARGET FILE runs it again."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

target, corpus, seeds = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), [pathlib.Path(p) for p in sys.argv[3:]]
seconds = os.environ.get("LANEMARK_FUZZ_SECONDS", "60")
found = target.parent / "found"
found.mkdir(exist_ok=True)

with tempfile.TemporaryDirectory() as folder:
    begin, words = pathlib.Path(folder) / "begin", pathlib.Path(folder) / "words"
    begin.mkdir()
    known = set()
    for n, seed in enumerate(seeds):
        text = re.sub(r"^#.*\n|[ \t]+# .*", "", seed.read_text(), flags=re.M)
        (begin / f"seed{n}").write_text(text)
        known |= set(re.findall(r'[\w.-]+|"[^"\n]{1,30}"', text))
    for file in corpus.iterdir() if corpus.is_dir() else ():
        (begin / file.name).write_bytes(file.read_bytes())
        known |= set(re.findall(r'[\w.-]+|"[^"\n]{1,30}"', file.read_text(errors="replace")))
    quoted = [word.replace("\\", "\\\\").replace('"', '\\"') for word in sorted(known) if word.isascii()]
    words.write_text("".join(f'"{word}"\n' for word in quoted))
    longest = max([file.stat().st_size for file in begin.iterdir()] + [4096])
    run = subprocess.run([target, begin, f"-max_total_time={seconds}", "-rss_limit_mb=2048", "-timeout=25", f"-max_len={longest}",
                          f"-dict={words}", f"-artifact_prefix={found}/{target.name}-", "-print_final_stats=1", "-close_fd_mask=1"],
                         stdin=subprocess.DEVNULL)
sys.exit(run.returncode)
