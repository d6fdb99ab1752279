import { z } from "zod";
import type { OpenWait } from "../../contract/api.ts";
import { AppError } from "../../contract/app-error.ts";
import { ALLOW_ONCE, ALWAYS_LABELS, DENY, MAX_REASON } from "../../contract/approval.ts";
import { AUDIT_KINDS, auditFilterInput } from "../../contract/audit.ts";
import type { QuestionAnswer } from "../../contract/questions.ts";
import type { Services } from "../../contract/services.ts";
import type { ToolExplanation } from "../../contract/tool-verdict.ts";
import { createToolboxInput, updateToolboxInput } from "../../contract/toolbox.ts";
import { atTerminal } from "../at-terminal.ts";
import { findAgent } from "../find-agent.ts";
import { withSession } from "../open-session.ts";
import { type Output, toTable } from "../output.ts";

export interface ExplainOptions {
  readonly agent: string;
  readonly tool: string;
  /** What a run would be started with; absent: all. */
  readonly tools?: readonly string[];
  /** Absent: the agent is looked for in all orgs. */
  readonly org: string | undefined;
  readonly json: boolean;
}

/** Which step gives an agent a tool or takes it away. Exit code 0 either way. */
export function explainTool(options: ExplainOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { document, agentId } = await findAgent(services, options);
    const explanation = await services.explainTool(document, agentId, {
      tool: options.tool,
      request: options.tools,
    });
    if (options.json) output.print(JSON.stringify(explanation));
    else tellSteps(explanation, output);
    return 0;
  });
}

const MARKS = { passed: "kept", removed: "removed", returned: "given back", skipped: "not asked" } as const;

function tellSteps({ agentName, tool, isAllowed, decidedBy, steps }: ToolExplanation, output: Output): void {
  const { title, reason } = decidedBy;
  output.print(`${agentName} ${isAllowed ? "has" : "does not have"} ${tool}. ${title}: ${reason}.`);
  const rows = steps.map((step) => [step.title, MARKS[step.outcome], step.reason]);
  output.print(toTable([["step", "outcome", "reason"], ...rows]));
}

export function listToolboxes(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const boxes = await services.listToolboxes();
    if (options.json) output.print(JSON.stringify(boxes));
    else {
      const rows = boxes.map((box) => [
        box.id,
        box.isBuiltin ? "built in" : "own",
        String(box.toolCount),
        String(box.planned.length),
        box.missing.join(" "),
        box.description,
      ]);
      output.print(toTable([["toolbox", "kind", "tools", "planned", "not there", "description"], ...rows]));
    }
    return 0;
  });
}

export interface ToolboxOptions {
  readonly name: string;
  readonly description?: string;
  readonly tools: readonly string[];
  readonly json: boolean;
}

export function createToolbox(options: ToolboxOptions, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { name, description, tools, json } = options;
    const input = readInput(createToolboxInput, { name, description, tools });
    const made = await services.createToolbox(input, atTerminal());
    output.print(json ? JSON.stringify(made) : made.id);
    return 0;
  });
}

export function setToolbox(
  { id, tools, json }: { readonly id: string; readonly tools: readonly string[]; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const made = await services.updateToolbox(readInput(updateToolboxInput, { id, tools }), atTerminal());
    if (json) output.print(JSON.stringify(made));
    else output.tell(`${made.name} lists ${made.tools.length} tools.`);
    return 0;
  });
}

/** What was typed, checked. Throws `invalid` with a sentence. */
function readInput<Input>(schema: z.ZodType<Input>, typed: object): Input {
  const parsed = schema.safeParse(typed);
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", z.prettifyError(parsed.error));
}

export function removeToolbox(
  { id, json }: { readonly id: string; readonly json: boolean },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    await services.removeToolbox(id, atTerminal());
    if (json) output.print(JSON.stringify({ id, isRemoved: true }));
    else output.tell(`${id} is deleted.`);
    return 0;
  });
}

/** Open approvals whole, however long: what is cut off may be what somebody would have denied. */
async function readApprovals(services: Services): Promise<readonly OpenWait[]> {
  const listed = (await services.listOpenWaits()).filter((wait) => wait.approval !== undefined);
  const whole = await Promise.all(
    listed.map((wait) => (wait.isShortened ? unlessAnswered(services.getOpenWait(wait.id)) : [wait])),
  );
  return whole.flat();
}

/** Nothing where somebody was faster. */
async function unlessAnswered(wait: Promise<OpenWait>): Promise<readonly OpenWait[]> {
  try {
    return [await wait];
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return [];
    throw error;
  }
}

export function listApprovals(options: { readonly json: boolean }, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const open = await readApprovals(services);
    if (options.json) output.print(JSON.stringify(open));
    else if (open.length === 0) output.tell("Nothing waits to be allowed.");
    else {
      const rows = open.map(({ id, approval, askedAt }) => [
        id,
        askedAt,
        approval?.expiresAt ?? "",
        approval?.chain.join(" > ") ?? "",
        approval?.summary ?? "",
        approval?.reason ?? "",
        JSON.stringify(approval?.input) ?? "",
      ]);
      const head = ["approval", "asked", "denied by itself", "by", "what", "why", "arguments"];
      output.print(toTable([head, ...rows]));
    }
    return 0;
  });
}

const ANSWERS = {
  once: ALLOW_ONCE,
  always: ALWAYS_LABELS.agent,
  "always-in-run": ALWAYS_LABELS.run,
  "always-in-org": ALWAYS_LABELS.org,
  deny: DENY,
} as const;

interface GivenAnswer {
  readonly id: string;
  readonly answer: keyof typeof ANSWERS;
  readonly reason?: string;
  readonly json: boolean;
}

/** Exit code 1 when somebody or the clock was faster. */
export function answerApproval(options: GivenAnswer, output: Output): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { label, reason } = readAnswer(options);
    const answer = { answers: [{ selected: [label], text: reason, isSkipped: false }] };
    const outcome = await services.answerWait(options.id, answer, atTerminal());
    if (options.json) output.print(JSON.stringify({ ...outcome, decision: decisionText(outcome.answer) }));
    else
      output.tell(outcome.isAccepted ? `${label}.` : `Somebody was faster: ${decisionText(outcome.answer)}.`);
    return outcome.isAccepted ? 0 : 1;
  });
}

/** What counted: the clock and people in their own words choose nothing, and that is a no. */
function decisionText({ answers: [given] }: QuestionAnswer): string {
  return given?.selected[0] ?? DENY;
}

function readAnswer({ answer, reason = "" }: GivenAnswer): {
  readonly label: string;
  readonly reason: string;
} {
  const label = ANSWERS[answer];
  if (reason !== "" && label !== DENY) throw new AppError("invalid", "Only a no takes a reason.");
  if (reason.length > MAX_REASON)
    throw new AppError("invalid", `A reason has at most ${MAX_REASON} characters.`);
  return { label, reason };
}

export function listAudit(
  options: { readonly format: string; readonly kind: string; readonly run: string | undefined },
  output: Output,
): Promise<number> {
  return withSession("client", async ({ services }) => {
    const { format } = options;
    if (format === "csv" || format === "json" || format === "jsonl") {
      if (options.run !== undefined || options.kind !== "all")
        throw new AppError("invalid", `--run and --kind choose rows of the table: ${format} is everything.`);
      for await (const piece of services.exportAudit(format)) output.print(piece.trimEnd());
      return 0;
    }
    const filter = auditFilterInput.safeParse({ runId: options.run, kind: options.kind });
    if (!filter.success)
      throw new AppError("invalid", `Give the id of a run, and one kind of ${AUDIT_KINDS.join(", ")}.`);
    const { entries } = await services.listAudit(filter.data);
    const rows = entries.map((entry) => [
      entry.at,
      entry.actor,
      entry.count > 1 ? `${entry.decision}, ${entry.count} times` : (entry.decision ?? ""),
      entry.subject,
      entry.chain.join(" > "),
    ]);
    output.print(toTable([["when", "who", "decision", "what", "asked by"], ...rows]));
    return 0;
  });
}
