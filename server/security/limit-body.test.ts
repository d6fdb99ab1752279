import { expect, test } from "vitest";
import { limitBody } from "./limit-body.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

test("a body within the size comes whole, and a request without one as it is", async () => {
  expect(await limitBody(post("12345"), 5)?.text()).toBe("12345");
  const get = new Request("http://127.0.0.1/");
  expect(limitBody(get, 5)).toBe(get);
});

test("a body that says it is larger is refused unread", () => {
  expect(limitBody(post("123456", { "content-length": "6" }), 5)).toBeUndefined();
});

test("a body that does not say so ends in an error as soon as it is larger", async () => {
  let given = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  await expect(limitBody(post(endless), 10_000)?.text()).rejects.toThrow("larger than 10000 bytes");
  expect(given).toBeLessThan(50);
});
