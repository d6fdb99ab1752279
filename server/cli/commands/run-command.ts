import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import mime from "mime";
import { z } from "zod";
import type { StartRunInput } from "../../contract/api.ts";
import { AppError, isAppError } from "../../contract/app-error.ts";
import type { Budget } from "../../contract/budget.ts";
import { budgetSchema } from "../../contract/budget-schema.ts";
import type { RunId } from "../../contract/ids.ts";
import type { ModelChoice } from "../../contract/org-document.ts";
import type { QuestionAnswer } from "../../contract/questions.ts";
import type { RunEvent } from "../../contract/run-event.ts";
import type { GiveSecretInput } from "../../contract/secrets.ts";
import type { Services } from "../../contract/services.ts";
import { asOne } from "../as-one.ts";
import { atTerminal } from "../at-terminal.ts";
import { findAgent } from "../find-agent.ts";
import { type CommandSession, withSession } from "../open-session.ts";
import type { Output } from "../output.ts";
import { createJsonReporter, createTextReporter, type RunReporter } from "../run-reporter.ts";
import { createRunWatch } from "../run-watch.ts";
import { createStopRequests } from "../stop-requests.ts";
import { createTerminalQuestions, type TerminalQuestions } from "../terminal-questions.ts";

export interface RunOptions {
  readonly org: string;
  readonly task: string;
  /** Name or id of the agent that gets the task; absent: the lead. */
  readonly agent?: string;
  readonly attach: readonly string[];
  readonly model: ModelChoice | undefined;
  readonly json: boolean;
  /** False: the run is started without people, and whatever would wait for one is refused at once. */
  readonly input?: boolean;
  /** What the run may use; absent: everything that its agents may. */
  readonly tools?: readonly string[];
  readonly budgetTokens?: number;
  readonly budgetCost?: number;
  readonly budgetToolCalls?: number;
  readonly budgetSeconds?: number;
}

/** Exit codes of `openhive run`: the outcome, for scripts. */
const EXIT = { completed: 0, failed: 1, cancelled: 1, waiting: 3 } as const;

/** Gives an org a task and stays until it is over. Resolves with the exit code. */
export async function runCommand(options: RunOptions, output: Output): Promise<number> {
  const modelOverride = options.model === undefined ? {} : { modelOverride: options.model };
  const budget = toBudget(options);
  const tools = options.tools === undefined ? {} : { tools: [...options.tools] };
  const attachments = await Promise.all(options.attach.map(readAttachment));
  return withSession("own-runs", async (session) => {
    const org = await session.services.getOrg(options.org);
    // As in the browser: an org's sample files come along, unless there is a file of one's own in their place.
    const sampleFiles = options.attach.length === 0 ? org.sampleFiles.map((file) => file.name) : [];
    const { agent } = options;
    const begin =
      agent === undefined
        ? {}
        : { agentId: (await findAgent(session.services, { agent, org: options.org })).agentId };
    return follow(
      session,
      {
        ...{
          orgId: org.id,
          task: options.task,
          attachments,
          sampleFiles,
          budget,
          ...begin,
          ...tools,
          ...modelOverride,
        },
        isUnattended: options.input === false,
      },
      {
        reporter: options.json ? createJsonReporter(output) : createTextReporter(output),
        tell: !options.json && isPersonThere() ? (line) => output.tell(asOne(line)) : undefined,
      },
    );
  });
}

/** Questions are shown on standard error: the answer alone goes to standard output, which may be a file. */
function isPersonThere(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

interface Watching {
  readonly reporter: RunReporter;
  /** Says a line to the person at the terminal, if there is one to ask. */
  readonly tell: ((line: string) => void) | undefined;
}

async function follow(
  { services }: CommandSession,
  input: StartRunInput,
  watching: Watching,
): Promise<number> {
  const { runId } = await services.startRun(input, atTerminal());
  const { stopping, notStopped } = watching.reporter;
  using requests = createStopRequests({ cancel: () => services.cancelRun(runId), stopping, notStopped });
  return await watch(services, runId, { ...watching, stop: requests.ask });
}

/** Tells what happens until the run is over, or until only a person who is not here can move it. */
async function watch(
  services: Services,
  runId: RunId,
  { reporter, tell, stop }: Watching & { stop(): void },
): Promise<number> {
  const state = createRunWatch();
  const leaving = new AbortController();
  const by = atTerminal();
  const answer = (waitId: string, given: QuestionAnswer) => services.answerWait(waitId, given, by);
  const giveSecret = (input: GiveSecretInput) => services.giveSecret(input, by);
  const questions = tell && createTerminalQuestions({ answer, giveSecret, tell, leave: stop });
  try {
    for await (const signal of services.followRun(runId, 0, leaving.signal)) {
      if (signal.type === "text.delta") continue;
      state.see(signal);
      reporter.event(signal);
      await answerTo(services, signal, questions);
      if (signal.type === "run.finished") {
        reporter.finished(signal);
        return EXIT[signal.status];
      }
      if (!questions && state.waitsForPersonOnly()) break;
    }
  } finally {
    leaving.abort();
    await questions?.close();
  }
  reporter.waiting(runId);
  return EXIT.waiting;
}

/** What this process has to do about an event. */
async function answerTo(
  services: Services,
  event: RunEvent,
  questions: TerminalQuestions | undefined,
): Promise<void> {
  questions?.see(event);
  // Somebody resumed the run from elsewhere: this process does its work, so it takes the sessions up again.
  if (event.type === "run.resumed") await services.resumeRun(event.runId).catch(ignoreRefusal);
}

/** The run ended in the meantime. */
function ignoreRefusal(error: unknown): void {
  if (!isAppError(error)) throw error;
}

function toBudget(options: RunOptions): Budget {
  const parsed = budgetSchema.safeParse({
    tokens: options.budgetTokens,
    cost: options.budgetCost,
    toolCalls: options.budgetToolCalls,
    seconds: options.budgetSeconds,
  });
  if (parsed.success) return parsed.data;
  throw new AppError("invalid", `The budget does not fit: ${z.prettifyError(parsed.error)}`);
}

async function readAttachment(path: string) {
  const content = await readFile(path).catch((cause: unknown) => {
    throw new AppError("not_found", `The file ${path} cannot be read.`, { cause });
  });
  return {
    name: basename(path),
    mediaType: mime.getType(path) ?? "application/octet-stream",
    content: content.toString("base64"),
  };
}
