"""Which packages a skill says it needs, and whether this Python has them. Nothing is imported."""

import ast
import importlib.metadata
import importlib.util
import re
import sys

REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(\[[^\]]*\])?\s*([^;#]*)(;.*)?")
_VERSIONS = r"(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+"
# A package of the index and nothing else: an address, a path or the name of a file would be installed from where it lies.
PLAIN = re.compile(
    r"[A-Za-z0-9][A-Za-z0-9._-]*\s*(?:\[[A-Za-z0-9._,\s-]*\])?\s*\(?\s*(?:" + _VERSIONS + r"(?:\s*,\s*" + _VERSIONS + r")*)?\s*\)?"
)
FILE_NAME = re.compile(r"\.(?:whl|zip|gz|bz2|xz|tgz|tbz|txz|tlz|lz|lzma|tar)\s*$", re.IGNORECASE)
# The first line of such a block and its end are fixed by PEP 723.
BLOCK = re.compile(r"^# /// script\s*$\n(?P<content>(?:^#(?:| .*)$\n)+?)^# ///\s*$", re.MULTILINE)
STANDARD = getattr(sys, "stdlib_module_names", frozenset())


def _canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def _requirements(text):
    """(line, name) of each package that a requirements file names; options and addresses are left out."""
    for number, line in enumerate(text.splitlines(), 1):
        match = REQUIREMENT.match(line)
        if match and not line.lstrip().startswith(("#", "-")) and "://" not in line.split("@")[0]:
            yield number, match.group(1), (match.group(4) or "")


def _block_entries(text):
    """(line, requirement) of each package of a PEP 723 block."""
    match = BLOCK.search(text)
    if not match:
        return
    first = text.count("\n", 0, match.start()) + 1
    content = "\n".join(line[2:] for line in match.group("content").splitlines())
    found = re.search(r"^dependencies\s*=\s*(\[.*?\]\s*$)", content, re.MULTILINE | re.DOTALL)
    try:
        entries = ast.literal_eval(found.group(1).strip()) if found else []
    except (ValueError, SyntaxError):
        entries = []
    for entry in entries:
        yield first, str(entry)


def _block(text):
    """(line, name, marker) of each package of a PEP 723 block."""
    for line, entry in _block_entries(text):
        requirement = REQUIREMENT.match(entry)
        if requirement:
            yield line, requirement.group(1), (requirement.group(4) or "")


def _joined_lines(text):
    """(line, text) of each entry of a requirements file: continued lines joined, comments left out."""
    pending, first = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        first = first if pending else number
        line = re.sub(r"(^|\s)#.*$", "", line)
        if line.endswith("\\"):
            pending += line[:-1] + " "
            continue
        entry = " ".join((pending + line).split())
        pending = ""
        if entry:
            yield first, entry
    if pending.strip():
        yield first, " ".join(pending.split())


def _refusal(entry):
    """Why an entry is not installed; None for a plain requirement."""
    if entry.startswith("-"):
        return "options are not read; write the packages themselves, one a line"
    if re.search(r"\s-(?!-hash=)", entry):
        return "--hash is the only option that an entry may have"
    package = re.split(r"\s--hash=|;", entry, maxsplit=1)[0].strip()
    if not PLAIN.fullmatch(package) or FILE_NAME.search(package):
        return "only packages of the index are installed, named such as tabulate==0.9.0"
    return None


def _entries(file):
    """(line, requirement) of everything that a file says it needs."""
    path, text = file["path"], file["text"]
    if path.endswith("requirements.txt"):
        yield from _joined_lines(text)
    else:
        for line, entry in _block_entries(text):
            yield line, " ".join(entry.split())


def requirements_of(files):
    """What has to be installed for a skill, in order and without repetition, and (file, line, message) of what is refused."""
    wanted, refused = set(), []
    for file in files:
        for line, entry in _entries(file):
            reason = _refusal(entry)
            if reason:
                refused.append((file["path"], line, f"{file['path']} asks for {entry[:200]}, which is not installed: {reason}."))
            else:
                wanted.add(entry)
    return sorted(wanted), refused


def _is_installed(name):
    try:
        importlib.metadata.version(name)
        return True
    except Exception:
        return False


def _imports(tree):
    """(line, top-level module) of what a file imports when it is loaded; tries and conditions count as optional."""
    for node in tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.split(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.split(".")[0]


def _is_importable(name):
    try:
        return importlib.util.find_spec(name) is not None
    except Exception:
        return False


def missing_packages(files, modules):
    """Findings about packages: (rule, file, line, message)."""
    declared, found = set(), []
    for file in files:
        path, text = file["path"], file["text"]
        entries = _requirements(text) if path.endswith("requirements.txt") else _block(text)
        for line, name, marker in entries:
            declared.add(_canonical(name))
            if not marker and not _is_installed(name):
                message = f"{path} needs {name}, which is not installed yet: npx openhive skills prepare installs it."
                found.append(("dependency-missing", path, line, message))
    local = {part for file in files for part in re.sub(r"\.py$", "", file["path"]).split("/")}
    seen = set()
    for module in modules:
        for line, name in _imports(module.tree):
            if name in STANDARD or name in local or name in seen or _canonical(name) in declared:
                continue
            seen.add(name)
            if not _is_importable(name) and not declared:
                message = f"{module.path} imports {name}, which is not installed. Name its package in requirements.txt."
                found.append(("dependency-undeclared", module.path, line, message))
    return found
