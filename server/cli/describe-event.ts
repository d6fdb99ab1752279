import type { ApprovalRequest } from "../contract/approval.ts";
import { budgetText } from "../contract/budget.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { resultText } from "../contract/tool-result.ts";

const WIDTH = 100;

/** What a person who waits at the terminal wants to know about an event: no line, or one. */
export function describeEvent(event: RunEvent): readonly string[] {
  const who = event.agent ?? "";
  switch (event.type) {
    case "run.started":
      return [
        `${event.orgName}, version ${event.orgVersion}${event.attachments.length > 0 ? `, with ${event.attachments.map((file) => file.name).join(", ")}` : ""}`,
      ];
    case "session.started":
      return [`${who} starts: ${short(event.task)}`];
    case "session.queued":
      return [`${who} waits in line, place ${event.position}: ${event.reason}`];
    case "turn.retried":
      return [`${who} tries again in ${Math.round(event.delayMs / 1_000)} s: ${event.reason}`];
    case "tool_call":
      return [`${who} calls ${event.name} ${short(JSON.stringify(event.input))}`];
    case "tool_result":
      return event.result.status === "error"
        ? [`${who}: ${event.name} failed: ${short(resultText(event.result))}`]
        : [];
    case "skill.queued":
      return [`${who} waits for a Python process, place ${event.position}`];
    case "question.asked":
      return describeQuestion(event, who);
    case "artifact.created":
      return [`${who} made ${event.name} (${event.size} bytes)`];
    case "session.finished":
      return [`${who} ${event.outcome === "completed" ? "is done" : (event.error ?? event.outcome)}`];
    default:
      return describeInfluence(event, who);
  }
}

function describeQuestion(
  { questions, approval, chain }: Extract<RunEvent, { type: "question.asked" }>,
  who: string,
): readonly string[] {
  return [
    `${who} asks: ${questions.map((question) => question.question).join(" ")}`,
    ...(approval ? describeApproval(approval) : []),
    ...(chain ? [`  asked by ${chain.join(" > ")}`] : []),
  ];
}

function describeApproval({ chain, input, expiresAt, words }: ApprovalRequest): readonly string[] {
  return [
    `  asked by ${chain.join(" > ")}, denied by itself at ${expiresAt}`,
    `  arguments: ${JSON.stringify(input)}`,
    ...(words === undefined ? [] : [`  its own words, unchecked: ${words}`]),
  ];
}

/** What people do to a run while it is under way, and how its budgets stand. */
function describeInfluence(event: RunEvent, who: string): readonly string[] {
  switch (event.type) {
    case "call.delayed":
      return [`${who} may not call ${event.name} now: ${event.reason}`];
    case "run.paused":
      return ["The run is paused: what goes on comes to its end, nothing new begins"];
    case "run.resumed":
      return ["The run goes on"];
    case "run.forked":
      return [`${who} goes on from turn ${event.turn} of run ${event.fromRunId}`];
    case "budget.warned":
      return [
        `${event.name === "" ? "The run" : event.name} has used ${budgetText(event.unit, event.spent)} of ${budgetText(event.unit, event.limit)}`,
      ];
    case "message.queued":
      return [`A message waits for ${who}: ${short(event.text)}`];
    case "message.received":
      return event.from === "person" ? [`${who} reads: ${short(event.text)}`] : [];
    default:
      return describeTold(event, who);
  }
}

/** What agents tell people and each other on the way. */
function describeTold(event: RunEvent, who: string): readonly string[] {
  switch (event.type) {
    case "person.notified":
      return [`${who} tells you: ${event.title}`, ...event.body.split("\n").map((line) => `  ${line}`)];
    case "file.attached":
      return [`${who} hands you ${event.name}${event.note === "" ? "" : `: ${short(event.note)}`}`];
    case "parent.told":
      return [`${who} reports: ${short(event.text)}`];
    case "task.updated":
      return [`${who}'s task is ${event.status.replace("_", " ")}: ${short(event.text)}`];
    default:
      return [];
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > WIDTH ? `${line.slice(0, WIDTH - 3)}...` : line;
}
