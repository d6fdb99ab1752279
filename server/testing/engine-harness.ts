import type { Budget } from "../contract/budget.ts";
import type { RunId, SessionId } from "../contract/ids.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { createDelegationToolSource } from "../delegation/delegation-tool-source.ts";
import { advanceSession, type EngineDeps } from "../engine/advance-session.ts";
import type { PromptSource } from "../engine/ports.ts";
import { limitTime } from "../engine/steps/limit-time.ts";
import type { BoundTool, CallStep, ToolSource } from "../engine/tool.ts";
import type { ScriptedModels } from "./scripted-model.ts";
import type { SessionWorld } from "./session-world.ts";

export interface Harness {
  /** Starts a run and advances whatever can go on until nothing can. */
  run(document: OrgDocument, task?: string, budget?: Budget): Promise<HarnessRun>;
  /** Advances these sessions, and what they wake, until nothing can go on. */
  advance(sessions: readonly SessionId[]): Promise<void>;
}

export interface HarnessRun {
  readonly runId: RunId;
  readonly root: SessionId;
  events(): Promise<readonly RunEvent[]>;
}

export interface HarnessParts {
  readonly world: SessionWorld;
  readonly models: ScriptedModels;
  readonly tools?: readonly BoundTool[];
  /** Between the tools above and those of delegation. */
  readonly toolSources?: readonly ToolSource[];
  readonly promptSources?: readonly PromptSource[];
  readonly steps?: readonly CallStep[];
  readonly watch?: EngineDeps["watch"];
  readonly scrubber?: EngineDeps["scrubber"];
  readonly deltas?: EngineDeps["deltas"];
}

/** The whole engine over a world and a script: only the model and, if wished, durability are not real. */
export function createHarness({
  world,
  models,
  tools = [],
  toolSources = [],
  promptSources = [],
  steps = [limitTime],
  watch,
  scrubber,
  deltas = { push: () => undefined, reset: () => undefined },
}: HarnessParts): Harness {
  const ready: SessionId[] = [];
  world.onWake((sessions) => ready.push(...sessions));
  const texts = new Map<string, string>();
  const source: ToolSource = { kind: "builtin", list: async () => tools };
  const deps: EngineDeps = {
    sessions: world.sessions,
    models,
    toolSources: [source, ...toolSources, createDelegationToolSource(world.delegation)],
    promptSources,
    steps,
    ...(scrubber && { scrubber }),
    maxConcurrency: 10,
    // Tools of tests take no time at all: every boundary asks.
    freshMs: 0,
    frozenTexts: {
      async keep(text) {
        texts.set(text, text);
        return text;
      },
      read: async (hash) => texts.get(hash),
    },
    deltas,
    watch: watch ?? (() => new AbortController().signal),
  };
  const advance = async (sessions: readonly SessionId[]): Promise<void> => {
    ready.push(...sessions);
    while (ready.length > 0) {
      const batch = ready.splice(0);
      const moved = await Promise.all(batch.map((sessionId) => advanceSession(deps, sessionId, 1)));
      ready.push(...moved.flatMap(({ wake }) => wake));
    }
  };
  return {
    advance,
    async run(document, task = "the task", budget?: Budget) {
      const { runId, sessionId } = await world.start(document, task, budget);
      await advance([sessionId]);
      return { runId, root: sessionId, events: () => world.events(runId) };
    },
  };
}
