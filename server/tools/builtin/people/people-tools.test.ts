import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ArtifactId, CallId } from "../../../contract/ids.ts";
import type { Json } from "../../../contract/json.ts";
import type { ArtifactReference } from "../../../contract/tool-result.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import type { NewNotice } from "./notice-book.ts";
import { createPeopleTools } from "./people-tools.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "openhive-people-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function bench(names: readonly string[] = []) {
  const told: NewNotice[] = [];
  const files: ArtifactReference[] = names.map((name, index) => toFile(name, index));
  const written = new Map<string, ArtifactReference>();
  const kept: string[] = [];
  const family = createPeopleTools({
    notices: { tell: async (_context, notice) => void told.push(notice) },
    shelf: createTestShelf(folder),
    files: {
      list: async () => files,
      ofCall: async ({ callId }) => written.get(callId),
      async keep({ callId }, { name, content }) {
        kept.push(new TextDecoder().decode(content));
        const file = toFile(name, files.length);
        files.push(file);
        written.set(callId, file);
        return file;
      },
    },
  });
  return { told, files, kept, ...(await createToolBench(family)) };
}

function toFile(name: string, index: number): ArtifactReference {
  return { artifactId: `id-${index}` as ArtifactId, name, mediaType: "text/plain", size: 3 };
}

test.each<[Json, boolean]>([
  [{ title: "Half way", body: "Two of four files are read." }, true],
  [{ title: "x".repeat(100), body: "y".repeat(500) }, true],
  [{ title: "x".repeat(101), body: "y" }, false],
  [{ title: "x", body: "y".repeat(501) }, false],
  [{ title: " ", body: "y" }, false],
  [{ title: "x", body: "\n" }, false],
  [{ title: "x" }, false],
])("a notice of %# is told: %j, %s", async (input, isTold) => {
  const { call, told } = await bench();
  const result = await call("notify", input);
  expect(result.status).toBe(isTold ? "ok" : "error");
  expect(told).toHaveLength(isTold ? 1 : 0);
});

test.each(["report.md", "id-1"])("a file of the run is handed over by name or id: %s", async (file) => {
  const { call, events } = await bench(["data.csv", "report.md"]);
  expect(await call("attach_file", { file, note: "The report" })).toMatchObject({
    status: "ok",
    data: { artifactId: "id-1", name: "report.md" },
  });
  expect(events).toMatchObject([{ type: "file.attached", artifactId: "id-1", note: "The report" }]);
});

test("a file of the workspace goes as it is, and a path outside goes nowhere", async () => {
  const { call, files } = await bench();
  const workspace = join(folder, "run-run");
  await mkdir(join(workspace, "out"), { recursive: true });
  await writeFile(join(workspace, "out", "figures.csv"), "a,b\n");
  await writeFile(join(folder, "secret.txt"), "not yours");
  expect(await call("attach_file", { file: "out/figures.csv" })).toMatchObject({
    status: "ok",
    data: { name: "figures.csv" },
  });
  expect(await call("attach_file", { file: "../secret.txt" })).toMatchObject({ status: "error" });
  expect(await call("attach_file", { file: join(folder, "secret.txt") })).toMatchObject({ status: "error" });
  expect(files.map(({ name }) => name)).toEqual(["figures.csv"]);
});

test("what is attached again goes as it lies in the workspace then, not as the copy of before", async () => {
  const { call, files, kept } = await bench();
  const workspace = join(folder, "run-run");
  await mkdir(workspace, { recursive: true });
  const attach = async (text: string) => {
    await writeFile(join(workspace, "report.md"), text);
    const result = await call("attach_file", { file: "report.md" });
    expect(result).toMatchObject({ status: "ok", data: { name: "report.md" } });
    return kept.at(-1);
  };
  expect(await attach("# First")).toBe("# First");
  expect(await attach("# Second")).toBe("# Second");
  await rm(join(workspace, "report.md"));
  expect(await call("attach_file", { file: "report.md" })).toMatchObject({ code: "invalid_input" });
  expect(await call("attach_file", { file: "id-0" })).toMatchObject({ data: { artifactId: "id-0" } });
  expect(files).toHaveLength(2);
});

test("a name of a file of the run that is no path in the workspace is found all the same", async () => {
  const { call } = await bench(["../odd.csv"]);
  expect(await call("attach_file", { file: "../odd.csv" })).toMatchObject({ data: { artifactId: "id-0" } });
});

test("a call that is dispatched again hands over what it kept, whatever was written since", async () => {
  const { call, dispatch, kept } = await bench();
  const workspace = join(folder, "run-run");
  await mkdir(workspace, { recursive: true });
  await writeFile(join(workspace, "a.txt"), "before");
  await call("attach_file", { file: "a.txt" });
  await writeFile(join(workspace, "a.txt"), "after");
  expect(await dispatch("attach_file", { file: "a.txt" }, "call-0" as CallId)).toMatchObject({
    data: { artifactId: "id-0" },
  });
  expect(kept).toEqual(["before"]);
});

test("a text becomes a file, once, also where the call is dispatched again after a crash", async () => {
  const { call, dispatch, files } = await bench();
  const input = { content: "# Done", name: "report.md" };
  await call("attach_file", input);
  expect(await dispatch("attach_file", input, "call-0" as CallId)).toMatchObject({ status: "ok" });
  expect(files).toHaveLength(1);
});

test.each<[Json, string]>([
  [{}, "Give either file or content"],
  [{ file: "report.md", content: "x", name: "y.md" }, "Give either file or content"],
  [{ file: "other.md" }, "has: same.md, same.md"],
  [{ file: "same.md" }, "Name one by its id: id-0, id-1"],
  [{ content: "x" }, "needs a name"],
  [{ content: "x", name: "../out.md" }, "without a path"],
  [{ content: "x", name: "a\\b" }, "without a path"],
  [{ content: "x", name: ".." }, "without a path"],
  [{ content: "x".repeat(500_001), name: "x.md" }, "content"],
])("%# is refused with what to do instead", async (input, told) => {
  const { call, events } = await bench(["same.md", "same.md"]);
  const result = await call("attach_file", input);
  expect(JSON.stringify(result)).toContain(told);
  expect(result).toMatchObject({ status: "error", code: "invalid_input" });
  expect(events).toEqual([]);
});
