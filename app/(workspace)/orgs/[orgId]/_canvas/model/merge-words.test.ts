import { expect, test } from "vitest";
import { mergeDocuments, restOfMerge } from "./merge-documents.ts";
import { leftWords, restWords } from "./merge-words.ts";
import { createTestDocument } from "./test-document.ts";

const base = createTestDocument("lead", "writer<lead");
const wordsOf = (mine: object, theirs: object) => {
  const versions = { base, mine: { ...base, ...mine }, theirs: { ...base, ...theirs } };
  return { words: restWords(restOfMerge(versions)), merged: mergeDocuments(versions, new Map()).document };
};

test("a merge says what it takes beside the agents, and takes it", () => {
  expect(wordsOf({ task: "My task" }, {}).words).toBe("your task");
  expect(wordsOf({}, { direction: "right" }).words).toBe("their direction");
  const { words, merged } = wordsOf(
    { task: "My task", name: "Mine" },
    { task: "Their task", workspace: "shared", policy: {} },
  );
  expect(words).toBe("your name, their choice of files and rules, and your task in place of theirs");
  expect(merged).toMatchObject({ name: "Mine", task: "My task", workspace: "shared", policy: {} });
});

test("where agents alone differ, or both changed the same, it says nothing more", () => {
  expect(wordsOf({ agents: [] }, { lines: [] }).words).toBeUndefined();
  expect(wordsOf({ task: "Same" }, { task: "Same" }).words).toBeUndefined();
});

test("lines that a merge cannot take are named, with what keeps them out", () => {
  const both = createTestDocument("lead", "writer<lead", "reader<lead");
  const below = (...pairs: readonly string[]) => createTestDocument("lead", ...pairs);
  const versions = {
    base: both,
    mine: below("writer<reader", "reader<lead"),
    theirs: below("writer<lead", "reader<writer"),
  };
  const crossed = mergeDocuments(versions, new Map([["reader", "theirs"]]));
  expect(leftWords(crossed.left)).toBe("the line from writer to reader (it would be a loop)");
  expect(crossed.document.lines.map(({ childId }) => childId)).toEqual(["writer"]);

  const gone = { ...versions, theirs: below("reader<lead") };
  const parted = { ...gone, mine: below("writer<lead", "reader<writer") };
  expect(leftWords(mergeDocuments(parted, new Map([["writer", "theirs"]])).left)).toBe(
    "the line from writer to reader (writer is not taken)",
  );
  expect(leftWords(mergeDocuments(parted, new Map()).left)).toBeUndefined();
});
