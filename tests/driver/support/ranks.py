# SPDX-License-Identifier: MIT
"""Jobs of several ranks: start them with a deadline, find their processes, and leave none behind."""
import atexit
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from driver import FOLDER, Ended, PROGRAM, check, run, scenario

# every process of a job carries this in its environment, on whatever "node" it was started
MARK = "LANEMARK_DRIVER_TEST"
TOKEN = "%d-%s" % (os.getpid(), os.path.basename(FOLDER.name))
# mpirun refuses root without the first two; with the last its own files go where the test's go
# Under the address sanitizer what Open MPI leaks is known by the callers of its modules, which it has unloaded by then; and it exchanges
# the stack that signals use, which the sanitizer then cannot free.
SANITIZED = "ASAN_OPTIONS" in os.environ
SURROUNDINGS = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "TMPDIR": FOLDER.name, MARK: TOKEN}
if SANITIZED:
    SURROUNDINGS["ASAN_OPTIONS"] = os.environ["ASAN_OPTIONS"] + ":fast_unwind_on_malloc=0:use_sigaltstack=0"
    SURROUNDINGS["OMPI_MCA_odls_base_sigkill_timeout"] = "4"  # seconds from SIGTERM to SIGKILL: all is slower


def skip(why):
    print("skipped:", why)
    sys.exit(77)


def surroundings_of(pid):
    """The environment of a process; empty for one that is gone, a zombie, or another user's."""
    try:
        entries = pathlib.Path("/proc/%d/environ" % pid).read_bytes().split(b"\0")
    except OSError:
        return {}
    return dict(e.decode(errors="replace").split("=", 1) for e in entries if b"=" in e)


def processes():
    """Process id -> environment of all that these jobs have running."""
    found = {int(n): surroundings_of(int(n)) for n in os.listdir("/proc") if n.isdigit()}
    return {pid: env for pid, env in found.items() if env.get(MARK) == TOKEN}


def kill_all():
    for pid in processes():
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass


atexit.register(kill_all)  # a test that fails leaves nothing behind
for number in (signal.SIGTERM, signal.SIGHUP):
    signal.signal(number, lambda n, frame: sys.exit(128 + n))  # nor does one that is interrupted: exit handlers run


def wait_until(what, seconds, condition):
    """Waits for something that has to come; what did not come is a failure."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if got := condition():
            return got
        time.sleep(0.05)
    check(False, "waited %d s for" % seconds, what)
    return None


def heed_signals():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


class Job:
    """mpirun and its ranks. Output goes to files: a process that is left behind keeps nobody waiting for a pipe's end."""

    def __init__(self, *words, env=None):
        self.words, self.out, self.err = words, tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err, start_new_session=True,
                                        env={**os.environ, **SURROUNDINGS, **(env or {})}, preexec_fn=heed_signals)

    def rank(self, n):
        """The process of a rank, once it has worked for a while: a rank that measures spins. None: it never came to that."""

        def busy():
            if self.process.poll() is not None:
                return [None]
            for pid, env in processes().items():
                if env.get("OMPI_COMM_WORLD_RANK") != str(n):
                    continue
                try:
                    words = pathlib.Path("/proc/%d/stat" % pid).read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                if int(words[11]) + int(words[12]) > os.sysconf("SC_CLK_TCK"):  # its own time, and the system's for it
                    return [pid]
            return []

        (pid,) = wait_until("rank %d of %s to be at work" % (n, self.words), 60, busy) or [None]
        check(pid, self.words, "ended before rank %d was at work" % n)
        return pid

    def wait(self, seconds):
        """Its end within that time, and that of all its processes soon after."""
        begun = time.monotonic()
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            check(False, "still running after", seconds, "s:", *self.words)
            kill_all()
            self.process.wait()
        self.seconds = time.monotonic() - begun
        end = time.monotonic() + 10
        while processes() and time.monotonic() < end:
            time.sleep(0.05)
        check(not processes(), "left behind by", self.words, list(processes()))
        kill_all()
        for stream in (self.out, self.err):
            stream.seek(0)
        return Ended(self.process.returncode, self.out.read().decode(), self.err.read().decode())


def mpirun(*words, seconds=120, env=None):
    return Job("mpirun", *words, env=env).wait(seconds)


def lines_of_ranks(ended):
    """Standard error without what mpirun adds of its own."""
    return re.sub(r"(?ms)^-{70,}$.*?^-{70,}$\n?", "", ended.err)


def report(path):
    """A report that has to be whole; an empty one if it is not."""
    try:
        return json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as why:
        check(False, "report", path, why)
        return {"series": [], "counts": {"planned": 0, "measured": 0}, "exit": {"code": None}, "machine": {}, "warnings": [], "problems": []}


def need_mpi():
    """Skips where two ranks cannot be started. Variables of another launcher: a build without MPI says that it is one."""
    without = run("run", scenario("alone"), "--quiet", env={**SURROUNDINGS, "PMI_RANK": "0", "PMI_SIZE": "2"})
    if "built without MPI" in without.err:
        skip("this lanemark was built without MPI")
    if not shutil.which("mpirun"):
        skip("there is no mpirun")
    if "Open MPI" not in subprocess.run(["mpirun", "--version"], capture_output=True, text=True).stdout:
        skip("mpirun is not Open MPI's")
    if len(os.sched_getaffinity(0)) < 2:
        skip("two ranks need two CPUs, and this process may use one")
    two = mpirun("-n", "2", "true")
    if two.code != 0:
        skip("mpirun cannot start two processes here: " + " ".join(two.err.split()))
    return without
