import { expect, test } from "vitest";
import { testConnection } from "./test-connection.ts";

test("whatever a server gives as its reason, the record can be kept", async () => {
  const refuse = (reason: string) => testConnection(() => Promise.reject(new Error(reason)), 1_000);
  expect((await refuse("a\u0000b\ud83d")).error).toBe("a\ufffdb\ufffd");
  expect((await refuse("x".repeat(1_000_000))).error).toHaveLength(4_000);
});
