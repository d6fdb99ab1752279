import { type ChildProcess, execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runSupervised } from "../security/child-process/supervised-process.ts";
import { HELPERS } from "../testing/skill-bench.ts";
import { createInterpreter } from "./interpreter.ts";

const interpreter = createInterpreter("python3", "/usr/local/bin:/usr/bin:/bin");

async function request(supervised: readonly string[], timeoutMs = 20_000) {
  return {
    python: await interpreter.resolve(),
    helpersPath: HELPERS,
    launcher: [],
    supervised,
    workingFolder: "/tmp",
    environment: { PATH: "/usr/bin:/bin" } as unknown as NodeJS.ProcessEnv,
    stdin: "",
    timeoutMs,
    signal: new AbortController().signal,
  };
}

test("exit codes and signals of the program are told", async () => {
  expect(await runSupervised(await request(["exec", "sh", "-c", "exit 5"]))).toMatchObject({
    end: "exited",
    exitCode: 5,
  });
  expect(await runSupervised(await request(["exec", "sh", "-c", "kill -9 $$"]))).toMatchObject({
    exitCode: 137,
  });
  expect(await runSupervised(await request(["exec", "no-such-program"]))).toMatchObject({ exitCode: 127 });
});

test("a program that ignores polite signals is killed at the time limit", async () => {
  const outcome = await runSupervised(
    await request(["exec", "sh", "-c", "trap '' TERM INT HUP; while :; do :; done"], 500),
  );
  expect(outcome).toMatchObject({ end: "timed_out", exitCode: null });
});

test("a program that prints without end is stopped", async () => {
  expect(await runSupervised(await request(["exec", "sh", "-c", "yes"]))).toMatchObject({ end: "too_large" });
});

test("a Python that is not there is an outcome, not an exception", async () => {
  const outcome = await runSupervised({ ...(await request(["exec", "true"])), python: "/no/such/python" });
  expect(outcome).toMatchObject({ end: "not_started", exitCode: null });
});

test("when the server itself is killed, nothing of its calls stays behind", async () => {
  const script = `
    const { runSupervised } = await import(${JSON.stringify(join(import.meta.dirname, "..", "security", "child-process", "supervised-process.ts"))});
    const supervised = ["exec", "sh", "-c", "setsid sleep 300 & echo $! > /dev/fd/2; sleep 300"];
    void runSupervised({ ...${JSON.stringify({ ...(await request([])), signal: undefined })}, supervised, signal: new AbortController().signal });
    setTimeout(() => {}, 60_000);
  `;
  const server = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: "ignore" });
  const found = await firstTree(server);
  server.kill("SIGKILL");
  await expect.poll(() => living(found)).toEqual([]);
});

/** Waits for the supervisor, the shell and both sleeps below the server. */
async function firstTree(server: ChildProcess): Promise<readonly number[]> {
  let tree: readonly number[] = [];
  await expect
    .poll(
      async () => {
        tree = await descendants(server.pid ?? 0);
        return tree.length;
      },
      { timeout: 10_000 },
    )
    .toBe(4);
  return tree;
}

async function descendants(pid: number): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)("ps", ["-eo", "pid=,ppid="]);
  const pairs = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    pairs.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

/** A process that has ended but was not taken away by its new parent does not count. */
async function living(pids: readonly number[]): Promise<readonly number[]> {
  const listing = await promisify(execFile)("ps", ["-eo", "pid=,stat="]);
  const alive = new Set(
    listing.stdout
      .split("\n")
      .filter((line) => !line.includes("Z"))
      .map((line) => Number.parseInt(line, 10)),
  );
  return pids.filter((pid) => alive.has(pid));
}
