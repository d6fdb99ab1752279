"""Measures, searches, compares and changes plain text files."""

import difflib
import re
from collections import Counter
from typing import Annotated, Any, TypedDict

from files import free_name, read_text

__all__ = ["measure_text", "find_in_text", "read_lines", "compare_texts", "replace_in_text"]

TextFile = Annotated[str, "Name of the text file"]
WORD = re.compile(r"\w+(?:['’\-]\w+)*")
SENTENCE = re.compile(r"[.!?…。！？]+(?=[\s\"'”’)\]]|\Z)|[。！？]")
WORDS_A_MINUTE = 230
MAX_LINE = 500


class Replacement(TypedDict):
    """One text to put in the place of another."""

    find: Annotated[str, "The text as it stands in the file, with its line breaks"]
    replace: Annotated[str, "What to put there; empty removes it"]


def measure_text(path: TextFile, top: Annotated[int, "How many of the most frequent words to list, 0 to 200"] = 20) -> dict[str, Any]:
    """Counts the characters, words, sentences, paragraphs and lines of a text, its reading time and its most frequent words."""
    text = read_text(path)
    words = WORD.findall(text)
    counts = Counter(word.casefold() for word in words)
    sentences = len(SENTENCE.findall(text)) or (1 if words else 0)
    return {
        "file": path,
        "characters": len(text),
        "characters_without_blanks": sum(not letter.isspace() for letter in text),
        "words": len(words),
        "different_words": len(counts),
        "sentences": sentences,
        "words_per_sentence": round(len(words) / sentences, 1) if sentences else 0,
        "paragraphs": sum(bool(part.strip()) for part in re.split(r"\n[ \t]*\n", text)),
        "lines": len(text.splitlines()),
        "reading_minutes": round(len(words) / WORDS_A_MINUTE, 1),
        "frequent_words": [{"word": word, "count": count} for word, count in counts.most_common(min(max(top, 0), 200))],
    }


def find_in_text(
    path: TextFile,
    text: Annotated[str, "What to look for, as it stands"],
    context: Annotated[int, "How many lines before and after to show, 0 to 20"] = 1,
    match_case: Annotated[bool, "Whether capitals matter"] = False,
    whole_words: Annotated[bool, "Whether the text must stand alone as words"] = False,
    limit: Annotated[int, "How many places to return, 1 to 500"] = 50,
) -> dict[str, Any]:
    """Finds every line of a text file that holds a text, with the lines around it."""
    if not text.strip():
        raise ValueError("Say what to look for.")
    escaped = re.escape(text)
    pattern = re.compile(rf"(?<!\w){escaped}(?!\w)" if whole_words else escaped, 0 if match_case else re.IGNORECASE)
    lines = read_text(path).splitlines()
    around = min(max(context, 0), 20)
    found = [(number, len(pattern.findall(line))) for number, line in enumerate(lines) if pattern.search(line)]
    places = [
        {
            "line": number + 1,
            "text": lines[number][:MAX_LINE],
            "before": [line[:MAX_LINE] for line in lines[max(number - around, 0) : number]],
            "after": [line[:MAX_LINE] for line in lines[number + 1 : number + 1 + around]],
        }
        for number, _ in found[: min(max(limit, 1), 500)]
    ]
    return {"file": path, "occurrences": sum(count for _, count in found), "lines_with_it": len(found), "places": places}


def read_lines(
    path: TextFile,
    first: Annotated[int, "Number of the first line, from 1"] = 1,
    last: Annotated[int, "Number of the last line; at most 500 lines at a time"] = 200,
) -> dict[str, Any]:
    """Returns some lines of a text file with their numbers."""
    lines = read_text(path).splitlines()
    begin = max(first, 1)
    end = min(max(last, begin), begin + 499, len(lines))
    shown = [f"{number}: {lines[number - 1][:2_000]}" for number in range(begin, end + 1)]
    return {"file": path, "lines": len(lines), "first": begin, "last": end, "text": "\n".join(shown)}


def compare_texts(
    path: Annotated[str, "Name of the earlier file"],
    other: Annotated[str, "Name of the later file"],
    context: Annotated[int, "How many unchanged lines to show around a change, 0 to 20"] = 2,
) -> dict[str, Any]:
    """Compares two text files line by line: what was added and removed, as a unified diff, and how alike they are."""
    before, after = read_text(path).splitlines(), read_text(other).splitlines()
    if len(before) + len(after) > 40_000:
        raise ValueError("Together the files have more than 40,000 lines. Compare parts of them.")
    lines = list(difflib.unified_diff(before, after, path, other, n=min(max(context, 0), 20), lineterm=""))
    added = sum(line.startswith("+") and not line.startswith("+++ ") for line in lines)
    removed = sum(line.startswith("-") and not line.startswith("--- ") for line in lines)
    same = len(before) - removed
    alike = 100.0 if not before and not after else round(200 * same / (len(before) + len(after)), 1)
    return {
        "equal": before == after,
        "added_lines": added,
        "removed_lines": removed,
        "alike_percent": alike,
        "diff": "\n".join(line[:MAX_LINE] for line in lines[:1_000]),
        "is_cut": len(lines) > 1_000,
    }


def replace_in_text(
    path: TextFile,
    replacements: Annotated[list[Replacement], "What to replace, one after the other"],
    file_name: Annotated[str, "Name for the changed copy; empty derives one from the file's name"] = "",
) -> dict[str, Any]:
    """Writes a copy of a text file with texts replaced, and says how often each was found. The file itself is not changed."""
    text, counts = read_text(path), []
    for replacement in replacements:
        wanted = replacement["find"]
        count = text.count(wanted) if wanted else 0
        if not count:
            raise ValueError(f"{path} does not hold {wanted[:80]!r}. Copy the text as it stands, with blanks and line breaks.")
        text = text.replace(wanted, replacement["replace"])
        counts.append({"find": wanted[:80], "replaced": count})
    stem, dot, ending = path.rpartition(".")
    name = free_name(file_name.strip() or (f"{stem}-changed.{ending}" if dot and stem else f"{path}-changed"))
    with open(name, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    return {"file": name, "replacements": counts}
