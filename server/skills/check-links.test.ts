import { expect, test } from "vitest";
import { startProcessorClock } from "../testing/processor-clock.ts";
import { checkLinks } from "./check-links.ts";

const MOST_BYTES = 512_000;

/** Runs of backticks, each of a length of its own: none of them closes another. */
function openCode(): string {
  let text = "x";
  for (let length = 1; text.length < MOST_BYTES; length += 1) text += ` ${"`".repeat(length)}`;
  return text;
}

test.each<[string, string]>([
  ["one run of backticks", `x${"`".repeat(MOST_BYTES)}`],
  ["runs that close nothing", openCode()],
  ["links that begin and never end", "[a](".repeat(MOST_BYTES / 4)],
  ["brackets", "[".repeat(MOST_BYTES)],
  ["emphasis in emphasis", "*a_".repeat(MOST_BYTES / 3)],
  ["quotes in quotes", "> ".repeat(MOST_BYTES / 2)],
])("the largest manual of %s holds nobody up", (_, body) => {
  const worked = startProcessorClock();
  expect(checkLinks(new Map(), { body, bodyLine: 1 }, "SKILL.md")).toEqual([]);
  // Half a second at most; what grows with the square of it took minutes.
  expect(worked()).toBeLessThan(5_000);
});

test("links and pictures are found where they stand, also in a paragraph of several lines; code, addresses and anchors are none", () => {
  const body = [
    "See [one](a.md) and",
    "[two](./sub/b.md#part), ![three](c.png) or `[four](d.md)`.",
    "",
    "    [five](e.md)",
    "",
    "- [six](https://site.example/f.md) [seven](#here) [eight](../g.md) [here](there.md)",
  ].join("\n");
  const found = checkLinks(new Map([["there.md", Buffer.from("")]]), { body, bodyLine: 5 }, "SKILL.md");
  expect(found.map(({ line, message }) => [line, /links to (\S+),/.exec(message)?.[1]])).toEqual([
    [5, "a.md"],
    [6, "sub/b.md"],
    [6, "c.png"],
  ]);
});
