import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import mime from "mime";
import { AppError } from "../../contract/app-error.ts";
import type { ModelChoice } from "../../contract/org-document.ts";
import type { StartRunInput } from "../../contract/api.ts";
import { withSession, type CommandSession } from "../open-session.ts";
import type { Output } from "../output.ts";
import { describeEvent } from "../describe-event.ts";
import { createRunWatch } from "../run-watch.ts";
import { askOnTerminal } from "../ask-on-terminal.ts";

export interface RunOptions {
  readonly org: string;
  readonly task: string;
  readonly attach: readonly string[];
  readonly model: string | undefined;
  readonly json: boolean;
}

/** Exit codes of `openhive run`: the outcome, for scripts. */
const EXIT = { completed: 0, failed: 1, cancelled: 1, waiting: 3 } as const;

/** Gives an org a task and stays until it is over. Resolves with the exit code. */
export async function runCommand(options: RunOptions, output: Output): Promise<number> {
  const modelOverride = options.model === undefined ? {} : { modelOverride: parseModel(options.model) };
  const attachments = await Promise.all(options.attach.map(readAttachment));
  return withSession("own-runs", async (session) => {
    const org = await session.services.getOrg(options.org);
    // As in the browser: an org's sample files come along, unless there is a file of one's own in their place.
    const sampleFiles = options.attach.length === 0 ? org.sampleFiles.map((file) => file.name) : [];
    return follow(session, { orgId: org.id, task: options.task, attachments, sampleFiles, ...modelOverride }, { ...options, output });
  });
}

async function follow(session: CommandSession, input: StartRunInput, { json, output }: RunOptions & { readonly output: Output }): Promise<number> {
  const { services } = session;
  const { runId } = await services.startRun(input);
  const stop = (): void => void services.cancelRun(runId);
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  const isInteractive = !json && process.stdin.isTTY === true;
  const watch = createRunWatch();
  const leaving = new AbortController();
  try {
    for await (const signal of services.followRun(runId, 0, leaving.signal)) {
      if (signal.type === "text.delta") continue;
      watch.see(signal);
      if (json) output.print(JSON.stringify(toLine(signal)));
      else for (const line of describeEvent(signal)) output.tell(line);
      if (signal.type === "question.asked" && isInteractive) {
        const answer = await askOnTerminal(signal.questions, signal.agent ?? "An agent");
        await services.answerWait(signal.waitId, answer);
      }
      if (signal.type === "run.finished") {
        if (!json) finish(signal, output);
        return EXIT[signal.status];
      }
      if (!isInteractive && watch.waitsForPersonOnly()) break;
    }
  } finally {
    leaving.abort();
    process.removeListener("SIGINT", stop);
    process.removeListener("SIGTERM", stop);
  }
  if (json) output.print(JSON.stringify({ type: "run.finished", runId, status: "waiting", answer: "" }));
  else output.tell(`The run waits for a person. Answer it in the inbox; it goes on from there (run ${runId}).`);
  return EXIT.waiting;
}

function finish(event: { readonly status: string; readonly answer: string; readonly error?: string }, output: Output): void {
  if (event.error !== undefined) output.tell(`${event.status === "cancelled" ? "Stopped" : "Failed"}: ${event.error}`);
  if (event.answer !== "") output.print(event.answer);
}

/** An event as one line: the head first. */
function toLine<Event extends { readonly seq: number; readonly at: string; readonly type: string }>(event: Event): object {
  const { seq, at, type, ...rest } = event;
  return { seq, at, type, ...rest };
}

function parseModel(text: string): ModelChoice {
  const slash = text.indexOf("/");
  if (slash <= 0 || slash === text.length - 1) {
    throw new AppError("invalid", `--model takes PROVIDER/MODEL, for example anthropic/claude-sonnet-5, not "${text}".`);
  }
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}

async function readAttachment(path: string) {
  const content = await readFile(path).catch((cause: unknown) => {
    throw new AppError("not_found", `The file ${path} cannot be read.`, { cause });
  });
  return { name: basename(path), mediaType: mime.getType(path) ?? "application/octet-stream", content: content.toString("base64") };
}
