import { expect, test } from "vitest";
import type { MarkdownNode } from "./markdown-node.ts";
import { createMarkdownReader } from "./markdown-reader.ts";

const SIZE = 200_000;
const many = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");

/** Processor time, so that what else the machine does counts for nothing. */
function cost(run: () => unknown): number {
  const began = process.cpuUsage();
  run();
  return process.cpuUsage(began).user / 1_000;
}

/** What nobody is to be held up by: each 200 kB. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ["emphasis in emphasis", many("*a_")],
  ["emphasis that opens and closes", many("*a **a ") + many(" a** a*")],
  ["stars", many("*")],
  ["struck out", many("~~a ")],
  ["quotes in quotes", many("> ")],
  ["deeper and shallower quotes", lines(1_200, (index) => `${"> ".repeat(index % 160)}a`)],
  ["quotes of lists", many("> - ")],
  ["lists in lists", lines(440, (index) => `${"  ".repeat(index)}- a`)],
  ["items", many("- a\n")],
  ["numbers", many("1. ")],
  ["brackets", many("[")],
  ["brackets in brackets", "[".repeat(SIZE / 2) + "]".repeat(SIZE / 2)],
  ["links that begin and never end", many("[a](")],
  ["links in links", "[".repeat(SIZE / 5) + "](a)".repeat(SIZE / 5)],
  ["pictures in pictures", "![".repeat(SIZE / 6) + "](a)".repeat(SIZE / 6)],
  ["titles that never end", many("[a](b '")],
  ["definitions", lines(15_000, (index) => `[a${index}]: /u`)],
  ["one definition used all the time", `[a]: /u\n\n${many("[a] ")}`],
  ["a long address used all the time", `[a]: /${"x".repeat(SIZE / 4)}\n\n${"[a] ".repeat(SIZE / 5)}`],
  ["labels", `[a]: /u\n\n${many("[a][a")}`],
  ["backticks", many("`a ")],
  ["runs of backticks", lines(630, (index) => "`".repeat(index))],
  ["fences", many("```\n")],
  ["a wide table", `|${"a|".repeat(33_000)}\n|${"-|".repeat(33_000)}\n${many("|").slice(0, SIZE / 3)}`],
  ["tables", many("a|b\n-|-\n")],
  ["rows that are short", `|${"a|".repeat(2_000)}\n|${"-|".repeat(2_000)}\n${many("a\n")}`],
  ["entities", many("&#0;")],
  ["ampersands", many("&")],
  ["tags", many("<a ")],
  ["comments", many("<!--")],
  ["sections of XML", many("<![CDATA[")],
  ["headings", many("# a\n")],
  ["headings by underlines", many("a\n=\n")],
  ["a heading that closes late", `# a${"#".repeat(SIZE)} b`],
  ["addresses", many("http://a.b/")],
  ["addresses that end nowhere", `www.a.b/${"!".repeat(SIZE)}`],
  ["beginnings of addresses", many("www.")],
  ["people's addresses", many("a@b.c ")],
  ["dots", many("a.")],
  ["escapes", many("\\")],
  ["blanks", `a${" ".repeat(SIZE)}b`],
  ["empty lines", many("\n")],
  ["tabs", many("-\t")],
  ["halves of characters", many("\ud800")],
  ["one word", many("a")],
];

test.each(HOSTILE)("200 kB of %s hold nobody up", (_, text) => {
  expect(text.length).toBeGreaterThanOrEqual(SIZE / 2);
  const reader = createMarkdownReader();
  let blocks: ReturnType<typeof reader.read>;
  const milliseconds = cost(() => {
    blocks = reader.read(text);
  });
  // A tenth of a second to half a second; what grows with the square of it takes minutes.
  expect(milliseconds).toBeLessThan(4_000);
  // And what is to be drawn of it is bounded as well.
  if (blocks) expect(Math.max(0, ...blocks.map(({ nodes }) => depthOf(nodes)))).toBeLessThan(70);
  if (blocks) expect(blocks.reduce((sum, { nodes }) => sum + charactersOf(nodes), 0)).toBeLessThan(5_000_000);
});

function depthOf(nodes: readonly MarkdownNode[]): number {
  return Math.max(
    0,
    ...nodes.map((node) => (typeof node === "object" && "children" in node ? 1 + depthOf(node.children) : 1)),
  );
}

/** Of the page that is made of it, tags and addresses included. */
function charactersOf(nodes: readonly MarkdownNode[]): number {
  return JSON.stringify(nodes).length;
}

test("what is nested too deeply, has too many parts or is too long is not drawn, and nothing of it is lost in silence", () => {
  const read = (text: string) => createMarkdownReader().read(text);
  expect(read(`${"> ".repeat(40)}deep`)).toBeDefined();
  expect(JSON.stringify(read(`${"> ".repeat(40)}deep`))).toContain("deep");
  expect(read(`${"> ".repeat(80)}deeper`)).toBeUndefined();
  expect(read(lines(9_000, (index) => `- item ${index}`))).toBeDefined();
  expect(read(lines(30_000, (index) => `- item ${index}`))).toBeUndefined();
  expect(read("word ".repeat(90_000))).toBeDefined();
  expect(read("word ".repeat(110_000))).toBeUndefined();
});

test("of a text that grows only what has changed is read again", () => {
  const reader = createMarkdownReader();
  const before = reader.read("# One\n\nA [link][a].\n\n- item") ?? [];
  const after = reader.read("# One\n\nA [link][a].\n\n- item\n- more") ?? [];
  expect(after[0]).toBe(before[0]);
  expect(after[1]).toBe(before[1]);
  expect(after[2]).not.toBe(before[2]);
  const defined = reader.read("# One\n\nA [link][a].\n\n- item\n- more\n\n[a]: https://site.example/") ?? [];
  expect(defined[0]).toBe(after[0]);
  expect(JSON.stringify(defined[1])).toContain("https://site.example/");
});

test("an answer that arrives in thousands of pieces costs little more than one that comes whole", () => {
  const paragraph =
    "Some **words** with `code`, a [link](https://site.example/) and\n- an item\n- another\n\n";
  const text = paragraph.repeat(700);
  const whole = cost(() => createMarkdownReader().read(text));
  const reader = createMarkdownReader();
  const step = 600;
  const pieces = Math.ceil(text.length / step);
  const streamed = cost(() => {
    for (let end = step; end < text.length + step; end += step) reader.read(text.slice(0, end));
  });
  // Each piece reads the outline again, which is a small part of the whole.
  expect(streamed / pieces).toBeLessThan(Math.max(12, whole / 2));
});
