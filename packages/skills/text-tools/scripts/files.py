"""Reads text files whatever their encoding, and finds names that are free."""

import os

__all__ = []

MAX_BYTES = 50_000_000


def read_text(path: str) -> str:
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    if os.path.getsize(path) > MAX_BYTES:
        raise ValueError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB.")
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if b"\0" in data[:8_000]:
        raise ValueError(f"{path} is no text file.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def free_name(wanted: str) -> str:
    """The name itself, or with a number where a file of that name is there."""
    name = os.path.basename(wanted.replace("\\", "/")).strip().lstrip(".") or "text.txt"
    stem, ending = os.path.splitext(name)
    number, free = 2, name
    while os.path.exists(free):
        free, number = f"{stem}-{number}{ending}", number + 1
    return free
