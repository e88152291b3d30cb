# SPDX-License-Identifier: MIT
"""What the tests of single backends over made-up drivers share. Their words: PROGRAM BACKEND=LIBRARY..."""
import sys

from driver import check, expect, made_up, write

LIBRARIES = dict(word.split("=", 1) for word in sys.argv[2:])

EVERYTHING = """lanemark = 1
[scenario]
name = "everything"
[target]
backend = "host"
[defaults]
iterations = 2
wait = "60s"
timer = ["device", "steady"]
measure = ["bandwidth", "latency"]
mode = ["single", "bidirectional", "parallel"]
size = "64KiB"
[[test]]
name = "up"
direction = "h2d"
[[test]]
name = "down"
direction = "d2h"
[[test]]
name = "across"
direction = "d2d"
[[test]]
name = "inside"
direction = "d2d"
lanes = "self"
mode = "single"
"""

def small(timer, direction, lanes, wait="60s"):
    """A scenario of one cell; a busy machine may stop for seconds, so only what hangs is waited for shortly, and copy 9 is of the first sample."""
    return """lanemark = 1
[scenario]
name = "small"
[target]
backend = "host"
[defaults]
iterations = 16
wait = "%s"
timer = "%s"
size = "64KiB"
[[test]]
name = "one"
direction = "%s"
lanes = "%s"
""" % (wait, timer, direction, lanes)


def driver_of(backend):
    return LIBRARIES[backend]


class Backend:
    def __init__(self, name):
        self.name = name
        self.path = driver_of(name)
        self.library = ["--library", "%s=%s" % (name, self.path)]

    def listed(self, words="", library=None):
        """The row of `list backends`."""
        e = expect(0, "list", "backends", "--format", "json", *(library or self.library), env=made_up(words))
        return [b for b in e.json()["backends"] if b["name"] == self.name][0]

    def absent(self, words, reason, library=None):
        row = self.listed(words, library)
        check(row["state"] == "absent" and reason in row["reason"], self.name, words, "is not absent by", repr(reason), row)
        e = expect(1, "run", write("absent.toml", small("auto", "h2d", "host>0")), "--backend", self.name, *(library or self.library),
                   env=made_up(words), err="backend %s cannot be used here: " % self.name)
        check(reason in e.err, self.name, words, e)

    def ready(self, devices, words=""):
        row = self.listed(words)
        check(row["state"] == "ready" and row["devices"] == devices and "made-up driver" in row["reason"], self.name, words, row)

    def run(self, text, words="", code=0):
        """The report; nothing hangs: `run` gives up after two minutes."""
        e = expect(code, "run", write("it.toml", text), "--backend", self.name, *self.library, "--format", "json", "--quiet",
                   env=made_up(words))
        return e.json()

    def everything(self, skipped):
        """Runs it all. `skipped`: why a series may not be measured, {a part of its id: a part of the reason}."""
        d = self.run(EVERYTHING)
        check(d["run"]["simulated"] is True and all(s["simulated"] for s in d["series"]), self.name, "does not say that it is simulated")
        for s in d["series"]:
            why = [reason for part, reason in skipped.items() if part in s["id"]]
            if why:
                check(s["status"] == "skipped" and any(w in s["reason"] for w in why), s["id"], s["status"], s["reason"])
            else:
                check(s["status"] == "measured" and s["summary"]["median"] > 0, s["id"], s["status"], s["reason"])
        return d

    def fault(self, words, code, status, reason, timer="auto", direction="h2d", lanes="host>0"):
        """One series that ends as it should."""
        d = self.run(small(timer, direction, lanes, "4s" if "hang" in words else "60s"), words, code)
        check(d["exit"]["code"] == code, self.name, words, d["exit"])
        check(len(d["series"]) == 1, self.name, words, d["counts"])
        s = d["series"][0]
        check(s["status"] == status and reason in (s["reason"] or ""), self.name, words, timer, "is", s["status"], repr(s["reason"]), "not", status, repr(reason))
        return s
