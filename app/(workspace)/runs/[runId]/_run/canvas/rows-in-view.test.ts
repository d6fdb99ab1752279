import { expect, test } from "vitest";
import type { SessionView } from "../view/run-view.ts";
import { toCard } from "./card-model.ts";
import { rowsInView } from "./rows-in-view.ts";

/** Instances of one agent by what each does. */
function instances(...states: readonly SessionView["state"][]): readonly SessionView[] {
  return states.map(
    (state, index) =>
      ({
        sessionId: `s${index}`,
        state,
        startedAt: index,
        finishedAt: null,
        usage: {},
      }) as unknown as SessionView,
  );
}

const shown = (all: readonly SessionView[], selectedId?: string) =>
  rowsInView(all, selectedId).map(({ sessionId }) => sessionId);

test("the first three are shown, in order", () => {
  expect(shown(instances("thinking", "calling"))).toEqual(["s0", "s1"]);
  expect(shown(instances("thinking", "calling", "done", "thinking", "thinking"))).toEqual(["s0", "s1", "s2"]);
});

test("one that waits for a person is shown wherever it stands, and so is the selected one", () => {
  const all = instances("thinking", "calling", "done", "thinking", "waiting-person", "thinking");
  expect(shown(all)).toEqual(["s0", "s1", "s4"]);
  expect(shown(all, "s5")).toEqual(["s0", "s4", "s5"]);
  expect(shown(all, "s4")).toEqual(["s0", "s1", "s4"]);
});

test("a card is opened at the instance that waits for a person, else at one that works", () => {
  expect(toCard(instances("thinking", "waiting-person", "calling")).front?.sessionId).toBe("s1");
  expect(toCard(instances("done", "calling", "thinking")).front?.sessionId).toBe("s1");
});
