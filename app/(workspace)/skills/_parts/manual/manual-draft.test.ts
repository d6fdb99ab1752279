import { expect, test } from "vitest";
import { toEditorText, toFileText, weighDraft } from "./manual-draft.ts";

test.each(["a\nb\n", "a\r\nb\r\n", "", "no end", "\uFEFFa\n"])(
  "%j stays what it was when nothing is typed",
  (base) => {
    const draft = { base, text: toEditorText(base) };
    expect(toFileText(draft)).toBe(base);
    expect(weighDraft(draft, base)).toEqual({ mine: undefined, theirs: undefined });
  },
);

test("what is typed ends its lines as the file did", () => {
  expect(toFileText({ base: "a\r\n", text: "a\nb\n" })).toBe("a\r\nb\r\n");
  expect(toFileText({ base: "a\n", text: "a\nb\n" })).toBe("a\nb\n");
  expect(toFileText({ base: "a\r\nb\n", text: "a\nb\nc\n" })).toBe("a\nb\nc\n");
});

test("what is typed is kept until it stands there, and whoever wrote meanwhile is told of", () => {
  const draft = { base: "a\n", text: "a\nmine\n" };
  expect(weighDraft(draft, "a\n")).toEqual({ mine: draft, theirs: undefined });
  expect(weighDraft(draft, undefined)).toEqual({ mine: draft, theirs: undefined });
  expect(weighDraft(draft, "a\ntheirs\n")).toEqual({ mine: draft, theirs: "a\ntheirs\n" });
  expect(weighDraft(draft, "a\nmine\n")).toEqual({ mine: undefined, theirs: undefined });
});

test("what was typed and taken back begins anew from what stands there", () => {
  const takenBack = { base: "a\n", text: "a\n" };
  expect(weighDraft(takenBack, "a\ntheirs\n")).toEqual({ mine: undefined, theirs: undefined });
  expect(weighDraft(undefined, "a\n")).toEqual({ mine: undefined, theirs: undefined });
});
