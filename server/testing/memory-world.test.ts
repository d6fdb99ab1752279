import { beforeAll } from "vitest";
import { createMemoryWorld } from "./memory-world.ts";
import { runControlSuite } from "./run-control-suite.ts";
import { sessionStoreSuite } from "./session-store-suite.ts";
import type { SessionWorld } from "./session-world.ts";

let world: SessionWorld;
beforeAll(() => {
  world = createMemoryWorld();
});

sessionStoreSuite("sessions in memory", () => world);
runControlSuite("run control in memory", () => world);
