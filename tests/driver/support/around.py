# SPDX-License-Identifier: MIT
"""What the tests of faults share: the processes that a run may leave behind, a disk that is small or cannot be written, a clock that is set back."""
import contextlib
import os
import pathlib
import shutil
import subprocess
import time

from driver import FOLDER, PROGRAM, Ended, check

SANITIZED = any(mark in pathlib.Path(PROGRAM).read_bytes() for mark in (b"__asan_init", b"__tsan_init", b"__ubsan_handle"))


def processes():
    """The processes of this program that were started in this test's folder."""
    ours = []
    for p in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(p / "exe") == os.path.realpath(PROGRAM) and str(FOLDER.name) == os.readlink(p / "cwd"):
                ours.append(p.name)
        except OSError:
            pass
    return ours


def nobody_left(*what):
    for _ in range(100):
        if not processes():
            return
        time.sleep(0.05)
    check(False, "processes are left behind by", *what, processes())


def under_way(p, journals="state/lanemark/*.journal"):
    """Waits until a run has finished a cell."""

    def begun(journal):
        try:
            return b"\ncell\t" in journal.read_bytes()
        except OSError:  # it goes when the run has ended
            return False

    while p.poll() is None and not any(begun(j) for j in pathlib.Path(".").glob(journals)):
        time.sleep(0.02)


def meanwhile(happens, *words, env=None, before=lambda: None):
    """A run in the midst of which something happens; None: it was over before, each time."""
    for _ in range(3):
        shutil.rmtree("state/lanemark", ignore_errors=True)  # a journal that another run has left tells nothing of this one
        before()
        p = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, **(env or {})})
        under_way(p)
        happens()
        in_time = p.poll() is None
        out, err = p.communicate(timeout=120)
        if in_time:
            return Ended(p.returncode, out.decode(), err.decode())
    print("the run was over before", happens.__name__)
    return None


@contextlib.contextmanager
def small_disk(size):
    """The folder `mount`, which holds no more. Yields what makes it read-only or writable; None where nothing can be mounted."""
    pathlib.Path("mount").mkdir(exist_ok=True)
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", "mount"], stderr=subprocess.DEVNULL).returncode != 0:
        print("nothing can be mounted here: no full and no read-only disk was tried")
        yield None
        return
    try:
        yield lambda how="ro": subprocess.run(["mount", "-o", "remount," + how, "mount"], check=True)
    finally:
        subprocess.run(["umount", "mount"], check=True)


def closed_pipe(call):
    """What becomes of a call of `run` or `expect` whose standard output nobody reads."""
    read, write = os.pipe()
    os.close(read)
    try:
        return call(stdout=write)
    finally:
        os.close(write)


def set_back(*words, env=None):
    """A run of the program whose clock is set back by an hour once a cell has ended. None: that cannot be done here."""
    libraries = list(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
    if not libraries or SANITIZED:
        print("no faketime here, or a sanitizer, which cannot live with it: no clock was set back")
        return None
    stamp = pathlib.Path("stamp")
    faked = {"LD_PRELOAD": str(libraries[0]), "FAKETIME_TIMESTAMP_FILE": str(stamp.resolve()), "FAKETIME_CACHE_DURATION": "1",
             "FAKETIME_DONT_FAKE_MONOTONIC": "1", "FAKETIME_NO_CACHE": "1"}

    def clock_is_set_back():
        stamp.write_text("-1h")

    return meanwhile(clock_is_set_back, *words, env={**faked, **(env or {})}, before=lambda: stamp.write_text("+0"))
