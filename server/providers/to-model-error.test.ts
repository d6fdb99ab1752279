import { APICallError } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { BrokenStreamError } from "./read-reply.ts";
import { toFailedAttempt } from "./to-model-error.ts";

/** Put together here so that no file holds a whole key. */
const secret = ["house", "key", "Q7r2W9x4T1z8", "M5n3B6v0"].join("-");
const foreign = `sk-${"a1B2c3D4e5".repeat(4)}`;
const asked = { provider: "House", model: "m", secret };

const refused = (statusCode: number | undefined, message: string) =>
  new APICallError({
    message,
    url: "https://x.example",
    requestBodyValues: {},
    ...(statusCode ? { statusCode } : {}),
  });
const KINDS: readonly (readonly [string, (message: string) => unknown])[] = [
  ["a refusal of the request", (message) => refused(400, message)],
  ["a refusal of the right", (message) => refused(403, message)],
  ["an unknown model", (message) => refused(404, message)],
  ["a limit", (message) => refused(429, message)],
  ["an overloaded server", (message) => refused(503, message)],
  ["a server out of reach", (message) => refused(undefined, message)],
  ["an error within a stream", (message) => new BrokenStreamError(message, undefined)],
  ["a broken body", (message) => new TypeError(message)],
  ["anything else", (message) => new Error(message)],
  ["what is no error", (message) => message],
];
const MESSAGES: readonly (readonly [string, string])[] = [
  ["whole", `Wrong key ${secret}, see the docs`],
  ["where the message is cut", `${"x".repeat(285)} ${secret}`],
  ["packed", `Wrong header ${Buffer.from(`:${secret}`).toString("base64")}`],
  ["in an address", `https://x.example/?k=${encodeURIComponent(secret)}`],
  ["of somebody else", `The account of ${foreign} is closed`],
];

test.each(KINDS)("%s tells nothing of a key that the server repeats", (_what, toThrown) => {
  for (const [where, message] of MESSAGES) {
    const told = toFailedAttempt(toThrown(message), asked).error.message;
    expect(told, where).not.toContain(secret.slice(0, 12));
    expect(told, where).not.toContain(secret.slice(-12));
    expect(told, where).not.toContain(foreign.slice(0, 20));
    expect(told, where).not.toContain(Buffer.from(secret).toString("base64").slice(4, 20));
    expect(told.length).toBeLessThan(600);
  }
});
