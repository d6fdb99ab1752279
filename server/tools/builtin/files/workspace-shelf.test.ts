import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ArtifactId, OrgId, RunId } from "../../../contract/ids.ts";
import type { ToolContext } from "../../../engine/tool.ts";
import { ROOMY } from "../../../testing/test-shelf.ts";
import { createWorkspaceRoom } from "./workspace-room.ts";
import { createWorkspaceShelf } from "./workspace-shelf.ts";

const ORG = "00000000-0000-4000-8000-000000000001" as OrgId;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-shelf-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function openShelf(origins: Readonly<Record<string, string>> = {}) {
  let reads = 0;
  const shelf = createWorkspaceShelf(folder, {
    beginnings: {
      forkedFrom: async (runId) => origins[runId] as RunId | undefined,
      async readAttachment(id) {
        reads += 1;
        return new TextEncoder().encode(`content of ${id}`);
      },
    },
    room: createWorkspaceRoom(ROOMY),
  });
  return { open: shelf.open, reads: () => reads };
}

function contextOf(runId: string, names: readonly string[] = [], sharesWorkspace = false): ToolContext {
  const attachments = names.map((name, index) => ({
    artifactId: `${index}` as ArtifactId,
    name,
    mediaType: "text/plain",
    size: 1,
  }));
  const scope = { orgId: ORG, attachments, sharesWorkspace };
  return { runId, scope, signal: new AbortController().signal } as unknown as ToolContext;
}

const shown = async (path: string) => (await readdir(path)).filter((name) => name !== ".openhive").toSorted();

test("each run has its own workspace, which begins with what was attached to it, under names that lead nowhere", async () => {
  const { open } = openShelf();
  const one = await open(
    contextOf("one", ["table.csv", "../../up.txt", ".ssh", "..", ".openhive-x", "a\\b.txt"]),
  );
  const two = await open(contextOf("two"));
  expect(await shown(one)).toEqual([".._.._up.txt", "a_b.txt", "table.csv"]);
  expect(await readFile(join(one, "table.csv"), "utf8")).toBe("content of 0");
  expect(await shown(two)).toEqual([]);
  expect(await shown(folder)).toEqual(["run-one", "run-two"]);
});

test("runs of an org that shares its workspace have the org's, without what was attached to one of them", async () => {
  const { open } = openShelf();
  const one = await open(contextOf("one", ["table.csv"], true));
  expect(await open(contextOf("two", [], true))).toBe(one);
  expect(await shown(one)).toEqual([]);
});

test("what is there stays, however many sessions and processes ask for it at once", async () => {
  const shelves = [openShelf(), openShelf(), openShelf()];
  const context = contextOf("one", ["table.csv"]);
  const opened = await Promise.all(
    shelves.flatMap(({ open }) => [open(context), open(context), open(context)]),
  );
  expect(new Set(opened).size).toBe(1);
  expect(shelves.map(({ reads }) => reads())).toEqual([1, 1, 1]);
  const [path = ""] = opened;
  await rm(join(path, "table.csv"));
  await openShelf().open(context);
  expect(await shown(path)).toEqual([]);
  expect(await shown(folder), "nothing half-filled stays").toEqual(["run-one"]);
});

test("a forked run begins with what the other has then, and neither changes the other's", async () => {
  const { open } = openShelf({ two: "one" });
  const one = await open(contextOf("one"));
  await mkdir(join(one, "out"));
  await writeFile(join(one, "out", "report.md"), "first");
  const two = await open(contextOf("two", ["table.csv"]));
  expect(await readFile(join(two, "out", "report.md"), "utf8")).toBe("first");
  await writeFile(join(two, "out", "report.md"), "second");
  expect(await readFile(join(one, "out", "report.md"), "utf8")).toBe("first");
});

test("a fork of a run that used no files begins with what was attached", async () => {
  const { open } = openShelf({ two: "one" });
  expect(await shown(await open(contextOf("two", ["table.csv"])))).toEqual(["table.csv"]);
});
