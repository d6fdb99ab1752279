"""Reads web pages and downloads files from public addresses."""

import codecs
import os
import re
from typing import Annotated, Any
from urllib.parse import unquote, urlsplit

from fetch import Answer, fetch
from readable import read_html

__all__ = ["read_page", "list_links", "download_file", "read_html_file"]

Url = Annotated[str, "A whole address, beginning with https://"]
Start = Annotated[int, "Character to begin at: 0, or the next of an earlier answer"]
PAGE_BYTES = 10_000_000
FILE_BYTES = 50_000_000
PART_LENGTH = 30_000


def read_page(url: Url, start: Start = 0) -> dict[str, Any]:
    """Fetches a public web page and returns its main text as Markdown, with title, date and description."""
    answer = fetch(url, PAGE_BYTES)
    if answer.media_type in ("text/html", "application/xhtml+xml"):
        page = read_html(_decoded(answer), answer.url)
        details = {"title": page.title, "description": page.description, "published": page.published}
        notes = ["The page has hardly any text of its own; it is probably built by scripts."] if len(page.markdown) < 200 else []
        return {"url": url, "final_url": answer.url, **{key: value for key, value in details.items() if value}, **_part(page.markdown, start), "notes": notes}
    if answer.media_type.startswith("text/") or answer.media_type in ("application/json", "application/xml", "application/yaml") or answer.media_type.endswith(("+json", "+xml")):
        return {"url": url, "final_url": answer.url, "media_type": answer.media_type, **_part(_decoded(answer), start), "notes": []}
    raise ValueError(f"{answer.url} is no page but {answer.media_type}. Use download_file, then a skill that reads such files.")


def list_links(url: Url, containing: Annotated[str, "Only links whose text or address holds this"] = "") -> dict[str, Any]:
    """Lists the links of a public web page with their texts, each address once."""
    answer = fetch(url, PAGE_BYTES)
    if answer.media_type not in ("text/html", "application/xhtml+xml"):
        raise ValueError(f"{answer.url} is no page but {answer.media_type}.")
    wanted = containing.strip().casefold()
    links = [{"text": text, "url": target} for target, text in read_html(_decoded(answer), answer.url).links if wanted in f"{text} {target}".casefold()]
    return {"url": url, "final_url": answer.url, "links": links[:500], "count": len(links)}


def download_file(url: Url, file_name: Annotated[str, "Name for the file; empty takes the address's"] = "") -> dict[str, Any]:
    """Downloads a file from a public address and keeps it with the run."""
    answer = fetch(url, FILE_BYTES)
    name = _free_name(file_name or unquote(urlsplit(answer.url).path.rsplit("/", 1)[-1]) or "download")
    with open(name, "wb") as file:
        file.write(answer.body)
    return {"url": url, "final_url": answer.url, "file": name, "bytes": len(answer.body), "media_type": answer.media_type}


def read_html_file(path: Annotated[str, "Name of the HTML file"], start: Start = 0) -> dict[str, Any]:
    """Returns the main text of an HTML file of the run as Markdown."""
    if not os.path.isfile(path):
        here = ", ".join(sorted(name for name in os.listdir(".") if not name.startswith("."))[:20])
        raise ValueError(f"There is no file {path!r}. Files here: {here or 'none'}.")
    if os.path.getsize(path) > PAGE_BYTES:
        raise ValueError(f"{path} is larger than {PAGE_BYTES // 1_000_000} MB.")
    with open(path, "rb") as file:
        page = read_html(_decoded(Answer("", 200, "text/html", "", file.read(), [])), "")
    return {"file": path, "title": page.title, **_part(page.markdown, start)}


def _part(text: str, start: int) -> dict[str, Any]:
    begin = min(max(start, 0), len(text))
    end = len(text) if len(text) - begin <= PART_LENGTH else text.rfind("\n", begin, begin + PART_LENGTH) + 1 or begin + PART_LENGTH
    return {"characters": len(text), "text": text[begin:end], "next": end if end < len(text) else None}


def _decoded(answer: Answer) -> str:
    match = re.search(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w-]{1,40})", answer.body[:4_096], re.IGNORECASE)
    marks = [(b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")]
    marked = next((name for mark, name in marks if answer.body.startswith(mark)), "")
    for name in (marked, answer.charset, match[1].decode("ascii") if match else "", "utf-8"):
        try:
            if name and codecs.lookup(name)._is_text_encoding:
                return answer.body.decode("cp1252" if codecs.lookup(name).name == "iso8859-1" else name, "replace" if name != "utf-8" or answer.charset else "strict")
        except (LookupError, UnicodeDecodeError):
            continue
    return answer.body.decode("cp1252", "replace")


def _free_name(wanted: str) -> str:
    name = re.sub(r"[\x00-\x1f<>:\"|?*\\/]+", "-", wanted.replace("\\", "/").rsplit("/", 1)[-1]).strip(". ")[:120] or "download"
    stem, ending = os.path.splitext(name)
    number, free = 2, name
    while os.path.exists(free):
        free, number = f"{stem}-{number}{ending}", number + 1
    return free
