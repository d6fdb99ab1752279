import type { AgentState } from "@/app/_ui/agent-state.ts";
import { answerText } from "@/app/_ui/answer-draft.ts";
import { formatDuration } from "@/app/_ui/format-duration.ts";
import { formatSize } from "@/app/_ui/format-size.ts";
import { formatTokens } from "@/app/_ui/format-tokens.ts";
import { questionLine } from "@/app/_ui/question-line.ts";
import { budgetText } from "@/server/contract/budget.ts";
import type { RunEvent, RunEventType } from "@/server/contract/run-event.ts";
import { callBrief, errorWords } from "./call-look.ts";
import { firstLine } from "./plain-text.ts";

/** An event as one line of the activity list. */
export interface EventLine {
  readonly state: AgentState;
  /** What happened; the agent's name stands before it where there is one. */
  readonly text: string;
  /** The rest, in smaller ink. */
  readonly detail: string;
}

type EventOf<Type extends RunEventType> = Extract<RunEvent, { readonly type: Type }>;
type Describe<Type extends RunEventType> = (event: EventOf<Type>) => EventLine | null;

/** Each event in words; null for those that only repeat what another one says. */
const DESCRIBE: { readonly [Type in RunEventType]: Describe<Type> } = {
  "run.started": (event) => line("thinking", "The run began", firstLine(event.task)),
  "run.finished": (event) =>
    line(
      outcomes[event.status].state,
      `The run ${outcomes[event.status].verb}`,
      firstLine(event.error ?? event.answer),
    ),
  "run.forked": (event) =>
    line(
      "queued",
      `goes on from turn ${event.turn} of another run`,
      event.isEdited ? "with another message" : "",
    ),
  "run.paused": () => line("paused", "The run was paused", "what goes on comes to its end"),
  "run.resumed": () => line("thinking", "The run goes on", ""),
  "budget.warned": (event) =>
    line(
      "waiting-person",
      `nears ${event.scope === "run" ? "the run's" : `${event.name}'s`} budget`,
      `${budgetText(event.unit, event.spent)} of ${budgetText(event.unit, event.limit)}`,
    ),
  "session.started": (event) => line("queued", "was called", firstLine(event.task)),
  "session.parked": (event) =>
    event.waitingFor === "person"
      ? line("waiting-person", "waits for you", "")
      : line("waiting-children", `waits for ${count(event.count, "agent")}`, ""),
  "session.queued": (event) => line("queued", `waits in line, place ${event.position}`, event.reason),
  "session.resumed": () => line("thinking", "goes on", ""),
  "session.finished": (event) =>
    line(outcomes[event.outcome].state, outcomes[event.outcome].verb, firstLine(event.error ?? event.answer)),
  "message.queued": (event) => line("queued", "was sent a message by you", firstLine(event.text)),
  "message.received": (event) =>
    event.from === "person" ? line("thinking", "reads your message", firstLine(event.text)) : null,
  "turn.started": () => null,
  "turn.retried": (event) =>
    line("queued", `tries turn ${event.turn} again in ${formatDuration(event.delayMs)}`, event.reason),
  "turn.finished": (event) =>
    line(
      "thinking",
      `ended turn ${event.turn}`,
      [
        `${formatTokens(event.usage.inputTokens + event.usage.outputTokens)} tok`,
        formatDuration(event.durationMs),
        firstLine(event.message.text),
      ]
        .filter(Boolean)
        .join(", "),
    ),
  tool_call: (event) => line("calling", `calls ${event.name}`, callBrief(event)),
  tool_result: (event) =>
    event.result.status === "ok"
      ? line("done", `got the result of ${event.name}`, formatDuration(event.durationMs))
      : line("failed", `${event.name}: ${errorWords[event.result.code].toLowerCase()}`, event.result.message),
  "context.compacted": (event) =>
    line(
      "thinking",
      "sums up old turns",
      `${formatTokens(event.tokensBefore)} to ${formatTokens(event.tokensAfter)} tok`,
    ),
  "breaker.tripped": (event) => line("failed", `was kept from calling ${event.name}`, event.reason),
  "call.delayed": (event) => line("failed", `may not call ${event.name} now`, event.reason),
  "question.asked": (event) => line("waiting-person", "asks you", questionLine(event.questions[0])),
  "question.answered": (event) =>
    line("done", "got your answer", event.answer.answers.map(answerText).join("; ")),
  "skill.activated": (event) => line("done", `activated the skill ${event.skill}`, ""),
  "skill.queued": (event) =>
    line("queued", `waits for its turn to run ${event.skill}`, `${event.position} in front`),
  "skill.started": (event) => line("calling", `runs ${event.function}`, event.skill),
  "skill.progress": (event) => line("calling", event.text, event.skill),
  "skill.finished": () => null,
  "mcp.started": (event) =>
    line("calling", `started the server ${event.server}`, formatDuration(event.durationMs)),
  "artifact.created": (event) => line("done", `wrote ${event.name}`, formatSize(event.size)),
  "person.notified": (event) => line("done", `tells you: ${event.title}`, firstLine(event.body)),
  "file.attached": (event) => line("done", `hands you ${event.name}`, event.note),
  "parent.told": (event) => line("thinking", "reports to the agent above", firstLine(event.text)),
  "task.updated": (event) =>
    line(
      taskStates[event.status],
      `says the task is ${event.status.replace("_", " ")}`,
      firstLine(event.text),
    ),
  "todos.changed": (event) =>
    line(
      "thinking",
      `has done ${event.items.filter((item) => item.isDone).length} of ${count(event.items.length, "todo")}`,
      "",
    ),
};

const taskStates = { in_progress: "thinking", completed: "done", failed: "failed" } as const;

const outcomes = {
  completed: { state: "done", verb: "is done" },
  failed: { state: "failed", verb: "failed" },
  cancelled: { state: "stopped", verb: "was stopped" },
} as const;

export function describeEvent(event: RunEvent): EventLine | null {
  const toLine = DESCRIBE[event.type] as (event: RunEvent) => EventLine | null;
  return toLine(event);
}

function line(state: AgentState, text: string, detail: string): EventLine {
  return { state, text, detail };
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
