import type { Spent } from "../../contract/budget.ts";
import type { SessionNews } from "../../engine/ports.ts";
import type { LaneRow } from "../lane.ts";

/** The columns of `SPENT_COLUMNS`. */
export interface SpentRow {
  readonly run_status: string;
  readonly run_tokens: string;
  readonly run_cost: number;
  readonly run_tool_calls: number;
  readonly run_seconds: number;
}

export interface NewsRow extends SpentRow {
  readonly steering: number;
}

export function toSpent(row: SpentRow): Spent {
  return {
    tokens: Number(row.run_tokens),
    cost: row.run_cost,
    toolCalls: row.run_tool_calls,
    seconds: row.run_seconds,
  };
}

export function toNews(row: NewsRow): SessionNews {
  return { isPaused: row.run_status === "paused", waitingMessages: row.steering, spent: toSpent(row) };
}

/** From columns that begin with `steering`, followed by `SPENT_COLUMNS`. */
export function readNews(row: LaneRow, first: number): SessionNews {
  const [steering, status, tokens, cost, toolCalls, seconds] = row.slice(first);
  return {
    isPaused: status === "paused",
    waitingMessages: Number(steering),
    spent: {
      tokens: Number(tokens),
      cost: Number(cost),
      toolCalls: Number(toolCalls),
      seconds: Number(seconds),
    },
  };
}
