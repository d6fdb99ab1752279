import { beforeAll } from "vitest";
import { createMemoryWorld } from "./memory-world.ts";
import { sessionStoreSuite } from "./session-store-suite.ts";
import type { SessionWorld } from "./session-world.ts";

let world: SessionWorld;
beforeAll(() => {
  world = createMemoryWorld();
});

sessionStoreSuite("sessions in memory", () => world);
