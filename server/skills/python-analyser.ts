import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { SkillFinding, SkillFunction } from "../contract/api.ts";
import { cleanEnvironment } from "../security/child-process/clean-environment.ts";
import type { Interpreter } from "./interpreter.ts";

export interface PythonFile {
  readonly path: string;
  readonly text: string;
}

export interface PythonAnalysis {
  readonly functions: readonly SkillFunction[];
  readonly findings: readonly SkillFinding[];
  /** What has to be installed for it, as a requirements file says it, in order and without repetition. */
  readonly requirements: readonly string[];
  /** False when the analysis itself failed (no Python, time limit): worth another try later. */
  readonly isComplete: boolean;
}

/** Finds the functions that Python files offer, without importing them. Never rejects: what fails becomes a finding. */
export interface PythonAnalyser {
  analyse(files: readonly PythonFile[]): Promise<PythonAnalysis>;
}

export interface PythonAnalyserOptions {
  readonly interpreter: Interpreter;
  /** Folder of the Python helpers. */
  readonly helpersPath: string;
  readonly searchPath: string;
  readonly timeoutMs?: number;
}

interface Waiting {
  readonly files: readonly PythonFile[];
  readonly settle: (analysis: PythonAnalysis) => void;
}

const MAX_OUTPUT_BYTES = 20_000_000;

const analysisSchema = z.object({
  functions: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      inputSchema: z.record(z.string(), z.unknown()),
      file: z.string(),
      line: z.number(),
    }),
  ),
  findings: z.array(
    z
      .object({
        level: z.enum(["error", "warning", "info"]),
        rule: z.string(),
        message: z.string(),
        file: z.string(),
        line: z.number().optional(),
      })
      .transform(({ line, ...rest }): SkillFinding => (line === undefined ? rest : { ...rest, line })),
  ),
  requirements: z.array(z.string()),
});

const NOTHING = { functions: [], findings: [], requirements: [] };

/**
 * One helper process at a time; what is asked meanwhile goes into the next one together. When a batch fails (a file that
 * crashes the parser, say), each skill of it is tried alone, so that one skill costs only itself.
 */
export function createPythonAnalyser(options: PythonAnalyserOptions): PythonAnalyser {
  let waiting: Waiting[] = [];
  let isRunning = false;

  const runAll = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await settleBatch(options, batch);
    }
    isRunning = false;
  };

  return {
    analyse(files) {
      if (files.length === 0) return Promise.resolve({ ...NOTHING, isComplete: true });
      return new Promise((settle) => {
        waiting.push({ files, settle });
        // A turn of the event loop lets the skills of one scan arrive together.
        setImmediate(() => void runAll());
      });
    },
  };
}

async function settleBatch(options: PythonAnalyserOptions, batch: readonly Waiting[]): Promise<void> {
  try {
    const analyses = await run(options, batch);
    for (const [index, entry] of batch.entries())
      entry.settle({ ...(analyses[index] ?? NOTHING), isComplete: true });
  } catch (error) {
    if (batch.length > 1) {
      for (const entry of batch) await settleBatch(options, [entry]);
      return;
    }
    const message = `The Python files could not be read, so they offer no functions: ${error instanceof Error ? error.message : String(error)}`;
    batch[0]?.settle({
      ...NOTHING,
      findings: [{ level: "error", rule: "analysis-failed", message }],
      isComplete: false,
    });
  }
}

async function run(
  options: PythonAnalyserOptions,
  batch: readonly Waiting[],
): Promise<readonly Omit<PythonAnalysis, "isComplete">[]> {
  const python = await options.interpreter.resolve();
  const request = JSON.stringify({ skills: batch.map((entry) => entry.files) });
  const stdout = await execute(python, request, options);
  return z.array(analysisSchema).length(batch.length).parse(JSON.parse(stdout));
}

function execute(python: string, request: string, options: PythonAnalyserOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      python,
      ["-I", "-B", "-X", "utf8", join(options.helpersPath, "analyse.py")],
      {
        env: cleanEnvironment(options.searchPath, tmpdir()),
        cwd: tmpdir(),
        timeout: options.timeoutMs ?? 20_000,
        killSignal: "SIGKILL",
        maxBuffer: MAX_OUTPUT_BYTES,
        windowsHide: true,
      },
      (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else
          reject(
            new Error(
              error.killed ? "the time limit passed" : stderr.trim().split("\n").at(-1) || error.message,
              { cause: error },
            ),
          );
      },
    );
    // The helper may be killed before it has read everything; its exit tells.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(request);
  });
}
