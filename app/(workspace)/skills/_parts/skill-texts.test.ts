import { expect, test } from "vitest";
import { signatureText } from "./skill-texts.ts";

test("a signature marks what may be left out", () => {
  const inputSchema = { type: "object", properties: { text: {}, style: {} }, required: ["text"] };
  expect(signatureText({ name: "cite_check", inputSchema })).toBe("cite_check(text, style?)");
});

test("a function without parameters has empty brackets", () => {
  expect(signatureText({ name: "today", inputSchema: { type: "object" } })).toBe("today()");
});
