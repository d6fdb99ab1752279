import { NO_USAGE } from "@/server/contract/usage.ts";
import { EMPTY_LIST } from "./paged-list.ts";
import type { RunView } from "./run-view.ts";

/** A run of which nothing is known yet: where every fold begins. */
export const EMPTY_RUN_VIEW: RunView = {
  runId: null,
  seq: 0,
  status: "running",
  task: "",
  forkedFrom: null,
  orgName: "",
  orgVersion: 0,
  isScripted: false,
  startedAt: null,
  finishedAt: null,
  lastAt: 0,
  answer: "",
  error: null,
  usage: NO_USAGE,
  toolCalls: 0,
  isPaused: false,
  budget: null,
  clock: { ms: 0, since: null },
  order: [],
  sessions: {},
  byAgent: new Map(),
  lines: {},
  activity: EMPTY_LIST,
  artifacts: [],
  questions: [],
};
