import { expect, test } from "vitest";
import { questionKeyAction } from "./question-keys.ts";

const onChoice = { isModified: false, isWriting: false, isChoosing: true, hasSingleKeys: true };
const inText = { ...onChoice, isWriting: true, isChoosing: false };

test("Enter on a choice answers", () => {
  expect(questionKeyAction({ ...onChoice, key: "Enter" })).toEqual({ kind: "send" });
});

test("Enter while writing is a new line, with a modifier it answers", () => {
  expect(questionKeyAction({ ...inText, key: "Enter" })).toBeUndefined();
  expect(questionKeyAction({ ...inText, key: "Enter", isModified: true })).toEqual({ kind: "send" });
});

test("Enter on a button is the button's own", () => {
  expect(questionKeyAction({ ...onChoice, key: "Enter", isChoosing: false })).toBeUndefined();
});

test("letters and numbers belong to the text while writing", () => {
  expect(questionKeyAction({ ...inText, key: "s" })).toBeUndefined();
  expect(questionKeyAction({ ...inText, key: "2" })).toBeUndefined();
});

test("a number chooses and S skips", () => {
  expect(questionKeyAction({ ...onChoice, key: "2" })).toEqual({ kind: "choose", index: 1 });
  expect(questionKeyAction({ ...onChoice, key: "S" })).toEqual({ kind: "skip" });
});

test("single keys do nothing when they are switched off", () => {
  expect(questionKeyAction({ ...onChoice, key: "s", hasSingleKeys: false })).toBeUndefined();
});
