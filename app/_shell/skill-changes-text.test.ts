import { expect, test } from "vitest";
import { skillChangesText } from "./skill-changes-text.ts";

test("one change is told by name, more by their count", () => {
  expect(skillChangesText([{ name: "tidy", kind: "added" }])).toBe("Skill tidy is here");
  expect(skillChangesText([{ name: "neat", kind: "renamed", from: "tidy" }])).toBe(
    "Skill tidy, now neat, has a new name",
  );
  expect(
    skillChangesText([
      { name: "tidy", kind: "broken" },
      { name: "neat", kind: "removed" },
    ]),
  ).toBe("2 skills changed");
  expect(skillChangesText([])).toBe("");
});
