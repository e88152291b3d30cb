# SPDX-License-Identifier: MIT
"""What the tests of the program share: run it, and say what was wrong without stopping at the first."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()
os.chdir(FOLDER.name)
os.environ["XDG_STATE_HOME"] = FOLDER.name + "/state"  # what is killed here leaves its journal here
failures = []


def check(condition, *what):
    if not condition:
        failures.append(" ".join(str(w) for w in what))
        print("FAILED:", *what, flush=True)


def end():
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)


def optional(what, use):
    """A reader that this machine may lack; the check before a change lands installs all of them."""
    try:
        return use()
    except ImportError as why:
        print("without %s: %s" % (what, why))
        return None


class Ended:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        return "exit %s\nstdout: %.600s\nstderr: %.600s" % (self.code, self.out, self.err)

    def json(self):
        """The one document on standard output; anything before or after it is a failure."""
        return json.loads(self.out, parse_constant=lambda name: check(False, "not JSON:", name))


def run(*words, stdin=b"", env=None, **how):
    surroundings = dict(os.environ, **(env or {}))
    p = subprocess.run([PROGRAM, *words], input=stdin, stdout=how.pop("stdout", subprocess.PIPE), stderr=subprocess.PIPE,
                       env={k: v for k, v in surroundings.items() if v is not None}, timeout=120, **how)
    return Ended(p.returncode, (p.stdout or b"").decode(), p.stderr.decode())


def expect(code, *words, err="", out="", **how):
    """Runs and checks the exit code and what must be said."""
    e = run(*words, **how)
    check(e.code == code, "exit", e.code, "not", code, "of", words, e)
    check(err in e.err, "stderr of", words, "lacks", repr(err), e)
    check(out in e.out, "stdout of", words, "lacks", repr(out), e)
    return e


def made_up(script):
    """The environment of a program whose made-up driver follows a script. What hangs there is kept for good, and that is no leak."""
    leaks = {"ASAN_OPTIONS": os.environ["ASAN_OPTIONS"] + ":detect_leaks=0"} if "hang" in script and "ASAN_OPTIONS" in os.environ else {}
    return {"LANEMARK_MADE_UP": script, **leaks}


def write(name, text):
    pathlib.Path(name).write_text(text)
    return name


HEAD = 'lanemark = 1\n[scenario]\nname = "%s"\n[target]\nbackend = "host"\ngranularity = "core"\n%s\n[defaults]\niterations = 3\n'


def scenario(name, tests='[[test]]\nname = "up"\ndirection = "h2d"\nsize = "4KiB"\n', target=""):
    return write(name + ".toml", HEAD % (name, target) + tests)
