import { expect, test } from "vitest";
import { describeStop } from "./describe-stop.ts";

test.each([
  [{ isDraining: true, atWork: 0, seconds: 20 }, /^Stopping\.$/],
  [{ isDraining: false, atWork: 0, seconds: 20 }, /^Stopping\.$/],
  [
    { isDraining: true, atWork: 1, seconds: 20 },
    /^Stopping: 1 agent may end the turn first, for at most 20 s\. Ctrl-C/,
  ],
  [{ isDraining: true, atWork: 3, seconds: 0 }, /^Stopping: 3 agents at work; what was begun goes on/],
  [{ isDraining: false, atWork: 3, seconds: 20 }, /^Stopping: 3 agents at work; what was begun goes on/],
])("what is waited for is said: %j", (stopping, words) => {
  expect(describeStop(stopping)).toMatch(words);
});
