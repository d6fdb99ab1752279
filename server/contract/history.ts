import type { OrgId, RunId, SessionId } from "./ids.ts";

/** A finished session of an org that matched a search. */
export interface HistoryHit {
  /** The session's id: what `read_history_entry` takes. */
  readonly id: SessionId;
  readonly runId: RunId;
  readonly agentName: string;
  readonly task: string;
  /** The passages that matched, matches between `**`. */
  readonly snippet: string;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
}

/** Finished work in full: what was asked and what came of it. */
export interface HistoryEntry {
  readonly id: SessionId;
  readonly runId: RunId;
  readonly agentName: string;
  readonly task: string;
  readonly answer: string;
  /** ISO 8601, UTC. */
  readonly finishedAt: string;
}

/** What to look for in an org's finished work. */
export interface HistorySearch {
  readonly orgId: OrgId;
  /** As people type it into a search box: words, "quoted phrases", or, -not. */
  readonly text: string;
  /** Only work of the agent with this name, whatever its case. */
  readonly agentName?: string | undefined;
  /** Only work that finished at or after this moment; ISO 8601. */
  readonly since?: string | undefined;
  readonly limit: number;
}
