import { expect, test } from "vitest";
import { toExample, toExampleName } from "./to-example.ts";
import type { FinishedTry } from "./use-try.ts";

function tried(...files: File[]): FinishedTry {
  return {
    call: { function: "sum_rows", arguments: { path: "a" }, files },
    outcome: { isOk: true, output: "3", data: 3, problem: null, logs: "", files: [], durationMs: 1 } as never,
  };
}

test("text files are kept to the letter, the mark at their start too", async () => {
  const text = "\ufeffnäme,☃\r\n";
  expect(await toExample(tried(new File([text], "a.csv")), "Two lines")).toEqual({
    description: "Two lines",
    function: "sum_rows",
    files: { "a.csv": text },
    arguments: { path: "a" },
    expected: 3,
  });
});

test.each([
  ["no text", new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe])], "a.png")],
  ["text of another encoding", new File([new Uint8Array([0x6e, 0xe4])], "latin.txt")],
  ["too long", new File(["x".repeat(200_001)], "long.txt")],
])("a file that is %s is not kept in pieces", async (_kind, file) => {
  expect(await toExample(tried(file), "Two lines")).toBeUndefined();
});

test.each([
  ["Two lines, summed", "two-lines-summed"],
  ["Größe über alles", "gro-e-uber-alles"],
  ["  2026: Ünicode ", "2026-unicode"],
  ["x".repeat(80), "x".repeat(50)],
])("an example called %s is a file", (text, name) => {
  expect(toExampleName(text, "sum_rows")).toBe(name);
});

test.each(["二行", "!!", "‏مثال"])(
  "an example called %s has the name of its function, and one of its own",
  (text) => {
    expect(toExampleName(text, "sum_rows", 36 ** 3)).toBe("sum-rows-1000");
  },
);
