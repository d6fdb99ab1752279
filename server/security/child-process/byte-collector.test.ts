import { expect, test } from "vitest";
import { ByteCollector } from "./byte-collector.ts";

test("bytes that come one by one take the room of bytes", () => {
  const kept = new ByteCollector();
  const before = memory();
  for (let at = 0; at < 3_000_000; at += 1) kept.add(Buffer.from([97 + (at % 26)]));
  expect(memory() - before).toBeLessThan(150_000_000);
  expect(kept.size).toBe(3_000_000);
  expect(kept.text().startsWith("abcdefghijklmnopqrstuvwxyzabc")).toBe(true);
  kept.clear();
  kept.add(Buffer.from("Für"));
  expect(kept.text()).toBe("Für");
});

function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
