import { expect, test } from "vitest";
import { parseStatement } from "./parse-statement.ts";
import { atPlace } from "./statement-place.ts";

test("the caret stands below the character, on the line it is on", () => {
  expect(atPlace("wrong", "select 1,\n  x y z\nfrom t", 15)).toBe("wrong\nLINE 2:   x y z\n            ^");
});

test("characters outside ASCII count as one, as PostgreSQL counts them", async () => {
  const failure = await parseStatement("select 'é😀' form t x").catch((error: Error) => error);
  expect(failure).toMatchObject({
    message: expect.stringContaining("LINE 1: select 'é😀' form t x\n                         ^"),
  });
});

test("a long line is shown around the place", () => {
  const text = atPlace("wrong", `${"a".repeat(500)}!${"b".repeat(500)}`, 501);
  const [, line, caret] = text.split("\n");
  expect(line?.length).toBeLessThan(180);
  expect(line?.[caret?.indexOf("^") ?? 0]).toBe("!");
});

test.each([[0], [-3], [99]])("place %i of a short statement is left out", (position) => {
  expect(atPlace("wrong", "select", position)).toBe("wrong");
});
