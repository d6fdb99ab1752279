import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { toEventPage } from "@/server/contract/event-page.ts";
import { anyRun } from "../testing/any-run.ts";
import { readPast } from "./read-past.ts";

afterEach(() => vi.unstubAllGlobals());

it("reads every event as it was, whatever run it is of and in pages of whatever length", async () => {
  vi.stubGlobal("window", {});
  await fc.assert(
    fc.asyncProperty(anyRun(), fc.integer({ min: 1, max: 30 }), async (events, length) => {
      const lines: string[] = [];
      for (let at = 0; at < events.length; at += length)
        lines.push(`${JSON.stringify(toEventPage(events.slice(at, at + length)))}\n`);
      vi.stubGlobal("fetch", async () => new Response(lines.join("")));
      const read = await readPast(events[0]?.runId ?? "");
      expect(read.flat()).toEqual(events);
    }),
    { numRuns: 60 },
  );
});

it("rejects where the answer is a refusal", async () => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("fetch", async () => new Response("There is no such run.", { status: 404 }));
  await expect(readPast("run")).rejects.toThrow("404");
});
