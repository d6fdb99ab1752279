"""Reads a JSON, JSON Lines or YAML file whole, keeping what was noticed on the way."""

import json
import os
from typing import Any, NamedTuple

from yaml_subset import YamlProblem, read_yaml

__all__ = []

MAX_BYTES = 200_000_000


class Document(NamedTuple):
    value: Any
    format: str
    notes: list[str]


def read_document(path: str) -> Document:
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    if os.path.getsize(path) > MAX_BYTES:
        raise ValueError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB.")
    with open(path, "rb") as file:
        text = _decode(file.read())
    if not text.strip():
        raise ValueError(f"{path} is empty.")
    ending = os.path.splitext(path)[1].lower()
    if ending in (".yaml", ".yml"):
        return _yaml(path, text)
    if ending in (".jsonl", ".ndjson"):
        return _lines(path, text)
    try:
        return _json(text)
    except json.JSONDecodeError as problem:
        return _other(path, text, problem)


def _other(path: str, text: str, problem: json.JSONDecodeError) -> Document:
    """Something that is no JSON: lines of JSON, or YAML under another name, or an error that says where JSON stopped."""
    if problem.msg == "Extra data":
        try:
            return _lines(path, text)
        except ValueError:
            pass
    if os.path.splitext(path)[1].lower() != ".json" and text.lstrip()[:1] not in ("{", "["):
        return _yaml(path, text)
    raise ValueError(f"{path} is no valid JSON: {problem.msg} in line {problem.lineno}, character {problem.colno}.") from None


def _decode(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise ValueError(f"The file is not UTF-8 (byte {problem.start}). Save it as UTF-8 first.") from None


def _json(text: str) -> Document:
    repeated: list[str] = []

    def members(pairs):
        value = dict(pairs)
        if len(value) < len(pairs):
            seen = set()
            repeated.extend(name for name, _ in pairs if name in seen or seen.add(name))
        return value

    value = json.loads(text, object_pairs_hook=members)
    names = ", ".join(dict.fromkeys(repeated))
    return Document(value, "JSON", [f"Keys that occur twice in one object, the last one counts: {names[:200]}."] if names else [])


def _lines(path: str, text: str) -> Document:
    values = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                values.append(json.loads(line))
            except json.JSONDecodeError as problem:
                raise ValueError(f"Line {number} of {path} is no valid JSON: {problem.msg}, character {problem.colno}.") from None
    return Document(values, "JSON Lines", [])


def _yaml(path: str, text: str) -> Document:
    try:
        import yaml
    except ImportError:
        try:
            return Document(read_yaml(text), "YAML", [])
        except YamlProblem as problem:
            raise ValueError(f"{path}: {problem}") from None
    try:
        documents = list(yaml.safe_load_all(text))
    except yaml.YAMLError as problem:
        raise ValueError(f"{path} is no valid YAML: {problem}") from None
    value = documents[0] if len(documents) == 1 else documents
    return Document(json.loads(json.dumps(value, default=str)), "YAML", [])
