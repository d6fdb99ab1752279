"""Opens a PDF file: finds its objects through its tables, or by looking for them where the tables are damaged."""

import os
import re
from typing import Any, Iterator, Optional

from pdf_filters import unpack
from pdf_objects import Lexer, Name, PdfProblem, Reference, Stream, read_indirect

__all__ = []

MAX_FILE = 200_000_000
MAX_PAGES = 20_000
OBJECT = re.compile(rb"(?<![0-9])(\d{1,10})[ \t\r\n]+(\d{1,5})[ \t\r\n]+obj(?![a-z])")


class PdfFile:
    """The objects of one file, read when they are asked for."""

    def __init__(self, path: str):
        self.path = path
        self.data = _read(path)
        self.places: dict[int, Any] = {}
        self.kept: dict[int, Any] = {}
        self.open: set[int] = set()
        self.trailer: dict[str, Any] = {}
        try:
            self._follow_tables()
        except (PdfProblem, ValueError, IndexError, TypeError, KeyError, RecursionError):
            self.places, self.kept = {}, {}
        if not isinstance(self.get(self.trailer.get("Root")), dict):
            self._look_for_objects()
        if "Encrypt" in self.trailer:
            raise PdfProblem(f"{path} is protected with a password or by rights. Save it without protection first.")

    def get(self, value: Any) -> Any:
        """The object itself, whatever number of references leads to it; None if there is none."""
        for _ in range(20):
            if not isinstance(value, Reference):
                return value
            value = self._load(value.number)
        return None

    def content(self, value: Any) -> bytes:
        """The unpacked content of a stream."""
        stream = self.get(value)
        if not isinstance(stream, Stream):
            return b""
        filters, options = self.get(stream.head.get("Filter", stream.head.get("F"))), self.get(stream.head.get("DecodeParms", stream.head.get("DP")))
        names = filters if isinstance(filters, list) else [] if filters is None else [filters]
        settings = options if isinstance(options, list) else [options]
        resolved = [one if isinstance(one, dict) else None for one in map(self.get, settings)]
        return unpack(stream.raw, [str(self.get(name)) for name in names], [one and {key: self.get(item) for key, item in one.items()} for one in resolved])

    def pages(self) -> Iterator[dict[str, Any]]:
        """Every page in order, with what it inherits."""
        root = self.get(self.trailer.get("Root")) or {}
        pending, seen, count = [(root.get("Pages"), {})], set(), 0
        while pending:
            reference, inherited = pending.pop()
            node = self.get(reference)
            if not isinstance(node, dict) or (isinstance(reference, Reference) and reference in seen):
                continue
            seen.add(reference) if isinstance(reference, Reference) else None
            own = {**inherited, **{key: node[key] for key in ("Resources", "MediaBox", "Rotate") if key in node}}
            children = self.get(node.get("Kids"))
            if isinstance(children, list):
                pending.extend((child, own) for child in reversed(children))
                continue
            count += 1
            if count > MAX_PAGES:
                return
            yield {**own, **node}

    def _load(self, number: int) -> Any:
        if number in self.kept:
            return self.kept[number]
        place = self.places.get(number)
        if place is None or number in self.open:
            return None
        self.open.add(number)
        try:
            value = self._from_stream(*place) if isinstance(place, tuple) else self._at(place, number)
        finally:
            self.open.discard(number)
        self.kept[number] = value
        return value

    def _at(self, position: int, number: int) -> Any:
        found = read_indirect(self.data, position, self._length)
        return found[1] if found and found[0].number == number else None

    def _length(self, value: Any) -> Optional[int]:
        found = self.get(value)
        return found if isinstance(found, int) and 0 <= found <= len(self.data) else None

    def _from_stream(self, container: int, index: int) -> Any:
        stream = self._load(container)
        if not isinstance(stream, Stream):
            return None
        data, first = self.content(stream), int(self.get(stream.head.get("First")) or 0)
        lexer, offset = Lexer(data), None
        for place in range(index + 1):
            lexer.next()
            offset = lexer.next()
        return Lexer(data, first + offset).next() if isinstance(offset, int) else None

    def _follow_tables(self) -> None:
        match = re.search(rb"startxref\s+(\d+)(?!.*startxref)", self.data[-2048:], re.DOTALL)
        pending, seen = [int(match[1])] if match else [], set()
        while pending:
            position = pending.pop(0)
            if position in seen or not 0 <= position < len(self.data):
                continue
            seen.add(position)
            lexer = Lexer(self.data, position)
            lexer.skip()
            trailer = self._old_table(lexer) if self.data.startswith(b"xref", lexer.position) else self._stream_table(position)
            self.trailer = {**trailer, **self.trailer}
            pending.extend(trailer[key] for key in ("XRefStm", "Prev") if isinstance(trailer.get(key), int))

    def _old_table(self, lexer: Lexer) -> dict[str, Any]:
        lexer.next()
        while True:
            start = lexer.next()
            if not isinstance(start, int):
                break
            for number in range(start, start + min(int(lexer.next()), 10_000_000)):
                offset, _, kind = lexer.next(), lexer.next(), lexer.next()
                if kind is None:
                    raise PdfProblem("The table of objects is cut off.")
                if kind == "n":
                    self.places.setdefault(number, offset)
        trailer = lexer.next()
        return trailer if isinstance(trailer, dict) else {}

    def _stream_table(self, position: int) -> dict[str, Any]:
        found = read_indirect(self.data, position, lambda value: value if isinstance(value, int) else None)
        if not found or not isinstance(found[1], Stream):
            raise PdfProblem("The table of objects is not where it should be.")
        head, data = found[1].head, self.content(found[1])
        widths = [int(width) for width in head["W"]]
        size, ranges = sum(widths), head.get("Index") or [0, head.get("Size", 0)]
        position = 0
        for start, count in zip(ranges[::2], ranges[1::2]):
            for number in range(start, start + count):
                entry = data[position : position + size]
                position += size
                if len(entry) < size:
                    return head
                ends = [sum(widths[:index]) for index in range(4)]
                kind, second, third = (int.from_bytes(entry[ends[index] : ends[index + 1]], "big") for index in range(3))
                if (kind if widths[0] else 1) == 1:
                    self.places.setdefault(number, second)
                elif kind == 2:
                    self.places.setdefault(number, (second, third))
        return head

    def _look_for_objects(self) -> None:
        """Damaged tables: every object that can be seen is taken, the last of a number counts."""
        self.kept = {}
        for match in OBJECT.finditer(self.data):
            self.places[int(match[1])] = match.start()
        for match in re.finditer(rb"trailer", self.data):
            trailer = Lexer(self.data, match.end()).next()
            self.trailer = {**self.trailer, **trailer} if isinstance(trailer, dict) else self.trailer
        for number in list(self.places):
            value = self._load(number)
            if isinstance(value, Stream) and value.head.get("Type") == "ObjStm":
                self._take_container(number, value)
        for number in list(self.places):
            value = self._load(number)
            if isinstance(value, dict) and value.get("Type") == Name("Catalog"):
                self.trailer["Root"] = Reference(number, 0)
        if not isinstance(self.get(self.trailer.get("Root")), dict):
            raise PdfProblem(f"{self.path} is damaged: its pages cannot be found.")

    def _take_container(self, number: int, stream: Stream) -> None:
        lexer = Lexer(self.content(stream))
        for index in range(min(int(self.get(stream.head.get("N")) or 0), 100_000)):
            inner = lexer.next()
            lexer.next()
            if isinstance(inner, int):
                self.places[inner] = (number, index)
                self.kept.pop(inner, None)


def _read(path: str) -> bytes:
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    if os.path.getsize(path) > MAX_FILE:
        raise ValueError(f"{path} is larger than {MAX_FILE // 1_000_000} MB.")
    with open(path, "rb") as file:
        data = file.read()
    start = data[:1024].find(b"%PDF-")
    if start < 0:
        raise ValueError(f"{path} is no PDF file.")
    return data[start:]
