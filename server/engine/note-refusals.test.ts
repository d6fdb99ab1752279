import { expect, test } from "vitest";
import type { CallId } from "../contract/ids.ts";
import { okText, refusal, toolError } from "../contract/tool-result.ts";
import { createDispatcher } from "./dispatcher.ts";
import { noteRefusals, type Refusal } from "./note-refusals.ts";
import { checkRules } from "./steps/check-rules.ts";
import { needPerson } from "./steps/need-person.ts";
import { type BoundTool, type CallStep, NO_FLAGS, type ToolContext } from "./tool.ts";

const call = { callId: "c" as CallId, name: "work", input: { a: 1 } };
const context = {
  scope: { isUnattended: true },
  signal: new AbortController().signal,
  messages: () => [],
} as unknown as ToolContext;

/** Dispatches one call through the steps, and gives what was written down of it. */
async function noted(steps: readonly CallStep[], more: Partial<BoundTool> = {}) {
  const tool: BoundTool = {
    name: "work",
    description: "",
    inputSchema: {},
    origin: { kind: "test", id: "test" },
    flags: NO_FLAGS,
    bind: () => ({ ok: true, value: async () => okText("ran") }),
    ...more,
  };
  const book: Refusal[] = [];
  const dispatcher = noteRefusals(createDispatcher(new Map([["work", tool]]), steps), {
    note: async (one) => void book.push(one),
  });
  const result = await dispatcher.dispatch(call, context);
  return { book, result };
}

const denying = checkRules({
  gateFor: async () => ({
    names: new Set(),
    judge: () => ({ isAllowed: false, reason: "denied meanwhile" }),
    whyMissing: () => undefined,
  }),
});

interface Refused {
  readonly what: string;
  readonly step: CallStep;
  readonly more: Partial<BoundTool>;
  readonly by: string;
}

test.each<Refused>([
  { what: "a rule that came after the listing", step: denying, more: {}, by: "rules" },
  { what: "a question where nobody is", step: needPerson, more: { asksPeople: true }, by: "unattended" },
])("$what is written down, and the model is told all the same", async ({ step, more, by }) => {
  const { book, result } = await noted([step], more);
  expect(book).toMatchObject([{ call, by }]);
  expect(result).toMatchObject({ status: "error", code: "denied", message: book[0]?.message });
});

test("a tool that is kept from the agent is written down, and one that nobody has is not", async () => {
  const book: Refusal[] = [];
  const gate = { whyMissing: (name: string) => (name === "kept" ? "a rule says so" : undefined) };
  const dispatcher = noteRefusals(createDispatcher(new Map(), [], gate), {
    note: async (one) => void book.push(one),
  });
  await dispatcher.dispatch({ ...call, name: "kept" }, context);
  await dispatcher.dispatch({ ...call, name: "unheard" }, context);
  expect(book.map(({ call: { name }, by }) => [name, by])).toEqual([["kept", "rules"]]);
});

test("what a person denies, what fails and what runs is not written down here", async () => {
  const answers = [
    toolError("denied", "A person said no."),
    toolError("tool_failed", "Broken."),
    okText("ran"),
  ];
  for (const answer of answers) expect((await noted([async () => answer])).book).toEqual([]);
});

test("a mark survives the steps around it that change the words", async () => {
  const around: CallStep = async (_prepared, inner, next) => {
    const result = await next(inner);
    return result.status === "error" ? { ...result, message: "Cut." } : result;
  };
  const inside: CallStep = async () => refusal("limits", toolError("limit_reached", "Too many."));
  expect((await noted([around, inside])).book).toMatchObject([{ by: "limits", message: "Cut." }]);
});
