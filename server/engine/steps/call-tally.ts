import { canonicalJson } from "../../contract/canonical-json.ts";
import type { Message, ToolCall, ToolMessage } from "../../contract/message.ts";
import type { SettledResult, ToolErrorCode } from "../../contract/tool-result.ts";
import { findTool } from "../find-tool.ts";
import type { BoundTool, PreparedCall, ToolSet } from "../tool.ts";

/** What the calls of one transcript came to since somebody last wrote to its agent, as far as it was read. */
export interface Tally {
  read: number;
  /** Failed calls since the last one that did not. */
  failures: number;
  /** Calls that may have changed something. */
  changes: number;
  /** Requests without an answer so far, by the id of their call. */
  readonly open: Map<string, OpenRequest>;
  readonly answered: Map<string, Answered>;
}

interface OpenRequest {
  /** One text for the same request, whatever name of the tool it goes by. */
  readonly text: string;
  readonly mayChange: boolean;
}

/** How often one request was answered in a row: without another one in between that may have changed something. */
interface Answered {
  count: number;
  /** Changes by this very request. */
  own: number;
  /** Changes by others when it was answered last. */
  others: number;
}

/** A transcript only grows while a session is at work, so what was counted once is not counted again. */
const tallies = new WeakMap<readonly Message[], Tally>();

export function tallyOf(messages: readonly Message[], tools: ToolSet): Tally {
  const tally = tallies.get(messages) ?? {
    read: 0,
    failures: 0,
    changes: 0,
    open: new Map(),
    answered: new Map(),
  };
  tallies.set(messages, tally);
  for (; tally.read < messages.length; tally.read += 1) {
    const message = messages[tally.read];
    if (message !== undefined) read(tally, message, tools);
  }
  return tally;
}

/** How often a call was answered before, with the same arguments and in a row. */
export function countIdentical(tally: Tally, { call, tool }: PreparedCall): number {
  if (tally.answered.size === 0) return 0;
  // Its message was read a moment ago, and its arguments with it.
  const text = tally.open.get(call.callId)?.text ?? toText(call, tool);
  const answered = tally.answered.get(text);
  return answered === undefined || tally.changes - answered.own !== answered.others ? 0 : answered.count;
}

function read(tally: Tally, message: Message, tools: ToolSet): void {
  switch (message.role) {
    case "user":
      tally.failures = 0;
      tally.answered.clear();
      break;
    case "assistant":
      for (const call of message.calls) tally.open.set(call.callId, toRequest(call, tools));
      break;
    case "tool":
      readAnswer(tally, message);
      break;
  }
}

function readAnswer(tally: Tally, { callId, result }: ToolMessage): void {
  const request = tally.open.get(callId);
  tally.open.delete(callId);
  // Refused by a limit, ours among them: it did not run, and says nothing of how the agent gets on.
  if (request === undefined || isError(result, LIMITED)) return;
  tally.failures = result.status === "ok" ? 0 : tally.failures + 1;
  const answered = tally.answered.get(request.text) ?? { count: 0, own: 0, others: 0 };
  tally.answered.set(request.text, answered);
  const others = tally.changes - answered.own;
  answered.count = others === answered.others ? answered.count + 1 : 1;
  answered.others = others;
  if (!request.mayChange || isError(result, NOT_RUN)) return;
  tally.changes += 1;
  answered.own += 1;
}

const LIMITED: ReadonlySet<ToolErrorCode> = new Set(["limit_reached"]);
const NOT_RUN: ReadonlySet<ToolErrorCode> = new Set([
  "tool_not_found",
  "invalid_input",
  "denied",
  "unavailable",
]);

function isError(result: SettledResult, codes: ReadonlySet<ToolErrorCode>): boolean {
  return result.status === "error" && codes.has(result.code);
}

function toRequest(call: ToolCall, tools: ToolSet): OpenRequest {
  const tool = findTool(tools, call.name);
  return { text: toText(call, tool), mayChange: tool !== undefined && changesOthers(tool) };
}

/** What changes its own session alone, such as to-dos, changes nothing that another call would find. */
function changesOthers({ flags, changes }: BoundTool): boolean {
  return !flags.readOnly && changes !== "session" && changes !== "transcript";
}

/** A tool that goes by several names is asked the same by each. */
function toText(call: ToolCall, tool: BoundTool | undefined): string {
  return `${tool?.name ?? call.name} ${canonicalJson(call.input)}`;
}
