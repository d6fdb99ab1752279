import type { Budget, Spent } from "../contract/budget.ts";
import { NOTHING_SPENT } from "../contract/budget.ts";
import type { OrgDocument } from "../contract/org-document.ts";
import type { RunEventBody } from "../contract/run-event.ts";
import { NO_USAGE, type Usage } from "../contract/usage.ts";

/** What the memory twin keeps of a run: its drawing, its status, what was used, and its clock. */
export class MemoryRun {
  readonly document: OrgDocument;
  readonly budget: Budget | null;
  readonly warned = new Set<string>();
  readonly byAgent = new Map<string, Spent>();
  status: "running" | "paused" | "over" = "running";
  #total = NOTHING_SPENT;
  #clockMs = 0;
  #since: number | undefined;

  constructor(document: OrgDocument, budget: Budget | undefined) {
    this.document = document;
    this.budget = budget ?? null;
  }

  /** Tells how many sessions are ready or at work now. */
  setMoving(moving: number): void {
    const goes = moving > 0 && this.status === "running";
    if (!goes && this.#since !== undefined) this.#clockMs += performance.now() - this.#since;
    this.#since = goes ? (this.#since ?? performance.now()) : undefined;
  }

  get isClockGoing(): boolean {
    return this.#since !== undefined;
  }

  get spent(): Spent {
    const running = this.#since === undefined ? 0 : performance.now() - this.#since;
    return { ...this.#total, seconds: (this.#clockMs + running) / 1_000 };
  }

  spend(agentId: string, event: RunEventBody): void {
    const used = usedBy(event);
    const before = this.byAgent.get(agentId) ?? NOTHING_SPENT;
    this.byAgent.set(agentId, add(before, used));
    this.#total = add(this.#total, used);
  }
}

function usedBy(event: RunEventBody): Spent {
  switch (event.type) {
    case "turn.finished":
      return {
        tokens: tokensIn(event.usage),
        cost: event.usage.cost ?? 0,
        toolCalls: 0,
        seconds: event.durationMs / 1_000,
      };
    case "context.compacted":
      return { ...NOTHING_SPENT, tokens: tokensIn(event.usage ?? NO_USAGE), cost: event.usage?.cost ?? 0 };
    case "tool_call":
      return { ...NOTHING_SPENT, toolCalls: 1 };
    case "tool_result":
      return { ...NOTHING_SPENT, seconds: event.durationMs / 1_000 };
    default:
      return NOTHING_SPENT;
  }
}

function add(left: Spent, right: Spent): Spent {
  return {
    tokens: left.tokens + right.tokens,
    cost: left.cost + right.cost,
    toolCalls: left.toolCalls + right.toolCalls,
    seconds: left.seconds + right.seconds,
  };
}

function tokensIn({ inputTokens, outputTokens }: Usage): number {
  return inputTokens + outputTokens;
}
