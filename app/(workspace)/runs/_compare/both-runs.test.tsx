import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { exampleRun } from "../[runId]/_run/testing/example-run.ts";
import { EMPTY_RUN_VIEW } from "../[runId]/_run/view/empty-run-view.ts";
import { foldSignals } from "../[runId]/_run/view/fold-run.ts";
import { BothRuns, type ComparedSide } from "./both-runs.tsx";

const asked = { isLoadingError: false, error: null, refetch: () => undefined };
const there: ComparedSide = { view: foldSignals(EMPTY_RUN_VIEW, exampleRun().events), asked };
const coming: ComparedSide = { view: undefined, asked };
const missing: ComparedSide = {
  view: undefined,
  asked: { ...asked, isLoadingError: true, error: new Error("There is no such run.") },
};
const drawn = (left: ComparedSide, right: ComparedSide) =>
  renderToStaticMarkup(<BothRuns left={left} right={right} />);

test.each([
  ["left", missing, there],
  ["left", missing, coming],
  ["right", there, missing],
  ["right", coming, missing],
] as const)(
  "where the %s run is not to be had, that is said and nothing is waited for",
  (side, left, right) => {
    const page = drawn(left, right);
    expect(page).toContain(`The ${side} run could not be read`);
    expect(page).toContain("There is no such run.");
    expect(page).toContain("Try again");
    expect(page).not.toContain("Reading both runs");
  },
);

test("both are waited for, and stand side by side then", () => {
  for (const [left, right] of [
    [there, coming],
    [coming, there],
  ] as const)
    expect(drawn(left, right)).toContain("Reading both runs");
  expect(drawn(there, there)).toContain("In short");
});
