import { expect, test } from "vitest";
import { toBase64 } from "./to-base64.ts";

test.each([0, 1, 2, 3, 0x8000, 0x8001, 100_000])("%i bytes become Base64", async (length) => {
  const bytes = Uint8Array.from({ length }, (_, index) => index % 256);
  const text = atob(await toBase64(new Blob([bytes])));
  expect(Uint8Array.from(text, (character) => character.charCodeAt(0))).toEqual(bytes);
});
