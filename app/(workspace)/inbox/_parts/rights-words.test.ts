import { expect, test } from "vitest";
import type { RightTool } from "@/server/contract/agent-rights.ts";
import { rightsParts, toolWords } from "./rights-words.ts";

const tool = (name: string, fields: Partial<RightTool> = {}): RightTool => ({
  name,
  origin: { kind: "builtin", id: "files" },
  reason: "Granted here",
  isEnabled: true,
  isRefused: false,
  isSentFromStart: true,
  flags: { readOnly: true, concurrencySafe: true, destructive: false, idempotent: true },
  steps: [],
  ...fields,
});
const writing = { readOnly: false, concurrencySafe: false, destructive: false, idempotent: false };

test("what may destroy something stands first, what only reads last", () => {
  const { allowed } = rightsParts(
    {
      tools: [
        tool("read"),
        tool("write", { flags: writing }),
        tool("drop", { flags: { ...writing, destructive: true } }),
      ],
    },
    undefined,
  );
  expect(allowed.map(({ name }) => name)).toEqual(["drop", "write", "read"]);
});

test("what is refused or switched off stands apart, and the one that is asked about is found in either", () => {
  const tools = [
    tool("read"),
    tool("shell", { isEnabled: false, isRefused: true }),
    tool("off", { isEnabled: false }),
  ];
  const parts = rightsParts({ tools }, "shell");
  expect(parts.allowed.map(({ name }) => name)).toEqual(["read"]);
  expect(parts.refused.map(({ name }) => name)).toEqual(["shell", "off"]);
  expect(parts.asked?.name).toBe("shell");
});

test("a tool says what it does to the world, and whether it waits for its skill", () => {
  expect(toolWords(tool("read")).map(({ word }) => word)).toEqual(["Only reads"]);
  expect(toolWords(tool("sum", { isSentFromStart: false, flags: writing })).map(({ word }) => word)).toEqual([
    "Once activated",
  ]);
  expect(toolWords(tool("drop", { flags: { ...writing, destructive: true } }))[0]).toEqual({
    word: "May destroy",
    tone: "person",
  });
});
