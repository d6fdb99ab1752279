import { Worker } from "node:worker_threads";
import { z } from "zod";
import { FileProblem } from "./file-problem.ts";

/** Looks through texts for lines that fit an expression. */
export interface LineSearch {
  /** Numbers of the lines that fit, from 0. */
  find(text: string): Promise<readonly number[]>;
  close(): Promise<void>;
}

export interface LineSearchOptions {
  readonly pattern: string;
  readonly ignoresCase: boolean;
  /** Aborted: the search ends at once. */
  readonly signal: AbortSignal;
}

const LIMIT_MS = 20_000;
const LINE_LENGTH = 10_000;
const MEMORY_MB = 256;
const answerSchema = z.union([
  z.object({ isReady: z.literal(true) }),
  z.object({ hits: z.array(z.number()) }),
  z.object({ problem: z.string() }),
]);

/**
 * Opens a search in a thread of its own, with an engine that takes time linear in the text (RE2's syntax). It is ended after
 * 20 seconds or 256 MB: a search never holds up anybody else's work. Of a line the first 10 000 characters are looked at.
 */
export async function openLineSearch(options: LineSearchOptions): Promise<LineSearch> {
  const { pattern, ignoresCase, signal } = options;
  const worker = new Worker(new URL("./search-worker.ts", import.meta.url), {
    workerData: { pattern, ignoresCase, lineLength: LINE_LENGTH },
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const ended = Promise.withResolvers<never>();
  ended.promise.catch(() => undefined);
  const giveUp = (): void => ended.reject(tooSlow());
  worker.once("error", giveUp);
  worker.once("exit", giveUp);
  signal.addEventListener("abort", giveUp, { once: true });
  const timer = setTimeout(giveUp, LIMIT_MS);

  async function next() {
    const message = new Promise<unknown>((resolve) => worker.once("message", resolve));
    const answer = answerSchema.parse(await Promise.race([message, ended.promise]));
    if (!("problem" in answer)) return answer;
    throw new FileProblem(
      "invalid_input",
      `The expression cannot be read: ${answer.problem.slice(0, 200)}`,
      "Look-around and back references are not known. Put \\ before signs that are meant literally.",
    );
  }

  async function close(): Promise<void> {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
    await worker.terminate();
  }

  try {
    await next();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    async find(text) {
      worker.postMessage(text);
      const answer = await next();
      return "hits" in answer ? answer.hits : [];
    },
  };
}

function tooSlow(): FileProblem {
  return new FileProblem(
    "timed_out",
    "The search took too long.",
    "Use a simpler expression, or narrow it with path or glob.",
  );
}
