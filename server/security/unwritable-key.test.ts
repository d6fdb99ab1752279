import { execFileSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "../contract/app-error.ts";
import { createKeyFile, createNextKey } from "./encryption-key.ts";

/** Only root may mount a small disk or one that cannot be written. */
const isRoot = process.getuid?.() === 0 && process.platform === "linux";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "openhive-key-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** What a person is told. */
async function refusal(making: Promise<unknown>): Promise<string> {
  const error = await making.then(
    () => "It was made.",
    (reason: unknown) => reason,
  );
  return isAppError(error) ? error.message : `Told to nobody: ${error}`;
}

/** Does `work` while the data folder is a disk of its own. */
async function onDisk(options: string, work: () => Promise<void>): Promise<void> {
  execFileSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dataDir]);
  try {
    await work();
  } finally {
    execFileSync("umount", ["--lazy", dataDir]);
  }
}

const makings = [
  ["the first key", createKeyFile],
  ["the next key", createNextKey],
] as const;

test.for(makings)("where the data folder cannot be made, %s is refused with the reason", async ([, make]) => {
  const file = join(dataDir, "file");
  await writeFile(file, "");
  expect(await refusal(make(join(file, "data")))).toMatch(
    /^The encryption key cannot be written to .*ENOTDIR/,
  );
});

test.skipIf(!isRoot).for(makings)(
  "on a disk that cannot be written, %s is refused with the reason",
  ([, make]) =>
    onDisk("ro", async () => {
      expect(await refusal(make(dataDir))).toMatch(/^The encryption key cannot be written to .*EROFS/);
    }),
);

test.skipIf(!isRoot).for(makings)(
  "on a full disk, %s is refused with the reason, and no half of it stays",
  ([, make]) =>
    onDisk("size=64k", async () => {
      const filler = join(dataDir, "filler");
      expect(() => {
        for (;;) appendFileSync(filler, Buffer.alloc(4096, 1));
      }).toThrow("ENOSPC");
      expect(await refusal(make(dataDir))).toMatch(/^The encryption key cannot be written to .*ENOSPC/);
      expect(await readdir(dataDir)).toEqual(["filler"]);
    }),
);
