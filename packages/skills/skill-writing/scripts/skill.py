"""Checks the parts of a skill and packs them into one file."""

import io
import json
import os
import re
import zipfile
from typing import Annotated, Any, TypedDict

from check_python import check_python

__all__ = ["check_skill", "pack_skill"]

NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e007f]")
# A fixed time, so that the same parts give the same file to the byte.
TIME = (2020, 1, 1, 0, 0, 0)
MAX_FILES = 100
MAX_LETTERS = 500_000


class File(TypedDict):
    """One file of the skill besides SKILL.md."""

    path: Annotated[str, "Where it lies in the skill, such as scripts/words.py"]
    content: Annotated[str, "Its whole text"]


Name = Annotated[str, "Small letters, digits and single hyphens, such as word-count"]
Description = Annotated[str, "What it does and when to use it, at most 1,024 characters"]
Manual = Annotated[str, "The text of SKILL.md below its head, in Markdown"]
Files = Annotated[list[File], "Scripts, examples, tests and references"]
License = Annotated[str, "Licence of the skill; empty leaves it out"]


def check_skill(name: Name, description: Description, manual: Manual, files: Files, license: License = "") -> dict[str, Any]:
    """Lists what is wrong with the parts of a skill, and which functions it would offer. Writes nothing."""
    findings = [*_check_head(name, description, license), *_check_manual(manual), *_check_paths(files)]
    functions: list[str] = []
    for file in files:
        if file["path"].endswith(".py") and not file["path"].startswith("tests/"):
            found, problems = check_python(file["path"], file["content"])
            functions += found
            findings += problems
    findings += _check_examples(files, functions)
    if not functions and not any(file["path"].startswith("scripts/") for file in files):
        findings.append(_finding("info", "SKILL.md", "The skill brings no functions: it is a manual alone."))
    return {"ready": not any(one["level"] == "error" for one in findings), "findings": findings, "functions": functions}


def pack_skill(name: Name, description: Description, manual: Manual, files: Files, license: License = "") -> dict[str, Any]:
    """Packs a skill into NAME.zip, which a person can install. Refuses parts with errors."""
    answer = check_skill(name, description, manual, files, license)
    errors = [f"{one['file']}: {one['message']}" for one in answer["findings"] if one["level"] == "error"]
    if errors:
        raise ValueError("The skill is not ready. " + " ".join(errors[:10]))
    head = [f"name: {name}", f"description: {json.dumps(description, ensure_ascii=False)}", *([f"license: {json.dumps(license, ensure_ascii=False)}"] if license else [])]
    parts = {"SKILL.md": "---\n" + "\n".join(head) + f"\n---\n\n{manual.strip()}\n", **{file["path"]: file["content"] for file in files}}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in sorted(parts.items()):
            entry = zipfile.ZipInfo(f"{name}/{path}", TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, content)
    number, free = 2, f"{name}.zip"
    while os.path.exists(free):
        free, number = f"{name}-{number}.zip", number + 1
    with open(free, "wb") as file:
        file.write(packed.getvalue())
    return {"file": free, "files": sorted(parts), "functions": answer["functions"], "findings": answer["findings"], "install": f"openhive skills install {free}"}


def _check_head(name: str, description: str, license: str) -> list[dict[str, Any]]:
    findings = []
    if not NAME.match(name) or len(name) > 64:
        findings.append(_finding("error", "SKILL.md", "The name has 1 to 64 small letters, digits and single hyphens, such as word-count."))
    if not description.strip():
        findings.append(_finding("error", "SKILL.md", "The description is missing: it is all that a model sees before it opens the skill."))
    elif len(description) > 1024:
        findings.append(_finding("error", "SKILL.md", f"The description has {len(description)} characters; 1,024 are the most."))
    elif not re.search(r"\b(when|whenever|if|for)\b", description, re.IGNORECASE):
        findings.append(_finding("warning", "SKILL.md", "The description does not say when to use the skill."))
    if any(HIDDEN.search(text) for text in (description, license)) or any(letter in description for letter in "<>"):
        findings.append(_finding("error", "SKILL.md", "The head holds invisible characters or angle brackets."))
    return findings


def _check_manual(manual: str) -> list[dict[str, Any]]:
    findings = []
    if not manual.strip():
        findings.append(_finding("error", "SKILL.md", "The manual is empty."))
    if manual.lstrip().startswith("---"):
        findings.append(_finding("error", "SKILL.md", "The manual begins with a head of its own. Give the text below it only."))
    if manual.count("\n") > 500 or len(manual) > 20_000:
        findings.append(_finding("warning", "SKILL.md", "The manual is longer than 500 lines or 5,000 tokens. Move details to references/."))
    if HIDDEN.search(manual):
        findings.append(_finding("error", "SKILL.md", "The manual holds invisible characters."))
    return findings


def _check_paths(files: list[File]) -> list[dict[str, Any]]:
    findings, seen = [], set()
    if len(files) > MAX_FILES or sum(len(file["content"]) for file in files) > MAX_LETTERS:
        findings.append(_finding("error", "SKILL.md", f"A skill that is packed here has at most {MAX_FILES} files and {MAX_LETTERS:,} characters."))
    for file in files:
        path = file["path"]
        parts = path.split("/")
        if len(path) > 200 or any(not re.fullmatch(r"[A-Za-z0-9_][A-Za-z0-9._-]*", part) for part in parts) or len(parts) > 5:
            findings.append(_finding("error", path[:80], "A path has plain names divided by /, such as scripts/words.py."))
        if path.lower() in seen or path.lower() == "skill.md":
            findings.append(_finding("error", path[:80], "There are two files of this name."))
        seen.add(path.lower())
        if HIDDEN.search(file["content"]):
            findings.append(_finding("warning", path[:80], "The file holds invisible characters."))
    return findings


def _check_examples(files: list[File], functions: list[str]) -> list[dict[str, Any]]:
    findings, shown = [], set()
    for file in files:
        if not re.fullmatch(r"examples/[^/]+\.json", file["path"]):
            continue
        try:
            example = json.loads(file["content"])
        except ValueError as problem:
            findings.append(_finding("error", file["path"], f"The example is no valid JSON: {problem}."))
            continue
        if not isinstance(example, dict) or not isinstance(example.get("arguments"), dict) or "expected" not in example:
            findings.append(_finding("error", file["path"], "An example has function, arguments and expected."))
        elif example.get("function") not in functions:
            findings.append(_finding("error", file["path"], f"There is no function {example.get('function')!r}."))
        else:
            shown.add(example["function"])
    if functions and not shown:
        findings.append(_finding("warning", "examples/", "There is no example. Add one: it is a test and shows the skill at work."))
    if functions and not any(re.fullmatch(r"tests/test_[^/]+\.py", file["path"]) for file in files):
        findings.append(_finding("warning", "tests/", "There is no test. Add tests/test_NAME.py with unittest."))
    return findings


def _finding(level: str, file: str, message: str) -> dict[str, Any]:
    return {"level": level, "file": file, "message": message}
