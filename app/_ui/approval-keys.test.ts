import { expect, test } from "vitest";
import { approvalKeyDecision } from "./approval-keys.ts";

const pressed = {
  key: "a",
  isShifted: false,
  isModified: false,
  isWriting: false,
  hasSingleKeys: true,
  canRemember: true,
  age: 600,
};

test("A allows once, Shift-A always, D denies", () => {
  expect(approvalKeyDecision(pressed)).toBe("once");
  expect(approvalKeyDecision({ ...pressed, key: "A", isShifted: true })).toBe("always");
  expect(approvalKeyDecision({ ...pressed, key: "d" })).toBe("deny");
});

test("nothing is allowed by a key that was pressed before the request could be read", () => {
  expect(approvalKeyDecision({ ...pressed, age: 499 })).toBeUndefined();
  expect(approvalKeyDecision({ ...pressed, key: "A", isShifted: true, age: 499 })).toBeUndefined();
});

test("what cannot be remembered is not allowed for good", () => {
  expect(approvalKeyDecision({ ...pressed, key: "A", isShifted: true, canRemember: false })).toBeUndefined();
});

test("letters are letters while a reason is written, and Enter denies with it", () => {
  expect(approvalKeyDecision({ ...pressed, isWriting: true })).toBeUndefined();
  expect(approvalKeyDecision({ ...pressed, key: "d", isWriting: true })).toBeUndefined();
  expect(approvalKeyDecision({ ...pressed, key: "Enter", isWriting: true })).toBe("deny");
});

test("keys of the browser, and single keys that are switched off, decide nothing", () => {
  expect(approvalKeyDecision({ ...pressed, isModified: true })).toBeUndefined();
  expect(approvalKeyDecision({ ...pressed, hasSingleKeys: false })).toBeUndefined();
  expect(approvalKeyDecision({ ...pressed, key: "Enter" })).toBeUndefined();
});
