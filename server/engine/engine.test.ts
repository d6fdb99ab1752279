import { beforeAll } from "vitest";
import { engineContextSuite } from "../testing/engine-context-suite.ts";
import { engineControlSuite } from "../testing/engine-control-suite.ts";
import { engineFailureSuite } from "../testing/engine-failure-suite.ts";
import { engineSuite } from "../testing/engine-suite.ts";
import { createMemoryWorld } from "../testing/memory-world.ts";
import type { SessionWorld } from "../testing/session-world.ts";

let world: SessionWorld;
beforeAll(() => {
  world = createMemoryWorld();
});

engineSuite("the engine on memory", () => world);
engineFailureSuite("what fails, on memory", () => world);
engineControlSuite("people and budgets, on memory", () => world);
engineContextSuite("long transcripts, on memory", () => world);
