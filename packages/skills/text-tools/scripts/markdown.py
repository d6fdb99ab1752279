"""Reads the outline, sections and tables of Markdown files."""

import re
from typing import Annotated, Any, Optional

from files import read_text

__all__ = ["outline_markdown", "read_section", "read_tables"]

MarkdownFile = Annotated[str, "Name of the Markdown file"]
HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\Z")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
LINK = re.compile(r"(!?)\[([^\[\]]*)\]\(<?([^\s()<>]*(?:\([^\s()]*\)[^\s()<>]*)*)>?(?:\s+[\"'(][^)]*)?\)")
AUTOMATIC = re.compile(r"<((?:https?|mailto):[^\s<>]+)>")
RULE = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")


def outline_markdown(path: MarkdownFile) -> dict[str, Any]:
    """Lists the headings, links, images, code blocks and tables of a Markdown file, each with its line."""
    lines = read_text(path).splitlines()
    outside = _outside_code(lines)
    links, images = [], []
    for number, line in outside:
        for match in LINK.finditer(line):
            (images if match[1] else links).append({"line": number, "text": match[2], "target": match[3]})
        links.extend({"line": number, "text": match[1], "target": match[1]} for match in AUTOMATIC.finditer(line))
    headings = _headings(lines)
    return {
        "file": path,
        "headings": [{"line": line, "level": level, "text": text} for line, level, text in headings],
        "links": links[:500],
        "images": images[:200],
        "tables": [{"line": line, "columns": table[0], "rows": len(table) - 1} for line, table in _tables(lines)],
        "code_lines": len(lines) - len(outside),
    }


def read_section(
    path: MarkdownFile,
    heading: Annotated[str, "The heading's text, without #; capitals do not matter"],
) -> dict[str, Any]:
    """Returns one section of a Markdown file: from its heading to the next of the same or a higher level."""
    lines = read_text(path).splitlines()
    headings = _headings(lines)
    wanted = heading.strip().lstrip("#").strip().casefold()
    matches = [one for one in headings if one[2].casefold() == wanted] or [one for one in headings if wanted in one[2].casefold()]
    if not matches:
        names = ", ".join(repr(text) for _, _, text in headings[:30])
        raise ValueError(f"{path} has no heading {heading!r}. Its headings are: {names or 'none'}.")
    if len(matches) > 1:
        places = ", ".join(f"{text!r} in line {line}" for line, _, text in matches[:10])
        raise ValueError(f"Several headings fit: {places}. Give the whole text of one, or use read_lines.")
    start, level, text = matches[0]
    end = next((line - 1 for line, other, _ in headings if line > start and other <= level), len(lines))
    return {"file": path, "heading": text, "first": start, "last": end, "text": "\n".join(lines[start - 1 : end]).strip()}


def read_tables(
    path: MarkdownFile,
    number: Annotated[Optional[int], "Which table, from 1; all if left out"] = None,
) -> dict[str, Any]:
    """Returns the tables of a Markdown file as lists of records, column names as keys."""
    tables = _tables(read_text(path).splitlines())
    if number is not None and not 1 <= number <= len(tables):
        raise ValueError(f"{path} has {len(tables)} table(s).")
    shown = tables if number is None else [tables[number - 1]]
    return {
        "file": path,
        "tables": [{"line": line, "columns": table[0], "rows": [dict(zip(table[0], row)) for row in table[1:]]} for line, table in shown],
    }


def _outside_code(lines: list[str]) -> list[tuple[int, str]]:
    kept, fence = [], ""
    for number, line in enumerate(lines, 1):
        match = FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
        elif match:
            fence = match[1]
        else:
            kept.append((number, line))
    return kept


def _headings(lines: list[str]) -> list[tuple[int, int, str]]:
    found: list[tuple[int, int, str]] = []
    previous = (0, "")
    for number, line in _outside_code(lines):
        match = HEADING.match(line)
        underline = re.fullmatch(r" {0,3}(=+|-+)\s*", line)
        if match:
            found.append((number, len(match[1]), (match[2] or "").strip()))
        elif underline and previous[0] == number - 1 and previous[1].strip() and not HEADING.match(previous[1]) and "|" not in previous[1]:
            found.append((number - 1, 1 if underline[1][0] == "=" else 2, previous[1].strip()))
        previous = (number, line)
    return found


def _tables(lines: list[str]) -> list[tuple[int, list[list[str]]]]:
    outside = dict(_outside_code(lines))
    tables, number = [], 1
    while number < len(lines):
        head, rule = outside.get(number, ""), outside.get(number + 1, "")
        if "|" in head and "-" in rule and RULE.match(rule) and len(_cells(head)) == len(_cells(rule)):
            rows, row = [_unique(_cells(head))], number + 2
            while "|" in outside.get(row, ""):
                cells = _cells(outside[row])
                rows.append((cells + [""] * len(rows[0]))[: len(rows[0])])
                row += 1
            tables.append((number, rows))
            number = row
        else:
            number += 1
    return tables


def _cells(line: str) -> list[str]:
    text = line.strip()
    text = text[1:] if text.startswith("|") else text
    text = text[:-1] if text.endswith("|") and not text.endswith("\\|") else text
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", text)]


def _unique(names: list[str]) -> list[str]:
    """Column names that differ: an empty one is called by its place, a repeated one gets a number."""
    result: list[str] = []
    for place, name in enumerate(names, 1):
        base = name or f"column_{place}"
        number, free = 2, base
        while free in result:
            free, number = f"{base} ({number})", number + 1
        result.append(free)
    return result
