"""Reads the text of PDF files."""

import re
from typing import Annotated, Any, Optional

from pdf_file import PdfFile
from pdf_fonts import UNKNOWN
from pdf_objects import PdfProblem
from pdf_page import PageReader

__all__ = ["describe_pdf", "read_pages", "search_pdf"]

Path = Annotated[str, "Name of the PDF file"]
MAX_LETTERS = 60_000
MAX_SEARCHED = 2_000


def describe_pdf(path: Path) -> dict[str, Any]:
    """Tells a PDF file's pages, title, author and outline, and which of its pages hold no text. Call this first."""
    pdf = PdfFile(path)
    info = pdf.get(pdf.trailer.get("Info"))
    details = {name.lower(): _text(pdf.get(info.get(name))) for name in ("Title", "Author", "Subject")} if isinstance(info, dict) else {}
    texts = _pages(pdf, 0, MAX_SEARCHED)
    total = sum(1 for _ in pdf.pages())
    return {
        "file": path,
        "pages": total,
        **{name: value for name, value in details.items() if value},
        "characters": sum(len(text) for text, _ in texts),
        "pages_without_text": [number for number, (text, _) in enumerate(texts, 1) if not text.strip()],
        "pages_with_pictures": sum(has_picture for _, has_picture in texts),
        "outline": _outline(pdf),
        "notes": _notes(pdf, texts, total),
    }


def read_pages(
    path: Path,
    first: Annotated[int, "Number of the first page, from 1"] = 1,
    last: Annotated[Optional[int], "Number of the last page; the first page's if left out"] = None,
) -> dict[str, Any]:
    """Returns the text of some pages of a PDF file, page by page; long spans are cut and say where to go on."""
    pdf = PdfFile(path)
    total = sum(1 for _ in pdf.pages())
    if not 1 <= first <= max(total, 1):
        raise ValueError(f"{path} has {total} page(s).")
    end = min(max(last or first, first), total)
    pages, letters = [], 0
    for number, (text, has_picture) in enumerate(_pages(pdf, first - 1, end), first):
        if pages and letters + len(text) > MAX_LETTERS:
            break
        letters += len(text)
        entry = {"page": number, "text": text[:MAX_LETTERS]}
        pages.append(entry if text.strip() else {**entry, "note": "A picture without text, such as a scan." if has_picture else "No text."})
    following = pages[-1]["page"] + 1 if pages else None
    return {"file": path, "pages": total, "content": pages, "next": following if following and following <= end else None, "notes": _unknown_letters(entry["text"] for entry in pages)}


def search_pdf(
    path: Path,
    text: Annotated[str, "What to look for, without regard to capitals and line breaks"],
    limit: Annotated[int, "How many places to return, 1 to 200"] = 50,
) -> dict[str, Any]:
    """Finds every place in a PDF file where a text occurs, with its page and the words around it."""
    words = text.split()
    if not words:
        raise ValueError("Say what to look for.")
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words), re.IGNORECASE)
    pdf, hits, count = PdfFile(path), [], 0
    for number, (content, _) in enumerate(_pages(pdf, 0, MAX_SEARCHED), 1):
        for match in pattern.finditer(content):
            count += 1
            if len(hits) < min(max(limit, 1), 200):
                around = content[max(match.start() - 120, 0) : match.end() + 120]
                hits.append({"page": number, "text": " ".join(around.split())})
    return {"file": path, "occurrences": count, "places": hits}


def _pages(pdf: PdfFile, start: int, end: int) -> list[tuple[str, bool]]:
    fonts: dict[int, Any] = {}
    result = []
    for index, page in enumerate(pdf.pages()):
        if index >= end:
            break
        if index >= start:
            reader = PageReader(pdf, fonts)
            try:
                text = reader.read(page)
            except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, OverflowError) as problem:
                if isinstance(problem, PdfProblem):
                    raise
                text = ""
            result.append((text, reader.has_picture))
    return result


def _outline(pdf: PdfFile) -> list[dict[str, Any]]:
    root = pdf.get(pdf.trailer.get("Root")) or {}
    outlines = pdf.get(root.get("Outlines"))
    entries: list[dict[str, Any]] = []
    pending = [(outlines.get("First"), 1)] if isinstance(outlines, dict) else []
    seen = set()
    while pending and len(entries) < 300:
        reference, level = pending.pop()
        item = pdf.get(reference)
        if not isinstance(item, dict) or reference in seen or level > 12:
            continue
        seen.add(reference)
        entries.append({"level": level, "title": _text(pdf.get(item.get("Title")))})
        pending.extend([(item.get("Next"), level), (item.get("First"), level + 1)])
    return entries


def _notes(pdf: PdfFile, texts: list[tuple[str, bool]], total: int) -> list[str]:
    notes = _unknown_letters(text for text, _ in texts)
    if total > len(texts):
        notes.append(f"Only the first {len(texts)} pages were looked at.")
    if texts and not any(text.strip() for text, _ in texts):
        notes.append("No page holds text. It is probably a scan, which cannot be read here.")
    return notes


def _unknown_letters(texts) -> list[str]:
    unknown = sum(text.count(UNKNOWN) for text in texts)
    return [f"{unknown} letter(s) are unknown: their font does not say what they are."] if unknown else []


def _text(value: Any) -> str:
    if not isinstance(value, bytes):
        return ""
    if value[:2] in (b"\xfe\xff", b"\xff\xfe"):
        return value.decode("utf-16", "replace").strip()
    return value.decode("utf-8-sig" if value.startswith(b"\xef\xbb\xbf") else "latin-1", "replace").strip()
