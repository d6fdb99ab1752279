"""Opens the zip package of an Office file, with limits against hostile ones."""

import os
import zipfile
from posixpath import dirname, join, normpath
from typing import Optional
from xml.etree import ElementTree

__all__ = []

MAX_FILE = 100_000_000
MAX_PART = 300_000_000
MAX_RATIO = 200
RELATION = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class Package:
    """The parts of one Office file by their name."""

    def __init__(self, path: str):
        self.path = path
        self.zip = _open(path)
        self.names = set(self.zip.namelist())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.zip.close()

    def xml(self, name: str) -> Optional[ElementTree.Element]:
        """The part as a tree; None if it is not there."""
        if name not in self.names:
            return None
        data = self._read(name)
        # Office never writes a document type; one is only there to expand entities until memory ends.
        if b"<!DOCTYPE" in data[:4_096] or b"<!ENTITY" in data:
            raise ValueError(f"{self.path} holds a document type declaration, which no Office program writes. It is not read.")
        try:
            return ElementTree.fromstring(data)
        except ElementTree.ParseError as problem:
            raise ValueError(f"{self.path} is damaged: {name} is no valid XML ({problem}).") from None

    def relations(self, name: str) -> dict[str, tuple[str, str]]:
        """Targets of a part by id: the kind (last word of its type) and the name or address."""
        folder, file = dirname(name), name.rsplit("/", 1)[-1]
        root = self.xml(join(folder, "_rels", f"{file}.rels"))
        found = {}
        for relation in root.iter(RELATION) if root is not None else ():
            target = relation.get("Target", "")
            if relation.get("TargetMode") != "External":
                target = target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
            found[relation.get("Id", "")] = (relation.get("Type", "").rsplit("/", 1)[-1], target)
        return found

    def main_part(self, expected: str) -> str:
        for kind, target in self.relations("").values():
            if kind == "officeDocument":
                return target
        return expected

    def _read(self, name: str) -> bytes:
        info = self.zip.getinfo(name)
        if info.file_size > MAX_PART or (info.file_size > 10_000_000 and info.file_size > MAX_RATIO * max(info.compress_size, 1)):
            raise ValueError(f"{self.path} unpacks to far more than it should. It is not read.")
        with self.zip.open(info) as part:
            data = part.read(MAX_PART + 1)
        if len(data) > MAX_PART:
            raise ValueError(f"{self.path} unpacks to far more than it should. It is not read.")
        return data


def _open(path: str) -> zipfile.ZipFile:
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    if os.path.getsize(path) > MAX_FILE:
        raise ValueError(f"{path} is larger than {MAX_FILE // 1_000_000} MB.")
    with open(path, "rb") as file:
        head = file.read(8)
    if head == OLD:
        raise ValueError(f"{path} is an old binary Office file or one with a password. Save it as .docx or .xlsx without a password.")
    try:
        return zipfile.ZipFile(path)
    except zipfile.BadZipFile:
        raise ValueError(f"{path} is no Office file, or it is damaged.") from None


def local(element: ElementTree.Element) -> str:
    """The tag without its namespace: strict and transitional files differ only in that."""
    return element.tag.rsplit("}", 1)[-1] if isinstance(element.tag, str) else ""


def attribute(element: Optional[ElementTree.Element], name: str) -> Optional[str]:
    if element is None:
        return None
    return next((value for key, value in element.attrib.items() if key.rsplit("}", 1)[-1] == name), None)


def child(element: Optional[ElementTree.Element], name: str) -> Optional[ElementTree.Element]:
    return None if element is None else next((one for one in element if local(one) == name), None)
