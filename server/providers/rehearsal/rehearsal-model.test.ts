import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { quickestOf } from "../../testing/quickest-of.ts";
import { createRehearsalModel } from "./rehearsal-model.ts";

const options: LanguageModelV4CallOptions = {
  prompt: [
    { role: "system", content: "You are Ann, helper." },
    { role: "user", content: [{ type: "text", text: "Hello" }] },
  ],
};

async function partsOf(
  stream: ReadableStream<LanguageModelV4StreamPart>,
): Promise<readonly LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = [];
  for await (const part of stream) parts.push(part);
  return parts;
}

test("streams the text that it generates, in several pieces", async () => {
  const model = createRehearsalModel({ pace: 0 });
  const { content } = await model.doGenerate(options);
  const { stream } = await model.doStream(options);
  const deltas = (await partsOf(stream)).flatMap((part) => (part.type === "text-delta" ? [part.delta] : []));
  expect(deltas.length).toBeGreaterThan(5);
  expect(content).toEqual([{ type: "text", text: deltas.join("") }]);
});

test("takes its time at a pace, and none without", async () => {
  const stream = async (pace: number) =>
    partsOf((await createRehearsalModel({ pace }).doStream(options)).stream);
  const from = performance.now();
  await stream(0.2);
  expect(performance.now() - from).toBeGreaterThan(150);
  expect(await quickestOf(150, () => stream(0))).toBeLessThan(150);
});

test("stops at once when it is aborted", async () => {
  const stop = new AbortController();
  const { stream } = await createRehearsalModel({ pace: 100 }).doStream({
    ...options,
    abortSignal: stop.signal,
  });
  const read = partsOf(stream);
  stop.abort();
  await expect(read).rejects.toThrow(/abort/i);
});
