"""The objects of a PDF file: names, numbers, texts, lists, dictionaries, streams and references (ISO 32000-1, 7.3)."""

import re
from typing import Any, NamedTuple, Optional

__all__ = []

BLANK = b"\0\t\n\f\r "
DELIMITER = b"()<>[]{}/%"
NUMBER = re.compile(rb"[+-]*(?:\d+\.?\d*|\.\d+)")
REFERENCE = re.compile(rb"(\d{1,10})\s+(\d{1,5})\s+R(?![A-Za-z0-9])")
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
MAX_DEPTH = 60


class Name(str):
    """A name, such as /Type."""


class Keyword(str):
    """A bare word: an operator, or a mark such as obj."""


class Reference(NamedTuple):
    number: int
    generation: int


class Stream(NamedTuple):
    head: dict[str, Any]
    raw: bytes


class PdfProblem(ValueError):
    """What is wrong with the file."""


class Lexer:
    """Reads objects one after the other from some bytes."""

    def __init__(self, data: bytes, position: int = 0):
        self.data = data
        self.position = position

    def skip(self) -> None:
        data, position, end = self.data, self.position, len(self.data)
        while position < end:
            if data[position] in BLANK:
                position += 1
            elif data[position] == 0x25:
                while position < end and data[position] not in b"\r\n":
                    position += 1
            else:
                break
        self.position = position

    def next(self, depth: int = 0) -> Any:
        """The next object; None at the end. Something odd is passed over, as readers of damaged files do."""
        self.skip()
        if self.position >= len(self.data):
            return None
        if depth > MAX_DEPTH:
            raise PdfProblem("The file nests its objects too deeply.")
        first = self.data[self.position : self.position + 1]
        if first == b"/":
            return self._name()
        if first == b"(":
            return self._text()
        if self.data.startswith(b"<<", self.position):
            return self._dictionary(depth)
        if first == b"<":
            return self._hexadecimal()
        if first == b"[":
            return self._list(depth)
        if first in (b"]", b"}", b"{", b")", b">"):
            self.position += 2 if self.data.startswith(b">>", self.position) else 1
            return Keyword(">>" if first == b">" else first.decode())
        return self._number_or_word()

    def _number_or_word(self) -> Any:
        match = REFERENCE.match(self.data, self.position)
        if match:
            self.position = match.end()
            return Reference(int(match[1]), int(match[2]))
        match = NUMBER.match(self.data, self.position)
        if match:
            self.position = match.end()
            text = re.sub(rb"[+-]*-", b"-", match[0]).lstrip(b"+")
            return float(text) if b"." in text else int(text[:300])
        start = self.position
        while self.position < len(self.data) and self.data[self.position] not in BLANK + DELIMITER:
            self.position += 1
        self.position = max(self.position, start + 1)
        word = self.data[start : self.position].decode("latin-1")
        return {"true": True, "false": False}.get(word, Keyword(word))

    def _name(self) -> Name:
        start = self.position = self.position + 1
        while self.position < len(self.data) and self.data[self.position] not in BLANK + DELIMITER:
            self.position += 1
        raw = re.sub(rb"#([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), self.data[start : self.position])
        return Name(raw.decode("utf-8", "replace"))

    def _text(self) -> bytes:
        data, position, depth, parts = self.data, self.position + 1, 1, bytearray()
        while position < len(data):
            letter = data[position : position + 1]
            if letter == b"\\":
                match = re.compile(rb"\\([0-7]{1,3})").match(data, position)
                if match:
                    parts.append(int(match[1], 8) & 255)
                    position = match.end()
                    continue
                following = data[position + 1 : position + 2]
                if following == b"\r" and data[position + 2 : position + 3] == b"\n":
                    position += 1
                parts += b"" if following in (b"\r", b"\n") else ESCAPES.get(following, following)
                position += 2
                continue
            depth += (letter == b"(") - (letter == b")")
            position += 1
            if not depth:
                break
            parts += letter
        self.position = position
        return bytes(parts)

    def _hexadecimal(self) -> bytes:
        end = self.data.find(b">", self.position)
        end = len(self.data) if end < 0 else end
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", self.data[self.position + 1 : end])
        self.position = end + 1
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())

    def _list(self, depth: int) -> list[Any]:
        self.position += 1
        items: list[Any] = []
        while True:
            item = self.next(depth + 1)
            if item is None or isinstance(item, Keyword) and item == "]":
                return items
            if not isinstance(item, Keyword) or item == "null":
                items.append(None if isinstance(item, Keyword) else item)

    def _dictionary(self, depth: int) -> dict[str, Any]:
        self.position += 2
        result: dict[str, Any] = {}
        while True:
            key = self.next(depth + 1)
            if key is None or isinstance(key, Keyword) and key == ">>":
                return result
            if not isinstance(key, Name):
                continue
            value = self.next(depth + 1)
            if isinstance(value, Keyword) and value == ">>":
                return result
            if not isinstance(value, Keyword):
                result[str(key)] = value


def read_indirect(data: bytes, position: int, length_of) -> Optional[tuple[Reference, Any]]:
    """The object at `12 0 obj ... endobj`, with its stream if it has one. `length_of` turns /Length into a number."""
    lexer = Lexer(data, position)
    number, generation, word = lexer.next(), lexer.next(), lexer.next()
    if not isinstance(number, int) or not isinstance(generation, int) or word != "obj":
        return None
    value = lexer.next()
    lexer.skip()
    if isinstance(value, dict) and data.startswith(b"stream", lexer.position):
        start = lexer.position + len(b"stream")
        start += 2 if data.startswith(b"\r\n", start) else 1 if data[start : start + 1] in (b"\n", b"\r") else 0
        length = length_of(value.get("Length"))
        if length is None or not re.match(rb"\s*endstream", data[start + length : start + length + 20]):
            end = data.find(b"endstream", start)
            length = (len(data) if end < 0 else end) - start
        value = Stream(value, data[start : start + length])
    return Reference(number, generation), value
