"""Makes the virtual environment that ./play and ./test run in. Python's standard library only.

The environment is `.venv` beside this file. A stamp in it says which lock file it was made from, so that a second
run starts at once.
"""

import hashlib
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
WARM_UP = "from sandtable.board.tablekernels import warm_up; warm_up()"
"""Compiles the numeric kernels now, so that the first game does not wait for it."""
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")


def fail(words):
    """Say what went wrong and stop."""
    sys.exit("sandtable: " + words)


def python():
    """The interpreter of the environment."""
    return os.path.join(BIN, "python.exe" if os.name == "nt" else "python")


def prepare(purpose):
    """Make `.venv` ready for `play` or `test`, which needs more; say nothing when it is ready already."""
    if sys.version_info < (3, 11):
        _go_on_with_a_newer_python()
    wanted = _stamp(purpose)
    stamps = [os.path.join(VENV, "sandtable-" + each + ".stamp") for each in {purpose, "test"}]
    if any(_read(path) == _stamp(_purpose(path)) for path in stamps) and os.path.exists(python()):
        return
    print("Preparing %s for %s (once; a minute or so) ..." % (os.path.relpath(VENV), purpose), flush=True)
    if not _has_pip():
        try:
            import venv

            venv.EnvBuilder(with_pip=True, clear=True).create(VENV)
        except (ImportError, subprocess.CalledProcessError, OSError) as fault:
            fail("the virtual environment could not be made (%s). On Debian: apt install python3-venv" % fault)
    pip = [python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "--require-hashes", "-r", os.path.join(HERE, "locks", purpose + ".txt")], "the packages")
    _run([*pip, "--no-deps", "--no-build-isolation", "--editable", HERE], "Sandtable itself")
    _run([python(), "-c", WARM_UP], "the compiled parts")
    with open(os.path.join(VENV, "sandtable-" + purpose + ".stamp"), "w") as stamp:
        stamp.write(wanted)


def build_client():
    """Build the browser client if it is not there, or not of these sources; say nothing when it is."""
    if subprocess.run([python(), os.path.join(HERE, "web", "build.py")], stdin=subprocess.DEVNULL).returncode:
        fail("the browser client could not be built (see above); is this machine on line?")


def _has_pip():
    """Whether the environment is there and whole: one that was broken off in the making has no pip."""
    if not os.path.exists(python()):
        return False
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run([python(), "-m", "pip", "--version"], **quiet).returncode == 0


def _go_on_with_a_newer_python():
    for minor in range(20, 10, -1):
        newer = shutil.which("python3.%d" % minor)
        if newer:
            os.execv(newer, [newer, *sys.argv])
    fail("Python 3.11 or newer is needed; this is Python %d.%d, and no newer one was found." % sys.version_info[:2])


def _run(command, what):
    done = subprocess.run(command, stdin=subprocess.DEVNULL)
    if done.returncode:
        fail("%s could not be installed (see above); is this machine on line, with room on the disk?" % what)


def _purpose(stamp):
    return os.path.basename(stamp)[len("sandtable-") : -len(".stamp")]


def _stamp(purpose):
    parts = [sys.version]
    for name in ("pyproject.toml", os.path.join("locks", purpose + ".txt")):
        with open(os.path.join(HERE, name), "rb") as file:
            parts.append(hashlib.sha256(file.read()).hexdigest())
    return "\n".join(parts)


def _read(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""
