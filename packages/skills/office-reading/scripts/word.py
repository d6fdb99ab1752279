"""Turns Word documents into Markdown."""

import re
from typing import Annotated, Any, Optional
from xml.etree import ElementTree

from package import Package, attribute, child, local

__all__ = ["read_document"]

PART_LENGTH = 40_000
SKIPPED = {"del", "moveFrom", "pPr", "rPr", "tblPr", "tcPr", "trPr", "sectPr", "instrText", "delText", "Fallback", "fldChar", "proofErr"}


class Reader:
    """What is needed while the body of a document is read."""

    def __init__(self, package: Package, name: str):
        self.relations = package.relations(name)
        self.levels = _heading_levels(package, self._part("styles"))
        self.ordered = _ordered_lists(package, self._part("numbering"))
        self.pictures = 0
        self.has_changes = False
        self.footnotes: list[str] = []

    def _part(self, kind: str) -> str:
        return next((target for found, target in self.relations.values() if found == kind), "")

    def blocks(self, parent: ElementTree.Element) -> list[str]:
        """Paragraphs and tables below an element, each as Markdown."""
        result: list[str] = []
        for element in parent:
            kind = local(element)
            if kind == "p":
                text = self.paragraph(element)
                if text:
                    result.append(text)
            elif kind == "tbl":
                result.append(self.table(element))
            elif kind not in SKIPPED:
                self.has_changes |= kind in ("ins", "moveTo")
                result.extend(self.blocks(element))
            else:
                self.has_changes |= kind in ("del", "moveFrom")
        return [block for block in result if block]

    def paragraph(self, element: ElementTree.Element) -> str:
        boxes: list[str] = []
        text = _tidy(self.inline(element, boxes))
        properties = child(element, "pPr")
        style = attribute(child(properties, "pStyle"), "val") or ""
        level = self.levels.get(style) or _level(attribute(child(properties, "outlineLvl"), "val"))
        if text and level:
            text = f"{'#' * level} {text.replace('**', '')}"
        elif text and child(properties, "numPr") is not None:
            text = self.item(child(properties, "numPr"), text)
        return "\n\n".join(part for part in [text, *boxes] if part)

    def item(self, numbering: Optional[ElementTree.Element], text: str) -> str:
        depth = int(attribute(child(numbering, "ilvl"), "val") or 0)
        identifier = attribute(child(numbering, "numId"), "val") or ""
        if identifier == "0":
            return text
        mark = "1." if (identifier, depth) in self.ordered else "-"
        return f"{'   ' * min(depth, 8)}{mark} {text}"

    def inline(self, element: ElementTree.Element, boxes: list[str]) -> str:
        text = ""
        for one in element:
            kind = local(one)
            if kind == "t":
                text += one.text or ""
            elif kind in ("br", "cr"):
                text += "\n"
            elif kind in ("tab", "ptab"):
                text += "\t"
            elif kind == "noBreakHyphen":
                text += "-"
            elif kind == "r":
                text += _styled(self.inline(one, boxes), child(one, "rPr"))
            elif kind == "hyperlink":
                text += self.link(one, boxes)
            elif kind == "txbxContent":
                boxes.extend(self.blocks(one))
            elif kind in ("footnoteReference", "endnoteReference"):
                identifier = attribute(one, "id") or ""
                self.footnotes.append(f"{kind[:-9]}s:{identifier}")
                text += f"[^{len(self.footnotes)}]"
            elif kind in SKIPPED:
                self.has_changes |= kind in ("del", "moveFrom")
            else:
                self.pictures += kind == "blip"
                self.has_changes |= kind in ("ins", "moveTo")
                text += self.inline(one, boxes)
        return text

    def link(self, element: ElementTree.Element, boxes: list[str]) -> str:
        text = self.inline(element, boxes)
        _, target = self.relations.get(attribute(element, "id") or "", ("", ""))
        return f"[{text}]({target})" if text.strip() and target.startswith(("http://", "https://", "mailto:")) else text

    def table(self, element: ElementTree.Element) -> str:
        rows = []
        for row in (one for one in _unwrapped(element) if local(one) == "tr"):
            cells: list[str] = []
            for cell in (one for one in _unwrapped(row) if local(one) == "tc"):
                text = " ".join(" ".join(self.blocks(cell)).split()).replace("|", "\\|")
                span = int(attribute(child(child(cell, "tcPr"), "gridSpan"), "val") or 1)
                cells.extend([text, *[""] * (min(span, 100) - 1)])
            rows.append(cells)
        width = max((len(row) for row in rows), default=0)
        if not width:
            return ""
        filled = [row + [""] * (width - len(row)) for row in rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in [filled[0], ["---"] * width, *filled[1:]])


def read_document(
    path: Annotated[str, "Name of the .docx file"],
    start: Annotated[int, "Character to begin at: 0, or the next of an earlier answer"] = 0,
    include_comments: Annotated[bool, "Whether to add reviewers' comments at the end"] = False,
) -> dict[str, Any]:
    """Reads a Word document as Markdown: headings, text, lists, tables, links and footnotes in reading order."""
    with Package(path) as package:
        name = package.main_part("word/document.xml")
        root = package.xml(name)
        if root is None or local(root) != "document":
            raise ValueError(f"{path} is no Word document.{' It is a workbook: use read_sheet.' if 'xl/workbook.xml' in package.names else ''}")
        reader = Reader(package, name)
        blocks = reader.blocks(root)
        blocks.extend(_notes(package, reader))
        if include_comments:
            blocks.extend(_comments(package, reader))
    text = _joined(blocks)
    begin = min(max(start, 0), len(text))
    end = len(text) if len(text) - begin <= PART_LENGTH else text.rfind("\n", begin, begin + PART_LENGTH) + 1 or begin + PART_LENGTH
    notes = ["The document has tracked changes; the text after accepting them is shown."] if reader.has_changes else []
    if reader.pictures:
        notes.append(f"{reader.pictures} picture(s) are left out.")
    return {"file": path, "characters": len(text), "text": text[begin:end], "next": end if end < len(text) else None, "notes": notes}


def _joined(blocks: list[str]) -> str:
    text = ""
    for index, block in enumerate(blocks):
        is_list = re.match(r"\s*(?:-|1\.) ", block) and index and re.match(r"\s*(?:-|1\.) ", blocks[index - 1])
        text += ("" if not index else "\n" if is_list else "\n\n") + block
    return text


def _notes(package: Package, reader: Reader) -> list[str]:
    lines = []
    parts = {kind: package.xml(reader._part(kind)) for kind in ("footnotes", "endnotes")}
    for number, reference in enumerate(list(reader.footnotes), 1):
        kind, identifier = reference.split(":")
        root = parts.get(kind)
        note = next((one for one in root if attribute(one, "id") == identifier), None) if root is not None else None
        if note is not None:
            lines.append(f"[^{number}]: {' '.join(' '.join(reader.blocks(note)).split())}")
    return lines


def _comments(package: Package, reader: Reader) -> list[str]:
    root = package.xml(reader._part("comments"))
    found = [f"- {attribute(one, 'author') or 'Somebody'}: {' '.join(' '.join(reader.blocks(one)).split())}" for one in (root if root is not None else ())]
    return ["## Comments", *found] if found else []


def _styled(text: str, properties: Optional[ElementTree.Element]) -> str:
    if properties is None or not text.strip():
        return text
    marks = "".join(mark for name, mark in (("b", "**"), ("i", "*")) if _is_on(child(properties, name)))
    lead, rest = text[: len(text) - len(text.lstrip())], text.strip()
    return f"{lead}{marks}{rest}{marks[::-1]}{text[len(lead) + len(rest):]}" if marks and "\n" not in rest else text


def _is_on(element: Optional[ElementTree.Element]) -> bool:
    return element is not None and (attribute(element, "val") or "true") not in ("0", "false", "off", "none")


def _tidy(text: str) -> str:
    """Runs that continue each other's bold or italic are joined, and blanks at the ends are cut."""
    return re.sub(r"(?<=\S)(\*{4}|\*{6})(?=\S)", "", text).strip()


def _unwrapped(element: ElementTree.Element):
    for one in element:
        if local(one) in ("sdt", "sdtContent", "ins", "customXml"):
            yield from _unwrapped(one)
        else:
            yield one


def _level(value: Optional[str]) -> int:
    return int(value) + 1 if value and value.isdigit() and int(value) < 6 else 0


def _heading_levels(package: Package, name: str) -> dict[str, int]:
    root = package.xml(name) if name else None
    levels: dict[str, int] = {}
    parents: dict[str, str] = {}
    for style in root if root is not None else ():
        identifier = attribute(style, "styleId") or ""
        title = (attribute(child(style, "name"), "val") or "").lower()
        match = re.fullmatch(r"heading ([1-6])", title)
        levels[identifier] = int(match[1]) if match else 1 if title == "title" else _level(attribute(child(child(style, "pPr"), "outlineLvl"), "val"))
        parents[identifier] = attribute(child(style, "basedOn"), "val") or ""
    for identifier in levels:
        seen, ancestor = set(), identifier
        while not levels[identifier] and ancestor and ancestor not in seen:
            seen.add(ancestor)
            levels[identifier] = levels.get(ancestor, 0)
            ancestor = parents.get(ancestor, "")
    return levels


def _ordered_lists(package: Package, name: str) -> set[tuple[str, int]]:
    """Numbered levels, as (list, level); all others have bullets."""
    root = package.xml(name) if name else None
    abstract: dict[str, set[int]] = {}
    ordered: set[tuple[str, int]] = set()
    for one in root if root is not None else ():
        if local(one) == "abstractNum":
            levels = {int(attribute(level, "ilvl") or 0) for level in one if local(level) == "lvl" and attribute(child(level, "numFmt"), "val") not in (None, "bullet", "none")}
            abstract[attribute(one, "abstractNumId") or ""] = levels
        elif local(one) == "num":
            levels = abstract.get(attribute(child(one, "abstractNumId"), "val") or "", set())
            ordered.update((attribute(one, "numId") or "", level) for level in levels)
    return ordered
