"""Makes a virtual environment and installs packages into it.

    environment.py FOLDER REQUIREMENTS_FILE INDEX wheels|any

Runs in the process that is to be limited: packages that are built run their own code. Without "any" only wheels are taken,
of which nothing is run. Settings of pip that lie on this machine are not read. Ends with pip's exit code; 3 when this Python
cannot make environments, with the reason as the last line.
"""

import glob
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request


def pip_command():
    """How this Python runs pip: as it is installed, or from the copy that comes with Python."""
    try:
        import pip  # noqa: F401

        return [sys.executable, "-I", "-m", "pip"]
    except ImportError:
        pass
    try:
        import ensurepip

        wheels = glob.glob(os.path.join(os.path.dirname(ensurepip.__file__), "_bundled", "pip-*.whl"))
        if wheels:
            return [sys.executable, os.path.join(wheels[0], "pip")]
    except ImportError:
        pass
    return None


def tell_index(index):
    """Says what is wrong with an index that was asked by way of a proxy: pip takes its refusals for an empty index."""
    parts = urllib.parse.urlsplit(index)
    index = parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()
    try:
        urllib.request.urlopen(urllib.request.Request(index, method="HEAD"), timeout=20).close()
    except urllib.error.HTTPError as error:
        if error.code in (403, 502):
            print(f"Index: {error.code} {error.reason}")
    except OSError as error:
        print(f"Index: {error}")


def make(folder, requirements, index, kinds):
    try:
        import venv
    except ImportError:
        print("This Python has no venv: install the package python3-venv.")
        return 3
    pip = pip_command()
    if pip is None:
        print("This Python has no pip: install the package python3-pip.")
        return 3
    print("Making the environment", flush=True)
    venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    python = os.path.join(folder, "bin", "python")
    installed = subprocess.run([
        *pip, "--isolated", "--python", python, "install", "--no-input", "--disable-pip-version-check", "--no-cache-dir",
        "--progress-bar", "off", "--no-color", "--retries", "1", "--timeout", "20", "--index-url", index,
        *(["--only-binary", ":all:"] if kinds == "wheels" else []), "--requirement", requirements,
    ], check=False)
    # Commands of packages name the folder in which they were made, and nobody calls them.
    for name in os.listdir(os.path.join(folder, "bin")):
        if not name.startswith("python"):
            path = os.path.join(folder, "bin", name)
            shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
    if installed.returncode and index.startswith("http:") and "HTTP_PROXY" in os.environ:
        tell_index(index)
    return installed.returncode


if __name__ == "__main__":
    sys.exit(make(*sys.argv[1:5]))
