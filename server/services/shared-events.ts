import type { ApprovalRequest } from "../contract/approval.ts";
import type { AssistantMessage } from "../contract/message.ts";
import type { RunEvent, RunEventBody, RunEventHead, RunEventType } from "../contract/run-event.ts";
import type { SecretRequest } from "../contract/secrets.ts";

type BodyOf<Type extends RunEventType> = Extract<RunEventBody, { readonly type: Type }>;
type MembersOf<Type extends RunEventType> = readonly Exclude<keyof BodyOf<Type>, "type">[];

const HEAD: readonly (keyof RunEventHead | "type")[] = ["runId", "seq", "at", "sessionId", "agent", "type"];
const FILE = ["artifactId", "name", "mediaType", "size"] as const;

/** Of each event what its canvas, transcript and timeline tell. A member that is not named here is shown to nobody by a link. */
const SHOWN: { readonly [Type in RunEventType]: MembersOf<Type> } = {
  "run.started": ["task", "orgName", "orgVersion", "attachments", "modelOverride", "budget", "isUnattended"],
  "run.finished": ["status", "answer", "error"],
  "run.forked": ["fromRunId", "fromSessionId", "turn", "isEdited"],
  "run.paused": [],
  "run.resumed": [],
  "budget.warned": ["scope", "name", "unit", "spent", "limit"],
  "session.started": [
    "agentId",
    "agentName",
    "depth",
    "task",
    "parentSessionId",
    "callId",
    "index",
    "siblings",
  ],
  "session.parked": ["waitingFor", "count"],
  "session.queued": ["reason", "position"],
  "session.resumed": [],
  "session.finished": ["outcome", "answer", "error", "usage"],
  "message.queued": ["text"],
  "message.received": ["text", "from"],
  "turn.started": ["turn", "model", "isScripted", "promptHash", "toolsHash"],
  "turn.retried": ["turn", "attempt", "delayMs", "reason"],
  "turn.finished": ["turn", "message", "usage", "durationMs", "firstTextMs"],
  tool_call: ["callId", "name", "origin", "input"],
  tool_result: ["callId", "name", "origin", "result", "durationMs"],
  "context.compacted": ["covers", "summary", "usage", "tokensBefore", "tokensAfter"],
  "breaker.tripped": ["callId", "name", "reason"],
  "call.delayed": ["callId", "name", "reason", "until"],
  "question.asked": ["waitId", "callId", "questions", "approval", "secret", "chain"],
  "question.answered": ["waitId", "callId", "answer", "by"],
  "skill.activated": ["skill", "revision"],
  "skill.queued": ["callId", "skill", "position"],
  "skill.started": ["callId", "skill", "function"],
  "skill.progress": ["callId", "skill", "text"],
  "skill.finished": ["callId", "skill", "function", "durationMs", "exitCode", "logs", "peakMemory"],
  "mcp.started": ["callId", "server", "durationMs"],
  "artifact.created": ["callId", ...FILE],
  "todos.changed": ["items"],
  "person.notified": ["callId", "title", "body"],
  "file.attached": ["callId", "note", ...FILE],
  "parent.told": ["callId", "text"],
  "task.updated": ["callId", "status", "text"],
};

/** An event as a link shows it. */
export function toSharedEvent(event: RunEvent): RunEvent {
  const shown = pick(event, [...HEAD, ...(SHOWN[event.type] as readonly (keyof RunEvent)[])]);
  if (shown.type === "turn.finished") return { ...shown, message: toSharedMessage(shown.message) };
  if (shown.type !== "question.asked") return shown;
  return {
    ...shown,
    ...(shown.approval && { approval: toSharedApproval(shown.approval) }),
    ...(shown.secret && { secret: toSharedRequest(shown.secret) }),
  };
}

/** Without what its provider wants back: thoughts, in part sealed. */
function toSharedMessage({ role, text, calls }: AssistantMessage): AssistantMessage {
  return { role, text, calls };
}

/** Without the paths of programs on this machine. */
function toSharedApproval(request: ApprovalRequest): ApprovalRequest {
  const members = ["tool", "origin", "input", "digest", "summary", "reason", "words"] as const;
  const more = ["canRemember", "reaches", "chain", "expiresAt"] as const;
  return { ...pick(request, [...members, ...more]), identities: [] };
}

/** Without the places where its value would be used. */
function toSharedRequest({ name, description, isReplacing }: SecretRequest): SecretRequest {
  return { name, description, isReplacing, tools: [], hosts: [] };
}

function pick<Value extends object>(value: Value, members: readonly (keyof Value)[]): Value {
  return Object.fromEntries(
    members.filter((member) => member in value).map((member) => [member, value[member]]),
  ) as Value;
}
