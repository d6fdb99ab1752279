import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder for the test that is running, gone with it however it ends. Its real path: some systems keep theirs behind a link. */
export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "openhive-folder-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
