import { expect, test } from "vitest";
import { RunRecorder } from "../testing/record-run.ts";
import { EMPTY_RUN_VIEW } from "../view/empty-run-view.ts";
import { foldSignals } from "../view/fold-run.ts";
import { createRunStore } from "./run-store.ts";

/** Commits of several events each: all of a commit have one moment. */
function recordCommits(sizes: readonly number[]) {
  const run = new RunRecorder().start("Go").open("s", { id: "lead", name: "Lead" });
  for (const size of sizes) {
    run.wait(1_000);
    for (let index = 0; index < size; index += 1)
      run.add({ type: "message.received", text: `${size} ${index}` }, "s");
  }
  return run.events;
}

function openStore(events: ReturnType<typeof recordCommits>) {
  const store = createRunStore((run) => run());
  for (const event of events) store.receive(event);
  store.flush();
  return store;
}

test("a step is one event, also where many have one moment, and the last is now", () => {
  const events = recordCommits([3, 1, 4]);
  const store = openStore(events);
  const picture = (count: number) => foldSignals(EMPTY_RUN_VIEW, events.slice(0, count));
  for (let count = events.length - 1; count >= 1; count -= 1) {
    store.step(-1);
    expect(store.getState().shown).toEqual(picture(count));
    expect(store.getState().moment).toBe(Date.parse(events[count - 1]?.at ?? ""));
  }
  store.step(-1);
  expect(store.getState().shown).toEqual(picture(1));
  for (let count = 2; count < events.length; count += 1) {
    store.step(1);
    expect(store.getState().shown).toEqual(picture(count));
  }
  store.step(1);
  expect(store.getState()).toMatchObject({ moment: null, shown: store.getState().view });
});

test("a step begins at whatever is shown, and a run of nothing has none", () => {
  const events = recordCommits([3, 3]);
  const store = openStore(events);
  store.lookAt(Date.parse(events[0]?.at ?? "") + 1_500);
  const shown = store.getState().shown.activity.length;
  store.step(1);
  expect(store.getState().shown.activity.length).toBe(shown + 1);
  store.step(-1);
  store.step(-1);
  expect(store.getState().shown.activity.length).toBe(shown - 1);
  const empty = openStore([]);
  empty.step(-1);
  expect(empty.getState().moment).toBeNull();
});
