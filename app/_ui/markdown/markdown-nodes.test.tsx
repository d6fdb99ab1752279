import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkdownNodes } from "./markdown-nodes.tsx";
import { createMarkdownReader } from "./markdown-reader.ts";

function drawn(text: string, hasImages = false): string {
  const blocks = createMarkdownReader().read(text) ?? [];
  return blocks
    .map(({ nodes }) => renderToStaticMarkup(<MarkdownNodes nodes={nodes} hasImages={hasImages} />))
    .join("\n");
}

const REL = 'target="_blank" rel="noopener noreferrer nofollow"';

test.each<[string, string, string]>([
  ["headings begin below those of the page", "# A\n\n## B\n\nC\n-", "<h3>A</h3>\n<h4>B</h4>\n<h4>C</h4>"],
  [
    "headings that skip a depth, as most answers do, skip no level of the page",
    "### A\n\n##### B\n\n# C\n\n### D\n\n> #### E\n\n###### F\n\n### D",
    "<h3>A</h3>\n<h4>B</h4>\n<h3>C</h3>\n<h4>D</h4>\n<blockquote><h5>E</h5></blockquote>\n<h6>F</h6>\n<h4>D</h4>",
  ],
  [
    "emphasis, code and what is struck out",
    "*a* __b__ `c <d>` ~~e~~ \\*f\\* &amp; &copy;",
    "<p><em>a</em> <strong>b</strong> <code>c &lt;d&gt;</code> <del>e</del> *f* &amp; ©</p>",
  ],
  ["lines that are broken and lines that are not", "a\nb  \nc", "<p>a\nb<br/>c</p>"],
  ["a tight list", "- a\n- b\n  1. c", "<ul><li>a</li><li>b<ol><li>c</li></ol></li></ul>"],
  ["a loose list from three on", "3. a\n\n4. b", '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
  [
    "things to do",
    "- [ ] a\n- [x] **b**\n- [y] c\n- [x]",
    '<ul><li class="task-list-item"><input type="checkbox" disabled="" readOnly=""/> a</li><li class="task-list-item"><input type="checkbox" disabled="" readOnly="" checked=""/> <strong>b</strong></li><li>[y] c</li><li>[x]</li></ul>',
  ],
  [
    "things to do with space between",
    "- [x] a\n\n- b",
    '<ul><li class="task-list-item"><input type="checkbox" disabled="" readOnly="" checked=""/> <p>a</p></li><li><p>b</p></li></ul>',
  ],
  [
    "a quote and a line",
    "> a\n> > b\n\n---",
    "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>\n<hr/>",
  ],
  [
    "a table with sides",
    "| a | b |\n|---|--:|\n| 1 | `2\\|3` |",
    '<section class="table-scroll" aria-label="Table" tabindex="0"><table><thead><tr><th>a</th><th style="text-align:right">b</th></tr></thead><tbody><tr><td>1</td><td style="text-align:right"><code>2|3</code></td></tr></tbody></table></section>',
  ],
  [
    "a link with a title",
    '[a *b*](https://site.example/x?y=1 "t")',
    `<p><a href="https://site.example/x?y=1" title="t" ${REL}>a <em>b</em></a></p>`,
  ],
  [
    "a link by its name",
    "[a][b] [c]\n\n[b]: http://site.example\n[c]: d.md",
    `<p><a href="http://site.example" ${REL}>a</a> <a href="d.md" ${REL}>c</a></p>`,
  ],
  [
    "bare addresses",
    "See https://site.example/a_b, (www.site.example/c). me@site.example or README.md; <https://site.example/>",
    `<p>See <a href="https://site.example/a_b" ${REL}>https://site.example/a_b</a>, (<a href="http://www.site.example/c" ${REL}>www.site.example/c</a>). <a href="mailto:me@site.example" ${REL}>me@site.example</a> or README.md; <a href="https://site.example/" ${REL}>https://site.example/</a></p>`,
  ],
  [
    "a picture is a link",
    "![a *b*](https://site.example/p.png) ![](p.png)",
    `<p><a href="https://site.example/p.png" ${REL}>Image: a b</a> <a href="p.png" ${REL}>Image: without description</a></p>`,
  ],
  [
    "HTML is text",
    "a <b onclick=x>c</b>\n\n<script>d</script>\n\n<!-- e -->",
    "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>\n<p>&lt;script&gt;d&lt;/script&gt;</p>\n<p>&lt;!-- e --&gt;</p>",
  ],
  ["nothing", " \n\n", ""],
])("%s", (_, text, html) => {
  expect(drawn(text)).toBe(html);
});

test("pictures are loaded where that was asked for", () => {
  expect(drawn('![a](https://site.example/p.png "t")', true)).toBe(
    '<p><img src="https://site.example/p.png" alt="a" title="t" loading="lazy" referrerPolicy="no-referrer"/></p>',
  );
});

test("code stands in a box with what copies it, whole and in its language", () => {
  for (const text of [
    "```python title\nprint(1)\n\n```",
    "~~~PYTHON\nprint(1)\n\n~~~",
    "- a\n\n  ```python\n  print(1)\n\n  ```",
  ]) {
    const html = drawn(text);
    expect(html).toContain('aria-label="Copy: Code"');
    expect(html).toMatch(/<pre [^>]*>print\(1\)\n<\/pre>/);
  }
  expect(drawn("    indented <b>")).toMatch(/<pre [^>]*>indented &lt;b&gt;<\/pre>/);
});

test.each([
  "[a](javascript:alert(1))",
  "[a](JaVaScRiPt:alert(1))",
  "[a](javascript&colon;alert(1))",
  "[a](java\nscript:alert(1))",
  "[a](<java&Tab;script:alert(1)>)",
  "[a](\u0001javascript:alert(1))",
  "[a](vbscript:x)",
  "[a](file:///etc/passwd)",
  "[a](data:text/html,x)",
  "[a](blob:https://site.example/x)",
  "![a](data:image/svg+xml,x)",
  "<javascript:alert(1)>",
  "[a]\n\n[a]: javascript:alert(1)",
])("%j links to nothing that could run", (text) => {
  for (const hasImages of [true, false]) {
    for (const [, address] of drawn(text, hasImages).matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^(?:https:|[^:]*$)/);
  }
});

test.each(["http://a.example", "HTTPS://a.example", "mailto:me@a.example", "b.md", "/c?d=e:f", "#g:h"])(
  "%s is an address one may link to",
  (address) => {
    expect(drawn(`[a](${address})`)).toContain(`<a href="${address}"`);
  },
);
