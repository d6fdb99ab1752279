"""Turns HTML into Markdown: the part that is the page's own text, without menus, scripts and decoration."""

import re
from html.parser import HTMLParser
from typing import NamedTuple, Optional
from urllib.parse import urljoin, urlsplit

__all__ = []

EMPTY = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
SILENT = {"title", "script", "style", "noscript", "template", "svg", "canvas", "iframe", "object", "button", "select", "textarea", "form", "dialog", "math", "audio", "video", "head"}
ASIDE = {"nav", "footer", "aside", "header", "menu"}
BLOCKS = {"p", "div", "section", "article", "main", "ul", "ol", "dl", "dt", "dd", "figure", "figcaption", "address", "details", "summary", "fieldset", "center", "body", "html"}
DECORATION = re.compile(r"\b(?:nav|menu|footer|sidebar|cookie|consent|advert|promo|share|social|breadcrumb|newsletter|popup|modal|related|comments?)\b", re.IGNORECASE)
MAX_DEPTH = 200


class Node:
    """An element of the page, or a piece of text where the tag is empty."""

    def __init__(self, tag: str, attributes: dict[str, str], text: str = ""):
        self.tag = tag
        self.attributes = attributes
        self.text = text
        self.children: list["Node"] = []


class Page(NamedTuple):
    title: str
    description: str
    published: str
    markdown: str
    links: list[tuple[str, str]]


class Tree(HTMLParser):
    """Builds the tree of a page, forgiving what is not closed."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.root = Node("#root", {})
        self.open = [self.root]
        self.meta: dict[str, str] = {}
        self.title = ""
        self.base = ""

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        if tag == "meta":
            self.meta.setdefault((values.get("property") or values.get("name") or "").lower(), values.get("content", "").strip())
        if tag == "base" and not self.base:
            self.base = values.get("href", "")
        self._close_implied(tag)
        node = Node(tag, values)
        if len(self.open) < MAX_DEPTH:
            self.open[-1].children.append(node)
            if tag not in EMPTY:
                self.open.append(node)

    def handle_endtag(self, tag):
        for index in range(len(self.open) - 1, 0, -1):
            if self.open[index].tag == tag:
                del self.open[index:]
                return

    def handle_data(self, data):
        if self.open[-1].tag == "title":
            self.title += data
        self.open[-1].children.append(Node("", {}, data))

    def _close_implied(self, tag: str) -> None:
        """Tags that end the one before them: list items, cells, rows, paragraphs."""
        ends = {"li": {"li"}, "td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "option": {"option"}}.get(tag, set())
        if tag in BLOCKS or tag in ("table", "pre", "blockquote", "hr", "h1", "h2", "h3", "h4", "h5", "h6"):
            ends = ends | {"p"}
        while len(self.open) > 1 and self.open[-1].tag in ends:
            self.open.pop()


def read_html(text: str, url: str) -> Page:
    tree = Tree()
    tree.feed(text)
    tree.close()
    base = urljoin(url, tree.base)
    writer = Writer(base)
    body = _main_part(tree.root)
    markdown = writer.block(body)
    meta = tree.meta
    return Page(
        " ".join((meta.get("og:title") or tree.title).split())[:300],
        " ".join((meta.get("description") or meta.get("og:description") or "").split())[:500],
        (meta.get("article:published_time") or meta.get("date") or meta.get("dc.date") or "")[:40],
        re.sub(r"\n{3,}", "\n\n", markdown).strip(),
        _links(tree.root, base),
    )


class Writer:
    """Writes nodes as Markdown."""

    def __init__(self, base: str):
        self.base = base

    def block(self, node: Node, depth: int = 0) -> str:
        parts: list[str] = []
        inline = ""
        for child in node.children:
            if _is_left_out(child):
                continue
            if not child.tag or not self.is_block(child):
                inline += self.inline(child)
                continue
            parts.append(_paragraph(inline))
            inline = ""
            parts.append(self.one(child, depth))
        parts.append(_paragraph(inline))
        return "\n\n".join(part for part in parts if part.strip())

    def is_block(self, node: Node) -> bool:
        if node.tag in BLOCKS or node.tag in ASIDE or re.fullmatch(r"h[1-6]|table|pre|blockquote|hr|li|tr|td|th|thead|tbody|tfoot", node.tag):
            return True
        return any(child.tag and self.is_block(child) for child in node.children)

    def one(self, node: Node, depth: int) -> str:
        if re.fullmatch(r"h[1-6]", node.tag):
            text = _paragraph("".join(self.inline(child) for child in node.children)).replace("\n", " ")
            return f"{'#' * int(node.tag[1])} {text}" if text else ""
        if node.tag in ("ul", "ol"):
            return self.items(node, depth)
        if node.tag == "pre":
            return f"```\n{_text(node).strip(chr(10))}\n```" if _text(node).strip() else ""
        if node.tag == "blockquote":
            return "\n".join(f"> {line}".rstrip() for line in self.block(node, depth).split("\n"))
        if node.tag == "table":
            return self.table(node)
        return "---" if node.tag == "hr" else self.block(node, depth)

    def items(self, node: Node, depth: int) -> str:
        lines, number = [], 0
        for child in node.children:
            if child.tag in ("ul", "ol"):
                lines.append(self.items(child, depth + 1))
            elif child.tag and not _is_left_out(child):
                number += 1
                mark = f"{number}." if node.tag == "ol" else "-"
                inner = self.block(child, depth + 1)
                pad = " " * (len(mark) + 1)
                if inner.strip():
                    lines.append(f"{mark} {re.sub(chr(10) + '{2,}', chr(10), inner).replace(chr(10), chr(10) + pad)}")
        return "\n".join(line for line in lines if line.strip())

    def table(self, node: Node) -> str:
        rows = []
        for row in _below(node, "tr"):
            cells = [" ".join(self.block(cell).split()).replace("|", "\\|") for cell in row.children if cell.tag in ("td", "th")]
            if any(cells):
                rows.append(cells)
        width = max((len(row) for row in rows), default=0)
        if width < 2:
            return "\n\n".join(row[0].replace("\\|", "|") for row in rows if row)
        filled = [row + [""] * (width - len(row)) for row in rows]
        return "\n".join(f"| {' | '.join(row)} |" for row in [filled[0], ["---"] * width, *filled[1:]])

    def inline(self, node: Node) -> str:
        if not node.tag:
            return re.sub(r"[ \t\r\n\f]+", " ", node.text)
        if _is_left_out(node):
            return ""
        if node.tag == "br":
            return "\n"
        inner = "".join(self.inline(child) for child in node.children)
        if node.tag == "a":
            target = _target(node, self.base)
            return f"[{inner.strip()}]({target})" if target and inner.strip() else inner
        marks = {"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}.get(node.tag, "")
        stripped = inner.strip()
        return inner.replace(stripped, f"{marks}{stripped}{marks}", 1) if marks and stripped and "\n" not in stripped else inner


def _main_part(root: Node) -> Node:
    """The element that holds the page's own text: what is marked so, else where most paragraph text lies."""
    for tag in ("article", "main"):
        marked = [node for node in _below(root, tag) if len(_text(node)) > 200]
        if len(marked) == 1:
            return marked[0]
    marked = [node for node in _walk(root) if node.attributes.get("role") == "main"]
    if len(marked) == 1 and len(_text(marked[0])) > 200:
        return marked[0]
    return (_below(root, "body") or [root])[0]


def _is_left_out(node: Node) -> bool:
    if not node.tag:
        return False
    if node.tag in SILENT or node.tag in ASIDE or "hidden" in node.attributes or node.attributes.get("aria-hidden") == "true":
        return True
    if re.search(r"display\s*:\s*none|visibility\s*:\s*hidden", node.attributes.get("style", ""), re.IGNORECASE):
        return True
    if node.attributes.get("role") in ("navigation", "banner", "contentinfo", "search", "dialog"):
        return True
    names = f"{node.attributes.get('class', '')} {node.attributes.get('id', '')}"
    return node.tag in ("div", "section", "ul") and bool(DECORATION.search(names.replace("_", "-").replace("-", " "))) and len(_text(node)) < 1_500


def _links(root: Node, base: str) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for node in _below(root, "a"):
        target = _target(node, base)
        if target:
            text = " ".join(_text(node).split())[:200]
            found[target] = found.get(target) or text
    return list(found.items())


def _target(node: Node, base: str) -> Optional[str]:
    try:
        target = urljoin(base, node.attributes.get("href", "").strip())
        return target.replace(" ", "%20").replace(")", "%29") if urlsplit(target).scheme in ("http", "https") and node.attributes.get("href") and not node.attributes["href"].startswith("#") else None
    except ValueError:
        return None


def _walk(root: Node):
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        pending.extend(reversed(node.children))


def _below(root: Node, tag: str) -> list[Node]:
    return [node for node in _walk(root) if node.tag == tag and node is not root]


def _text(root: Node) -> str:
    return "".join(node.text for node in _walk(root) if not node.tag)


def _paragraph(text: str) -> str:
    return "\n".join(line.strip() for line in re.sub(r" {2,}", " ", text).split("\n")).strip()
