import { expect, test } from "vitest";
import type { CallId } from "../../contract/ids.ts";
import type { Message } from "../../contract/message.ts";
import { okText, type SettledResult, type ToolErrorCode, toolError } from "../../contract/tool-result.ts";
import { scriptedTool } from "../../testing/scripted-tool.ts";
import { createDispatcher } from "../dispatcher.ts";
import type { BoundTool, ToolContext } from "../tool.ts";
import { breakLoops } from "./break-loops.ts";

const tools: ReadonlyMap<string, BoundTool> = new Map(
  [
    scriptedTool("look", async () => okText("seen"), { readOnly: true }),
    scriptedTool("list", async () => okText("listed"), { readOnly: true }),
    scriptedTool("shell", async () => okText("ran")),
    scriptedTool("edit", async () => okText("edited")),
    { ...scriptedTool("note", async () => okText("noted")), changes: "transcript" as const },
  ].map((tool) => [tool.name, tool]),
);
const person: Message = { role: "user", text: "Try it the other way." };
const failed = toolError("tool_failed", "no");

let ids = 0;
/** One turn that calls a tool and is answered. */
function turn(name: string, result: SettledResult = okText("same")): readonly Message[] {
  ids += 1;
  const callId = `call-${ids}` as CallId;
  return [
    { role: "assistant", text: "", calls: [{ callId, name, input: {} }] },
    { role: "tool", callId, name, result },
  ];
}
const turns = (...names: readonly string[]) => names.flatMap((name) => turn(name));
const times = (count: number, make: () => readonly Message[]) => Array.from({ length: count }, make).flat();

/** What the next call of a tool is answered after these messages. */
async function answer(name: string, messages: readonly Message[]): Promise<string> {
  const context = { messages: () => messages, emit: () => undefined } as unknown as ToolContext;
  const call = { callId: "next" as CallId, name, input: {} };
  const result = await createDispatcher(tools, [breakLoops(4)]).dispatch(call, context);
  return result.status === "error" ? result.code : result.status;
}

test("the same command goes on being run where something was changed in between", async () => {
  expect(
    await answer(
      "shell",
      times(9, () => turns("shell", "edit")),
    ),
  ).toBe("ok");
  expect(
    await answer(
      "look",
      times(9, () => turns("look", "edit")),
    ),
  ).toBe("ok");
  expect(
    await answer(
      "shell",
      times(4, () => turns("shell")),
    ),
  ).toBe("limit_reached");
  expect(await answer("shell", [...times(3, () => turns("shell")), ...turns("edit", "shell")])).toBe("ok");
});

test("a loop of several calls that change nothing is one", async () => {
  expect(
    await answer(
      "look",
      times(4, () => turns("look", "list")),
    ),
  ).toBe("limit_reached");
  expect(
    await answer(
      "shell",
      times(4, () => turns("shell", "look")),
    ),
  ).toBe("limit_reached");
  // To-dos are the session's own: no command answers otherwise for them.
  expect(
    await answer(
      "shell",
      times(4, () => turns("shell", "note")),
    ),
  ).toBe("limit_reached");
});

test.each<ToolErrorCode>(["denied", "invalid_input", "limit_reached"])(
  "a call that answered %s changed nothing",
  async (code) => {
    const refused = () => [...turn("look"), ...turn("edit", toolError(code, "no"))];
    expect(await answer("look", times(4, refused))).toBe("limit_reached");
  },
);

test("what a person writes starts both counts anew", async () => {
  const same = times(4, () => turn("look"));
  expect(await answer("look", [...same, person])).toBe("ok");
  expect(await answer("look", [...same, person, ...same])).toBe("limit_reached");
  const failures = times(12, () => turn("edit", failed));
  expect(await answer("list", failures)).toBe("limit_reached");
  expect(await answer("list", [...failures, person])).toBe("ok");
  expect(await answer("list", [...failures, person, ...times(11, () => turn("edit", failed))])).toBe("ok");
});

test("a refusal is no failure, and no success either", async () => {
  const refusals = times(20, () => turn("look", toolError("limit_reached", "Not run again.")));
  expect(await answer("list", refusals)).toBe("ok");
  const failures = times(12, () => turn("edit", failed));
  expect(await answer("list", [...failures, ...refusals])).toBe("limit_reached");
});

test("what comes is counted on from what was counted before", async () => {
  const messages = [...turns("look", "look", "look")];
  expect(await answer("look", messages)).toBe("ok");
  messages.push(...turn("look"));
  expect(await answer("look", messages)).toBe("limit_reached");
  messages.push(...turn("edit"));
  expect(await answer("look", messages)).toBe("ok");
});
