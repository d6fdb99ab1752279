"""The part of YAML that configuration files use, read strictly: what is not understood is refused with its line.

Block maps and lists, flow maps and lists, plain and quoted scalars, block text (| and >), comments, several documents.
Not: anchors, aliases, tags, merge keys, complex keys, plain scalars over several lines.
"""

import json
import re
from typing import Any, NamedTuple

__all__ = []

KEY = re.compile(r"""(?P<key>"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#&*!|>%@`"'\[\]{},:?-][^#]*?|[?:-][^\s#][^#]*?)\s*:(?=\s|$)""")
INTEGER = re.compile(r"[-+]?[0-9]+\Z")
FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
WORDS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
         "null": None, "Null": None, "NULL": None, "~": None, "": None}
MAX_DEPTH = 100


class YamlProblem(ValueError):
    """What cannot be read, with its line."""


class Line(NamedTuple):
    number: int
    indent: int
    text: str


class Reader:
    def __init__(self, lines: list[str]):
        self.raw = lines
        self.position = 0

    def fail(self, problem: str, number: int):
        raise YamlProblem(f"line {number}: {problem}")

    def peek(self):
        """The next line that holds anything, or None."""
        while self.position < len(self.raw):
            text = self.raw[self.position]
            stripped = text.strip(" ")
            if stripped and not stripped.startswith("#"):
                indent = len(text) - len(text.lstrip(" "))
                if text[indent:].startswith("\t"):
                    self.fail("a tab in the indentation", self.position + 1)
                return Line(self.position + 1, indent, stripped)
            self.position += 1
        return None

    def node(self, indent: int, depth: int) -> Any:
        line = self.peek()
        if line is None or line.indent < indent:
            return None
        if depth > MAX_DEPTH:
            self.fail(f"more than {MAX_DEPTH} levels", line.number)
        if line.text == "-" or line.text.startswith("- "):
            return self.sequence(line.indent, depth)
        if KEY.match(line.text):
            return self.mapping(line.indent, depth)
        self.position += 1
        return self.scalar(line.text, line, line.indent)

    def sequence(self, indent: int, depth: int) -> list[Any]:
        items = []
        while True:
            line = self.peek()
            if line is None or line.indent < indent or not (line.text == "-" or line.text.startswith("- ")):
                if line is not None and line.indent > indent:
                    self.fail("wrong indentation", line.number)
                return items
            if line.indent != indent:
                self.fail("wrong indentation", line.number)
            rest = line.text[1:]
            inner = rest.strip()
            if not inner or inner.startswith("#"):
                self.position += 1
                following = self.peek()
                items.append(self.node(following.indent, depth + 1) if following and following.indent > indent else None)
            else:
                # The entry's own first line is read as if its dash were blank: maps in lists begin there.
                column = indent + 1 + len(rest) - len(rest.lstrip(" "))
                self.raw[self.position] = " " * column + inner
                items.append(self.node(column, depth + 1))

    def mapping(self, indent: int, depth: int) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while True:
            line = self.peek()
            if line is None or line.indent < indent:
                return result
            match = KEY.match(line.text)
            if line.indent > indent or not match:
                if line.indent == indent and line.text.startswith("- "):
                    return result
                self.fail("wrong indentation, or a key without a colon", line.number)
            key = self.key(match["key"], line)
            if key in result:
                self.fail(f"the key {key!r} occurs twice", line.number)
            rest = _without_comment(line.text[match.end():]).strip()
            self.position += 1
            if rest:
                result[key] = self.scalar(rest, line, indent)
                continue
            following = self.peek()
            is_list = following is not None and following.indent == indent and (following.text == "-" or following.text.startswith("- "))
            nested = following is not None and (following.indent > indent or is_list)
            result[key] = self.node(following.indent, depth + 1) if nested else None

    def key(self, text: str, line: Line) -> str:
        if text.startswith(("?", "<<")):
            self.fail("complex and merge keys are not read without PyYAML", line.number)
        if text[0] in "\"'":
            return self.quoted(text, line)
        return text.strip()

    def scalar(self, text: str, line: Line, indent: int) -> Any:
        text = _without_comment(text).strip()
        if text[:1] in ("|", ">"):
            return self.block(text, line, indent)
        if text[:1] in ("&", "*", "!"):
            self.fail("anchors, aliases and tags are not read without PyYAML", line.number)
        if text[:1] in ("[", "{"):
            return self.flow(text, line)
        if text[:1] in ("\"", "'"):
            return self.quoted(text, line)
        if text[:1] in ("@", "`", "%"):
            self.fail(f"a plain value may not begin with {text[0]}", line.number)
        if ": " in text:
            self.fail("a plain value may not hold ': '; put it in quotes", line.number)
        following = self.peek()
        if following is not None and following.indent > indent and not text.endswith(":"):
            self.fail("plain values over several lines are not read without PyYAML; use quotes or |", following.number)
        return _plain(text)

    def quoted(self, text: str, line: Line) -> str:
        if text[0] == "'":
            match = re.fullmatch(r"'((?:[^']|'')*)'", text)
            if not match:
                self.fail("a quote is not closed on its line", line.number)
            return match[1].replace("''", "'")
        try:
            return json.loads(re.sub(r"\\x([0-9A-Fa-f]{2})", r"\\u00\1", text).replace("\\0", "\\u0000").replace("\\e", "\\u001b"))
        except json.JSONDecodeError:
            self.fail("a quoted value that cannot be read, or whose quote is not closed on its line", line.number)

    def block(self, header: str, line: Line, indent: int) -> str:
        match = re.fullmatch(r"([|>])([+-]?)([1-9]?)([+-]?)", header)
        if not match:
            self.fail("a block text header that cannot be read", line.number)
        chomp, lines = match[2] or match[4], []
        width = indent + int(match[3]) if match[3] else None
        while self.position < len(self.raw):
            raw = self.raw[self.position]
            if raw.strip(" "):
                own = len(raw) - len(raw.lstrip(" "))
                if width is None:
                    width = own
                if own < width or width <= indent:
                    break
                lines.append(raw[width:])
            else:
                lines.append(raw[width:] if width is not None else "")
            self.position += 1
        kept = list(lines)
        while kept and not kept[-1].strip(" "):
            kept.pop()
        body = "\n".join(kept) if match[1] == "|" else _folded(kept)
        if chomp == "+":
            return body + "\n" * (len(lines) - len(kept) + bool(kept))
        return body + ("\n" if kept and chomp != "-" else "")

    def flow(self, text: str, line: Line) -> Any:
        while not _is_closed(text):
            following = self.peek()
            if following is None:
                self.fail("a bracket is not closed", line.number)
            text += " " + _without_comment(following.text).strip()
            self.position += 1
        value, end = _flow(text, 0, line.number, 0)
        if text[end:].strip():
            self.fail("something stands behind the closing bracket", line.number)
        return value


def read_yaml(text: str) -> Any:
    documents: list[list[str]] = [[]]
    offsets = [0]
    for number, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if re.match(r"(---|\.\.\.)(\s|$)", line):
            documents.append([])
            offsets.append(number)
            line = "   " + line[3:] if line.startswith("---") else ""
        elif line.startswith("%"):
            line = ""
        documents[-1].append(line)
    values = []
    for offset, lines in zip(offsets, documents):
        reader = Reader([*([""] * offset), *lines])
        if reader.peek() is None:
            continue
        first = reader.peek()
        values.append(reader.node(first.indent, 0))
        rest = reader.peek()
        if rest is not None:
            reader.fail("this does not belong to what stands before it", rest.number)
    return values[0] if len(values) == 1 else values or None


def _plain(text: str) -> Any:
    if text in WORDS:
        return WORDS[text]
    if INTEGER.match(text) and not re.match(r"[-+]?0[0-9]", text):
        return int(text)
    return float(text) if FLOAT.match(text) and not INTEGER.match(text) else text


def _folded(lines: list[str]) -> str:
    result = ""
    for index, line in enumerate(lines):
        if index == 0:
            result = line
        elif not line.strip(" "):
            result += "\n"
        elif line.startswith(" ") or lines[index - 1].startswith(" "):
            result += "\n" + line
        else:
            result += line if result.endswith("\n") else " " + line
    return result


def _without_comment(text: str) -> str:
    quote = ""
    for index, letter in enumerate(text):
        if quote:
            if letter == quote and not (quote == '"' and text[index - 1] == "\\"):
                quote = ""
        elif letter in "\"'" and (index == 0 or text[index - 1] in " [{,:"):
            quote = letter
        elif letter == "#" and (index == 0 or text[index - 1] in " \t"):
            return text[:index]
    return text


def _is_closed(text: str) -> bool:
    depth, quote = 0, ""
    for index, letter in enumerate(text):
        if quote:
            if letter == quote and not (quote == '"' and text[index - 1] == "\\"):
                quote = ""
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter in "[{") - (letter in "]}")
    return depth <= 0 and not quote


def _flow(text: str, position: int, number: int, depth: int) -> tuple[Any, int]:
    """One flow value from a position: its value and where it ends."""
    if depth > MAX_DEPTH:
        raise YamlProblem(f"line {number}: more than {MAX_DEPTH} levels")
    position = _skip(text, position)
    letter = text[position : position + 1]
    if letter in ("[", "{"):
        return _flow_group(text, position, number, depth)
    match = re.compile(r"""\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|[^,\[\]{}]*?(?=\s*(?:[,\]}]|:\s|$))""").match(text, position)
    if not match:
        raise YamlProblem(f"line {number}: a value in brackets that cannot be read")
    word = match[0]
    if word[:1] in ("&", "*", "!"):
        raise YamlProblem(f"line {number}: anchors, aliases and tags are not read without PyYAML")
    if word[:1] == '"':
        return json.loads(word), match.end()
    return (word[1:-1].replace("''", "'") if word[:1] == "'" else _plain(word.strip())), match.end()


def _flow_group(text: str, position: int, number: int, depth: int) -> tuple[Any, int]:
    closing = "]" if text[position] == "[" else "}"
    result: Any = [] if closing == "]" else {}
    position = _skip(text, position + 1)
    while text[position : position + 1] != closing:
        value, position = _flow(text, position, number, depth + 1)
        position = _skip(text, position)
        if closing == "}":
            if text[position : position + 1] == ":":
                member, position = _flow(text, position + 1, number, depth + 1)
                position = _skip(text, position)
            else:
                member = None
            result[value if isinstance(value, str) else json.dumps(value)] = member
        else:
            result.append(value)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif text[position : position + 1] != closing:
            raise YamlProblem(f"line {number}: a comma or {closing} is missing")
    return result, position + 1


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t":
        position += 1
    return position
