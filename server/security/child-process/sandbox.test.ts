import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createSandbox } from "./sandbox.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sandbox-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A bubblewrap that is there in name alone. */
async function writeBubblewrap(script: string, mode = 0o755): Promise<void> {
  await writeFile(join(folder, "bwrap"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "bwrap"), mode);
}

const onLinux = test.skipIf(process.platform !== "linux");
const access = { workingFolder: "/tmp", readable: [], hasNetwork: false };

onLinux.each([
  ["was killed", "kill -KILL $$", 0o755],
  ["could not be started", "exit 0", 0o644],
])(
  "a bubblewrap that %s is tried again the next time, and nothing is run until then",
  async (_how, script, mode) => {
    await writeBubblewrap(script, mode);
    const sandbox = createSandbox({ mode: "required", searchPath: folder });
    const [one, other] = await Promise.all([sandbox.state(), sandbox.state()]);
    expect(one).toBe(other);
    expect(one).toMatchObject({ isOn: false, reason: expect.stringContaining("does not work here") });
    await expect(sandbox.launcher(access)).rejects.toThrow("nothing is run without it");
    await writeBubblewrap("exit 0");
    expect(await sandbox.launcher(access)).toContain("bwrap");
    await rm(join(folder, "bwrap"));
    expect(await sandbox.state()).toEqual({ isOn: true, message: expect.any(String), reason: "" });
  },
);

onLinux("a bubblewrap that is missing, or says itself that it does not work, is asked once", async () => {
  const missing = createSandbox({ mode: "required", searchPath: folder });
  expect(await missing.state()).toMatchObject({ reason: expect.stringContaining("not installed") });
  await writeBubblewrap("echo 'No permissions to create a namespace.' >&2; exit 1");
  const refused = createSandbox({ mode: "required", searchPath: folder });
  expect(await refused.state()).toMatchObject({ reason: expect.stringContaining("(No permissions") });
  await writeBubblewrap("exit 0");
  expect(await missing.state()).toMatchObject({ isOn: false });
  expect(await refused.state()).toMatchObject({ isOn: false });
});

onLinux("a socket is asked for where there is a sandbox, and nowhere else", async () => {
  await writeBubblewrap("exit 0");
  const withSocket = { ...access, socket: async () => "/tmp/here.sock" };
  expect(await createSandbox({ mode: "auto", searchPath: folder }).launcher(withSocket)).toContain(
    "/tmp/here.sock",
  );
  const unasked = { ...access, socket: () => Promise.reject(new Error("was asked for")) };
  expect(await createSandbox({ mode: "off", searchPath: folder }).launcher(unasked)).toEqual([]);
});
