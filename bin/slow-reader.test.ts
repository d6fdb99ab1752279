import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-reader-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Longer than a finished command waits for what was left open. */
const PAUSE = 3_000;
/** So long that no pipe holds what is said of them, and so few that it is said at once. */
const MISSING = Array.from({ length: 8 }, (_, index) => `missing-${index}`.padEnd(100_000, "x"));

test.each(["stdout", "stderr"] as const)(
  "a reader who pauses gets every byte all the same, on %s",
  async (stream) => {
    const command = join(import.meta.dirname, "openhive.mjs");
    const { PATH = "" } = process.env;
    const redirect = stream === "stderr" ? ["-c", 'exec "$0" "$@" 1>&2'] : ["-c", 'exec "$0" "$@"'];
    const args = [process.execPath, command, "skills", "validate", ...MISSING, "--json"];
    const child = spawn("sh", [...redirect, ...args], {
      env: { NODE_ENV: "production", PATH, HOME: folder, OPENHIVE_DATA_DIR: folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = once(child, "exit");
    await once(child[stream], "readable");
    // The pause is what is tested: a command that does not wait for its reader is over before its end.
    await Promise.race([ended, delay(PAUSE)]);
    const lines = (await text(child[stream])).trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(MISSING);
    expect((await ended)[0]).toBe(2);
  },
);
