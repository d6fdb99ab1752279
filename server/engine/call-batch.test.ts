import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { CallId } from "../contract/ids.ts";
import type { ToolCall } from "../contract/message.ts";
import { okText } from "../contract/tool-result.ts";
import { runCapped, toBatches } from "./call-batch.ts";
import { defineTool } from "./define-tool.ts";
import { type BoundTool, NO_FLAGS, type ToolFlags } from "./tool.ts";
import { zodInput } from "./zod-input.ts";

const tool = (name: string, flags: Partial<ToolFlags>): [string, BoundTool] => [
  name,
  defineTool({
    name,
    description: name,
    inputSchema: zodInput(z.object({})),
    origin: { kind: "builtin", id: "test" },
    flags: { ...NO_FLAGS, ...flags },
    execute: async () => okText(name),
  }),
];
const tools = new Map([
  tool("r", { readOnly: true, concurrencySafe: true }),
  tool("w", {}),
  // Only looks, and is not said to be safe beside others.
  tool("o", { readOnly: true }),
  tool("d", { destructive: true }),
  tool("D", { destructive: true, concurrencySafe: true }),
]);
const shapeOf = (names: string) => {
  const calls = [...names].map(
    (name, index): ToolCall => ({ callId: `${index}` as CallId, name, input: {} }),
  );
  return toBatches(calls, tools).map((batch) => batch.map((call) => call.name).join(""));
};

test.each([
  ["rrr", ["rrr"]],
  ["w", ["w"]],
  ["rrwrw", ["rr", "w", "r", "w"]],
  ["r?r", ["r", "?", "r"]],
  ["ror", ["r", "o", "r"]],
  ["oo", ["o", "o"]],
  // What may destroy something is asked about, and runs when it would have run.
  ["rdr", ["r", "d", "r"]],
  ["rDr", ["rDr"]],
  ["", []],
])("the calls %s run as %j", (names, batches) => {
  expect(shapeOf(names)).toEqual(batches);
});

test("no more than the cap run at once, and all run", async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await runCapped([1, 2, 3, 4, 5, 6, 7], 3, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done.push(item);
  });
  expect(most).toBe(3);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("whatever is called: nothing is lost or moved, unsafe calls are alone, and safe neighbours are never parted", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("r", "w", "?"), maxLength: 30 }), (names) => {
      const batches = shapeOf(names);
      expect(batches.join("")).toBe(names);
      for (const batch of batches) expect(batch).toMatch(/^(r+|w|\?)$/);
      for (const [index, batch] of batches.entries())
        if (batch.startsWith("r")) expect(batches[index + 1] ?? "").not.toMatch(/^r/);
    }),
  );
});
