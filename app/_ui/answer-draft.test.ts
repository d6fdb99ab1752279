import { expect, test } from "vitest";
import { questionSchema } from "@/server/contract/questions.ts";
import {
  answerText,
  chooseOption,
  chooseOwn,
  emptyDraft,
  isAnswered,
  skippedAnswer,
  toAnswer,
} from "./answer-draft.ts";

const one = questionSchema.parse({
  question: "Which base?",
  options: [{ label: "2025" }, { label: "Each year" }],
});
const many = questionSchema.parse({ ...one, multiSelect: true });
const free = questionSchema.parse({ question: "Which tone?" });

test("choosing an option replaces the one before", () => {
  const draft = chooseOption(one, chooseOption(one, emptyDraft, "2025"), "Each year");
  expect(toAnswer(one, draft).selected).toEqual(["Each year"]);
});

test("where several may be chosen, options add up and come in the order offered", () => {
  const draft = chooseOption(many, chooseOption(many, emptyDraft, "Each year"), "2025");
  expect(toAnswer(many, draft).selected).toEqual(["2025", "Each year"]);
  expect(toAnswer(many, chooseOption(many, draft, "2025")).selected).toEqual(["Each year"]);
});

test("of options with one label the label is sent once", () => {
  const options = ["Yes", "No", "Yes"].map((label) => ({ label, description: "" }));
  for (const question of [
    { ...one, options },
    { ...many, options },
  ])
    expect(toAnswer(question, chooseOption(question, emptyDraft, "Yes")).selected).toEqual(["Yes"]);
});

test("own words replace the option where only one answer is wanted", () => {
  const draft = { ...chooseOwn(one, chooseOption(one, emptyDraft, "2025")), text: " neither " };
  expect(toAnswer(one, draft)).toEqual({ selected: [], text: "neither", isSkipped: false });
});

test("own words that are no longer chosen are not sent", () => {
  const draft = chooseOption(one, { ...chooseOwn(one, emptyDraft), text: "neither" }, "2025");
  expect(toAnswer(one, draft)).toEqual({ selected: ["2025"], text: "", isSkipped: false });
});

test("own words stand beside the options where several may be chosen", () => {
  const draft = { ...chooseOwn(many, chooseOption(many, emptyDraft, "2025")), text: "and 2019" };
  expect(answerText(toAnswer(many, draft))).toBe("2025, and 2019");
});

test("nothing can be sent before something is chosen or written", () => {
  expect(isAnswered(one, emptyDraft)).toBe(false);
  expect(isAnswered(one, { ...chooseOwn(one, emptyDraft), text: "  " })).toBe(false);
  expect(isAnswered(free, { ...emptyDraft, text: "Plain" })).toBe(true);
});

test("a skipped question says so in a list", () => {
  expect(answerText(skippedAnswer)).toBe("Skipped");
});
