"""Makes the virtual environment that ./play and ./test run in. Python's standard library only.

The environment is `.venv` beside this file. A stamp in it says which lock file it was made from, so that a second
run starts at once. Each step is one line on the screen; what pip, npm and the server have to say goes to a log file.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
VENV = os.path.join(HERE, ".venv")
BUILD = os.path.join(HERE, "web", "build.py")
WARM_UP = "from sandtable.board.compiling import warm_up; warm_up()"
"""Compiles the numeric kernels now, so that the first game does not wait for it."""
BIN = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin")
LOG = "SANDTABLE_LOG_FILE"
"""Names the log file; the server knows it as its setting log.file."""
MAKING = "Making the environment"
LAST_LINES = 15
"""How much of the log is shown when a step fails."""
_log = []


def fail(words):
    """Say what went wrong and stop."""
    sys.exit("sandtable: " + words)


def python():
    """The interpreter of the environment."""
    return os.path.join(BIN, "python.exe" if os.name == "nt" else "python")


def prepare(purpose, client=False):
    """Make `.venv` ready for `play` or `test`, which needs more, and build the browser client if it is wanted.

    Says nothing when all is ready already.
    """
    if sys.version_info < (3, 11):
        _go_on_with_a_newer_python()
    steps = _environment(purpose)
    if client and _run([sys.executable, BUILD, "--built"], subprocess.DEVNULL):
        steps.append(("Building the browser client", [python(), BUILD]))
    if steps and steps[0][0] == MAKING:
        shutil.rmtree(VENV, ignore_errors=True)
    for number, (words, command) in enumerate(steps, 1):
        _step("[%d/%d] %s ..." % (number, len(steps), words), command)
        if command[-1] == WARM_UP:
            _write_stamp(purpose)


def start_log():
    """The log file of this run, empty at first: as the environment says, else in `.venv`, else a temporary file."""
    if not _log:
        path = os.environ.get(LOG) or os.path.join(VENV, "play.log")
        try:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            open(path, "w").close()
        except OSError:
            handle, path = tempfile.mkstemp(prefix="sandtable-", suffix=".log")
            os.close(handle)
        _log.append(path)
    return _log[0]


def _environment(purpose):
    """The steps that make the environment: each with its words and its command."""
    stamps = [os.path.join(VENV, "sandtable-" + each + ".stamp") for each in {purpose, "test"}]
    if any(_read(path) == _stamp(_purpose(path)) for path in stamps) and os.path.exists(python()):
        return []
    pip = [python(), "-m", "pip", "install", "--disable-pip-version-check"]
    steps = [
        ("Installing the packages", [*pip, "--require-hashes", "-r", os.path.join(HERE, "locks", purpose + ".txt")]),
        ("Installing Sandtable", [*pip, "--no-deps", "--no-build-isolation", "--editable", HERE]),
        ("Compiling the fast parts", [python(), "-c", WARM_UP]),
    ]
    if not _has_pip():
        steps.insert(0, (MAKING, [sys.executable, "-m", "venv", VENV]))
    return steps


def _step(words, command):
    """Run one step, with its words and the seconds it takes on one line; if it fails, show what it said and stop."""
    began = time.monotonic()
    live = sys.stdout.isatty()
    print(words, end="", flush=True)
    with open(start_log(), "a") as log:
        log.write("\n== " + words + "\n")
        log.flush()
        quiet = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": subprocess.STDOUT}
        process = subprocess.Popen(command, **quiet)
        try:
            while True:
                try:
                    code = process.wait(1)
                    break
                except subprocess.TimeoutExpired:
                    if live:
                        print("\r%s %.0f s" % (words, time.monotonic() - began), end="", flush=True)
        except KeyboardInterrupt:
            process.wait()  # it has been interrupted too
            print()
            sys.exit(130)
    print("%s %.0f s" % ("\r" + words if live else "", time.monotonic() - began), flush=True)
    if code:
        last = _read(start_log()).splitlines()[-LAST_LINES:]
        print("\n".join("    " + line for line in last), file=sys.stderr)
        advice = "is this machine on line, with room on the disk?"
        if MAKING in words:
            advice = "on Debian it needs: apt install python3-venv"
        fail("this step failed; the whole log is in %s; %s" % (start_log(), advice))


def _has_pip():
    """Whether the environment is there and whole: one that was broken off in the making has no pip."""
    return os.path.exists(python()) and _run([python(), "-m", "pip", "--version"], subprocess.DEVNULL) == 0


def _run(command, output):
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output).returncode


def _go_on_with_a_newer_python():
    for minor in range(20, 10, -1):
        newer = shutil.which("python3.%d" % minor)
        if newer:
            os.execv(newer, [newer, *sys.argv])
    fail("Python 3.11 or newer is needed; this is Python %d.%d, and no newer one was found." % sys.version_info[:2])


def _write_stamp(purpose):
    with open(os.path.join(VENV, "sandtable-" + purpose + ".stamp"), "w") as stamp:
        stamp.write(_stamp(purpose))


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
        with open(path, errors="replace") as file:
            return file.read()
    except OSError:
        return ""
