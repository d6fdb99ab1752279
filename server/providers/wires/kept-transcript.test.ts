import { expect, test } from "vitest";
import type { CallId } from "../../contract/ids.ts";
import type { Message } from "../../contract/message.ts";
import { okText } from "../../contract/tool-result.ts";
import { ElementTexts } from "./element-texts.ts";
import { KeptTranscript } from "./kept-transcript.ts";

const task: Message = { role: "user", text: "Look around" };

function turn(number: number, id = `c${number}`): readonly Message[] {
  const call = { callId: id as CallId, name: "look", input: { number } };
  return [
    { role: "assistant", text: "", calls: [call] },
    { role: "tool", callId: call.callId, name: call.name, result: okText(`seen ${number}`) },
  ];
}

function take(kept: KeptTranscript, messages: readonly Message[], system = "Be brief.") {
  const { prompt, isWhole } = kept.take({ provider: "p", system, messages });
  kept.append(
    prompt.map((message) => JSON.stringify(message)),
    "",
  );
  return { roles: prompt.map(({ role }) => role), isWhole };
}

test("a turn converts what is new alone, also behind a summary that is written anew each time", () => {
  const kept = new KeptTranscript(false);
  const view = (...turns: readonly (readonly Message[])[]): readonly Message[] => [
    task,
    { role: "user", text: ["Your earlier work,", "in short"].join(" ") },
    ...turns.flat(),
  ];
  const [first, second] = [turn(1, "c_1"), turn(2)];
  expect(take(kept, view(first)).isWhole).toBe(true);
  expect(take(kept, view(first, second))).toEqual({ roles: ["assistant", "tool"], isWhole: false });
  // What calls were named on the wire is kept as well: one that would be named as an earlier one is told apart.
  const messages = view(first, second, turn(3, "c/1"));
  const { prompt } = kept.take({ provider: "p", system: "Be brief.", messages });
  expect(JSON.stringify(prompt)).toContain('"c_1-2"');
});

test("another system prompt, another summary and words of a person begin anew", () => {
  const kept = new KeptTranscript(false);
  const messages = [task, ...turn(1)];
  take(kept, messages);
  expect(take(kept, [...messages, ...turn(2)], "Be long.").isWhole).toBe(true);
  expect(take(kept, [...messages, { role: "user", text: "Hurry" }]).isWhole).toBe(true);
  expect(take(kept, [{ role: "user", text: "Another task" }, ...turn(3), ...turn(4)]).isWhole).toBe(true);
});

test("the text is that of the whole array, in pieces that are never joined to one", () => {
  const texts = new ElementTexts(false);
  const elements: object[] = [];
  let pieces: readonly Buffer[] = [];
  for (let round = 0; round < 40; round += 1) {
    const more = Array.from({ length: 3 }, (_, index) => ({ round, index, text: "蜂".repeat(1_000) }));
    elements.push(...more);
    pieces = texts.append(more.map((element) => JSON.stringify(element)));
  }
  expect(JSON.parse(`[${Buffer.concat(pieces).toString("utf8")}]`)).toEqual(elements);
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(2 * 64 * 1024);
});

test("marks for the prompt cache move on, and what they leave has none", () => {
  const texts = new ElementTexts(true);
  const user = (text: string) => JSON.stringify({ role: "user", content: [{ type: "text", text }] });
  const assistant = JSON.stringify({ role: "assistant", content: [{ type: "text", text: "Yes" }] });
  const marked = (pieces: readonly Buffer[]): readonly boolean[] =>
    (JSON.parse(`[${Buffer.concat(pieces)}]`) as { readonly content: readonly object[] }[]).map(
      ({ content }) => "cache_control" in (content.at(-1) ?? {}),
    );
  expect(marked(texts.append([user("a")]))).toEqual([true]);
  expect(marked(texts.append([assistant, user("b")]))).toEqual([true, false, true]);
  expect(marked(texts.append([assistant, user("c")]))).toEqual([false, false, true, false, true]);
});
