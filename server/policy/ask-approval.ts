import {
  ALLOW_ONCE,
  ALWAYS_LABELS,
  type ApprovalDecision,
  type ApprovalRequest,
  type CallIdentity,
  DENY,
  type GrantReach,
  grantReaches,
  reachesOf,
} from "../contract/approval.ts";
import { canonicalJson } from "../contract/canonical-json.ts";
import { headOf } from "../contract/cut-text.ts";
import type { WaitId } from "../contract/ids.ts";
import type { Json } from "../contract/json.ts";
import type { Question } from "../contract/questions.ts";
import type { ApprovalRules } from "../contract/tool-policy.ts";
import { refusal as refused, type ToolResult, toolError } from "../contract/tool-result.ts";
import { toVisible } from "../contract/visible-text.ts";
import type { BoundTool, CallStep, CallSubject, PreparedCall, ToolContext } from "../engine/tool.ts";
import { matchesAllowlist } from "./allowlist.ts";
import { type ApprovalVerdict, decideApproval } from "./decide-approval.ts";
import { matchingEntry, toRuledTool } from "./matches-list.ts";
import { ownWords } from "./own-words.ts";

/** An approval that was asked for: `decision` is null while it is open. */
export interface AskedApproval {
  readonly waitId: WaitId;
  readonly decision: ApprovalDecision | null;
  /** Why it was denied, in the person's words or the clock's; empty where nothing was said. */
  readonly remark: string;
}

/** Remembers what people were asked and allowed, beyond the end of the process that asked. */
export interface ApprovalBook {
  /** What was asked about this very call: same session, call and digest. */
  find(context: ToolContext, digest: string): Promise<AskedApproval | undefined>;
  /** Asks in one commit under the context's fence, durable before it resolves. */
  ask(context: ToolContext, questions: readonly Question[], request: ApprovalRequest): Promise<WaitId>;
  /** Takes the approval for one run of the call: false when it was taken before, by a worker that is gone. */
  use(context: ToolContext, waitId: WaitId): Promise<boolean>;
  /** Writes down that a lasting permission let the call through. */
  noteUse(context: ToolContext, request: Omit<ApprovalRequest, "expiresAt">): Promise<void>;
}

/** The rules about approvals as they are now, and what the agent was allowed for good. */
export interface ApprovalState {
  readonly rules: ApprovalRules;
  isRemembered(context: ToolContext, identity: CallIdentity): boolean;
}

export interface ApprovalDeps {
  readonly book: ApprovalBook;
  /** Milliseconds after which a question counts as denied. */
  readonly patience: number;
  state(): Promise<ApprovalState>;
  /** SHA-256 in hex. */
  digestOf(text: string): string;
  /** Takes secrets out of what an agent said. */
  hide(text: string): string;
  /** The clock that says when a question's time is over: the book's. */
  now(): Promise<number>;
}

/**
 * Puts calls to people that run a program or may destroy something, as the rules say, and lets through what they allowed. The
 * answer holds for this call with exactly these arguments, and for one run of it: a call whose worker died after it began is
 * not silently run again. Calls that no rule concerns cost nothing.
 */
export function askApproval(deps: ApprovalDeps): CallStep {
  return async (prepared, context, next) => {
    const state = await deps.state();
    const kind = kindOf(prepared, state.rules);
    const isConcerned = kind.isGated || kind.isDestructive;
    if (!isConcerned && context.wasAsked !== true) return next(context);
    const run = () => next(context);
    const digest = digestOf(deps, prepared);
    if (!isConcerned) return (await goOnIfAsked({ deps, prepared, context, digest }, run)) ?? run();
    const subject = await subjectOf(prepared, context);
    return (
      refusalOf(prepared.tool, subject) ??
      (await goOnIfAsked({ deps, prepared, context, digest }, run)) ??
      decide({ deps, prepared, context, state, kind, subject, digest }, run)
    );
  };
}

/** Binds an approval to the tool and to these very arguments. */
function digestOf({ digestOf: hash }: ApprovalDeps, { tool, call }: PreparedCall): string {
  return hash(canonicalJson([tool.origin.kind, tool.origin.id, tool.name, call.input]));
}

/** What a person said of the call holds, also where the rules would not ask any more; undefined where nobody was asked. */
async function goOnIfAsked(
  { digest, ...going }: Omit<Going, "asked"> & { readonly digest: string },
  run: () => Promise<ToolResult>,
): Promise<ToolResult | undefined> {
  if (going.context.wasAsked !== true) return undefined;
  const asked = await going.deps.book.find(going.context, digest);
  return asked && goOn({ ...going, asked }, run);
}

async function subjectOf({ tool, call }: PreparedCall, context: ToolContext): Promise<CallSubject> {
  return (await tool.identify?.(call.input, context)) ?? ownSubject(tool, call.input);
}

/** What is never run, whoever would allow it. */
function refusalOf(tool: BoundTool, { refusal, identities }: CallSubject): ToolResult | undefined {
  if (refusal !== undefined)
    return refused(
      "commands",
      toolError(
        "denied",
        `${tool.name} was not run. ${refusal}`,
        "Do it in another way, or go on without it.",
      ),
    );
  return identities.length === 0
    ? refused("commands", toolError("denied", "What this would run cannot be made out, so it is not run."))
    : undefined;
}

interface CallKind {
  readonly isGated: boolean;
  readonly isDestructive: boolean;
}

function kindOf({ tool, call }: PreparedCall, rules: ApprovalRules): CallKind {
  return {
    isDestructive: tool.flags.destructive && (tool.destroys?.(call.input) ?? true),
    isGated: tool.identify !== undefined || isNamed(rules, tool),
  };
}

interface Deciding {
  readonly deps: ApprovalDeps;
  readonly prepared: PreparedCall;
  readonly context: ToolContext;
  readonly state: ApprovalState;
  readonly kind: CallKind;
  readonly subject: CallSubject;
  readonly digest: string;
}

async function decide(
  { deps, prepared, context, state, kind, subject, digest }: Deciding,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  const isListed =
    matchesAllowlist(state.rules.allowlist, subject) ||
    subject.identities.every((identity) => state.isRemembered(context, identity));
  const verdict = decideApproval(state.rules, { ...kind, isListed });
  const request = toRequest({ prepared, context, subject, digest, verdict });
  switch (verdict.decision) {
    case "deny":
      return refused(
        "approvals",
        toolError("denied", `${request.tool} was not run: ${verdict.reason}.`, "Do not try it again."),
      );
    case "ask": {
      if (context.scope.isUnattended === true) return nobodyThere(request.tool, verdict.reason);
      // Nobody may be asked about a call that a crash could still take back.
      await context.recorded?.();
      const waitId = await deps.book.ask(context, [toQuestion(request)], {
        ...withWords(deps, context, request),
        expiresAt: new Date((await deps.now()) + deps.patience).toISOString(),
      });
      return { status: "pending", waitingFor: "person", waitId };
    }
    case "allow":
      if (isListed) await deps.book.noteUse(context, request);
      return run();
  }
}

/** What the agent itself says of the call goes along; it decides nothing. */
function withWords({ hide }: ApprovalDeps, { messages, callId }: ToolContext, request: Request): Request {
  const words = ownWords({ messages: messages(), callId, hide });
  return words === undefined ? request : { ...request, words };
}

/** Denied at once: whoever waits here waits for nobody. */
function nobodyThere(tool: string, reason: string): ToolResult {
  return refused(
    "unattended",
    toolError(
      "denied",
      `${tool} was not run: a person would have to allow it (${reason}), and this run was started without people.`,
      "Do not try it again in another way; go on without it or say what you could not do.",
    ),
  );
}

interface Going {
  readonly deps: ApprovalDeps;
  readonly prepared: PreparedCall;
  readonly context: ToolContext;
  readonly asked: AskedApproval;
}

async function goOn(
  { deps, prepared: { tool }, context, asked }: Going,
  run: () => Promise<ToolResult>,
): Promise<ToolResult> {
  if (asked.decision === null) return { status: "pending", waitingFor: "person", waitId: asked.waitId };
  if (asked.decision === "deny") {
    const remark = asked.remark === "" ? "A person said no" : asked.remark;
    return toolError(
      "denied",
      `${tool.name} was not run. ${toSentence(remark)}`,
      "Do not try it again in another way; go on without it or say what you could not do.",
    );
  }
  const isFirst = await deps.book.use(context, asked.waitId);
  if (isFirst || tool.flags.idempotent || tool.flags.readOnly) return run();
  return toolError(
    "outcome_unknown",
    `${tool.name} was running when its worker stopped: whether it took effect is not known.`,
    "Check before you call it again.",
  );
}

/** People leave out the full stop, and what follows would run into their words. */
function toSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function isNamed(rules: ApprovalRules, tool: BoundTool): boolean {
  if (rules.tools.length === 0) return false;
  return matchingEntry(rules.tools, toRuledTool(tool)) !== undefined;
}

/** A tool that runs no program is itself what runs, with the very arguments: "always" covers nothing wider. */
function ownSubject(tool: BoundTool, input: Json): CallSubject {
  const executable = `${tool.origin.kind}/${tool.origin.id}/${tool.name}`;
  return { summary: tool.name, identities: [{ executable, shape: canonicalJson(input) }], commands: [] };
}

interface Asking {
  readonly prepared: PreparedCall;
  readonly context: ToolContext;
  readonly subject: CallSubject;
  readonly digest: string;
  readonly verdict: ApprovalVerdict;
}

/** What is asked, or would be; how long for is known once it is. */
type Request = Omit<ApprovalRequest, "expiresAt">;

function toRequest({ prepared: { tool, call }, context, subject, digest, verdict }: Asking): Request {
  return {
    tool: tool.name,
    origin: tool.origin,
    input: call.input,
    digest,
    // What nobody sees could make a command look like another one.
    summary: toVisible(subject.summary),
    reason: verdict.reason,
    identities: subject.identities,
    canRemember: context.scope.orgId !== null,
    reaches: grantReaches,
    chain: context.scope.place?.chain ?? [context.scope.agent.name],
  };
}

/** Characters of the question. */
const MAX_QUESTION = 1_000;

const REACHES: Readonly<Record<GrantReach, string>> = {
  run: "The same again needs no question, for this agent until this run ends",
  agent: "The same again needs no question, for this agent in this org",
  org: "The same again needs no question, for every agent of this org",
};

/** The same as a question, so that it is answered wherever questions are. */
function toQuestion(request: Request): Question {
  const { tool, summary, reason } = request;
  const what = summary === tool ? tool : `${tool}: ${summary}`;
  return {
    question: shortened(`May this run? ${what}`),
    header: "Approval",
    multiSelect: false,
    options: [
      { label: ALLOW_ONCE, description: reason },
      ...reachesOf(request).map((reach) => ({ label: ALWAYS_LABELS[reach], description: REACHES[reach] })),
      { label: DENY, description: "The agent is told and goes on without it" },
    ],
  };
}

/** Beside it stand the arguments, whole: a cut says that it is one. */
function shortened(text: string): string {
  return text.length <= MAX_QUESTION ? text : `${headOf(text, MAX_QUESTION - 4)} ...`;
}
