import { expect, test } from "vitest";
import { CONTAINER_ENGINES } from "./container-engine.ts";

test.each([
  ["docker", 0, ["--user", "0:0"]],
  ["docker", 1000, ["--user", "1000:1000"]],
  ["podman", 0, ["--user", "0:0"]],
  ["podman", 1000, ["--user", "1000:1000", "--userns", "keep-id"]],
] as const)("in %s the workspace of user %i stays that user's", (engine, user, expected) => {
  expect(CONTAINER_ENGINES[engine].runAs({ user, group: user })).toEqual(expected);
});
