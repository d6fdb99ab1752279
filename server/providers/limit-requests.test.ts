import { expect, test } from "vitest";
import { ModelError } from "../engine/ports.ts";
import { startModelServer } from "../testing/model-server.ts";
import type { RequestLimits } from "./limit-requests.ts";
import { createModelDirectory } from "./model-directory.ts";

type Taken = Awaited<ReturnType<RequestLimits["take"]>>;

const free: Taken = { waitMs: 0, isTaken: true, blocking: null };
const rates = [{ calls: 2, seconds: 60 }];

/** A provider whose first `refusals` requests are refused as overloaded, under a limit that gives these places. */
async function ask(
  refusals: number,
  { places = [], limited = rates }: { readonly places?: readonly Taken[]; readonly limited?: typeof rates },
) {
  await using server = await startModelServer({
    handler: ({ number }) => (number <= refusals ? { status: 503, body: "{}" } : { text: "hi" }),
  });
  const stored = { id: "lab", kind: "openai-compatible", name: "Lab", apiKey: null, models: [] } as const;
  const taken: unknown[] = [];
  const retries: { readonly attempt: number; readonly reason: string }[] = [];
  const directory = createModelDirectory({
    settings: { find: async () => ({ ...stored, baseUrl: `${server.url}/v1` }), list: async () => [] },
    environment: { anthropic: {}, openai: {}, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
    retryPace: { firstDelayMs: 1, maxDelayMs: 1 },
    limits: {
      ratesOf: async () => limited,
      async take(limits) {
        taken.push(limits);
        return places[taken.length - 1] ?? free;
      },
    },
  });
  const model = await directory.resolve({ provider: "lab", model: "m" });
  const outcome = await model
    .respond({
      system: "",
      messages: [{ role: "user", text: "Hello" }],
      takenIds: new Set(),
      tools: [],
      signal: new AbortController().signal,
      onText() {},
      onRetry: (retry) => void retries.push(retry),
    })
    .then(({ message }) => message.text)
    .catch((error: unknown) => error);
  return { outcome, taken, retries, requests: server.requests.length };
}

test.each([0, 1, 4])("each request takes a place, the %i that are repeated too", async (refusals) => {
  const { outcome, taken, requests } = await ask(refusals, {});
  expect(outcome).toBe("hi");
  expect([taken.length, requests]).toEqual([refusals + 1, refusals + 1]);
});

test("a repeated request that would wait for too long is not made, and no other after it", async () => {
  const late: Taken = { waitMs: 3_600_000, isTaken: false, blocking: "provider lab 60s" };
  const { outcome, taken, requests } = await ask(5, { places: [free, late] });
  expect(outcome).toBeInstanceOf(ModelError);
  expect(outcome).toMatchObject({
    code: "rate_limited",
    message: expect.stringContaining("The limit of 2 requests a minute to lab is reached"),
  });
  expect([taken.length, requests]).toEqual([2, 1]);
});

test("a request that is early waits for its place, and the run says so", async () => {
  const early: Taken = { waitMs: 5, isTaken: true, blocking: "provider lab 60s" };
  const { outcome, retries } = await ask(0, { places: [early] });
  expect(outcome).toBe("hi");
  expect(retries).toMatchObject([{ attempt: 1, delayMs: 5, reason: expect.stringContaining("2 requests") }]);
});

test("two lines for the same window are one limit, the stricter", async () => {
  const { taken } = await ask(0, {
    limited: [
      { calls: 9, seconds: 60 },
      { calls: 2, seconds: 60 },
      { calls: 50, seconds: 3_600 },
    ],
  });
  expect(taken).toEqual([
    [
      { calls: 2, seconds: 60, key: "provider lab 60s" },
      { calls: 50, seconds: 3_600, key: "provider lab 3600s" },
    ],
  ]);
});

test("a book of places that fails is no fault of the provider: it is told as it is", async () => {
  const outage = new Error("The database is away.");
  await using server = await startModelServer({ handler: () => ({ text: "hi" }) });
  const directory = createModelDirectory({
    settings: { find: async () => undefined, list: async () => [] },
    environment: { anthropic: {}, openai: { baseUrl: `${server.url}/v1` }, google: {}, openaiCompatible: {} },
    rehearsalPace: 0,
    limits: { ratesOf: async () => rates, take: () => Promise.reject(outage) },
  });
  const model = await directory.resolve({ provider: "openai", model: "m" });
  const { signal } = new AbortController();
  const request = { system: "", messages: [], takenIds: new Set<string>(), tools: [], signal };
  await expect(model.respond({ ...request, onText() {}, onRetry() {} })).rejects.toBe(outage);
  expect(server.requests).toEqual([]);
});
