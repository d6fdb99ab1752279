import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../../contract/json.ts";
import type { ArtifactReference } from "../../../contract/tool-result.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { createTestShelf } from "../../../testing/test-shelf.ts";
import { createToolBench } from "../../../testing/tool-bench.ts";
import { createPeopleTools } from "../people/people-tools.ts";
import { createFilesTools } from "./files-tools.ts";

let base: string;
let root: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "openhive-every-path-")));
  root = join(base, "workspaces", "run-run");
  await mkdir(join(root, ".ssh"), { recursive: true });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const nobody = async (): Promise<undefined> => undefined;

/** Every tool that is given a file of the workspace: those for files, and the one that hands files over. */
async function openBench() {
  const shelf = createTestShelf(join(base, "workspaces"));
  const handedOver: Uint8Array[] = [];
  const files = createFilesTools(shelf);
  const people = createPeopleTools({
    notices: { tell: nobody },
    shelf,
    files: {
      list: async () => [],
      ofCall: nobody,
      async keep(_context, { name, content }) {
        handedOver.push(content);
        return { artifactId: "id", name, mediaType: "text/plain", size: 1 } as ArtifactReference;
      },
    },
  });
  const bench = await createToolBench(async (scope) => [...(await files(scope)), ...(await people(scope))]);
  const pathOf = ({ inputSchema }: BoundTool): string | undefined =>
    ["path", "file"].find((name) => Object.hasOwn(Object(inputSchema["properties"]), name));
  return { ...bench, handedOver, withPath: bench.tools.filter((tool) => pathOf(tool) !== undefined), pathOf };
}

/** What each needs besides the path. A tool that is new here has to be added: it is tried as well. */
const REST: Readonly<Record<string, JsonObject>> = {
  read_file: {},
  write_file: { content: "OWNED" },
  edit_file: { old_string: "OUTSIDE", new_string: "OWNED" },
  multi_edit: { edits: [{ old_string: "OUTSIDE", new_string: "OWNED" }] },
  list_directory: {},
  glob: { pattern: "*" },
  grep: { pattern: "OUTSIDE" },
  attach_file: {},
};

/** Kinds of files by their first bytes: no branch of a tool for one of them may come before the guard. */
const KINDS: readonly (readonly [string, Buffer])[] = [
  ["secret.txt", Buffer.from("OUTSIDE")],
  ["secret.json", Buffer.from('{"OUTSIDE":1}')],
  ["secret.ipynb", Buffer.from('{"cells":["OUTSIDE"]}')],
  ["secret.pdf", Buffer.from("%PDF-1.7\nOUTSIDE\n%%EOF")],
  ["secret.png", Buffer.from("\x89PNG\r\n\x1a\nOUTSIDE", "latin1")],
  ["secret.bin", Buffer.from("\0\x01\x02OUTSIDE", "latin1")],
];

test("every tool that takes a file goes through the same guard, whatever kind of file it is", async () => {
  const { withPath, pathOf, call, handedOver } = await openBench();
  expect(withPath.map(({ name }) => name).sort()).toEqual(Object.keys(REST).sort());
  const paths: string[] = [".ssh/id", "out/secret.txt", "../secret.txt"];
  await symlink(base, join(root, "out"));
  await writeFile(join(root, ".ssh", "id"), "OUTSIDE");
  for (const [name, content] of KINDS) {
    await writeFile(join(base, name), content);
    await symlink(join(base, name), join(root, `linked-${name}`));
    await link(join(base, name), join(root, `hard-${name}`));
    paths.push(join(base, name), `../../${name}`, `linked-${name}`, `hard-${name}`);
  }
  const wrong: string[] = [];
  for (const tool of withPath) {
    const argument = pathOf(tool) ?? "path";
    for (const path of paths) {
      const result = await call(tool.name, { ...REST[tool.name], [argument]: path });
      const said = JSON.stringify(result).replaceAll(path, "").replaceAll(JSON.stringify(path), "");
      // glob tells names of the workspace alone, and a second link has one there.
      const mayAnswer = tool.name === "glob" && path.startsWith("hard-");
      if ((result.status !== "error" && !mayAnswer) || said.includes("OUTSIDE"))
        wrong.push(`${tool.name} ${path}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(handedOver).toEqual([]);
  for (const [name, content] of KINDS) expect(await readFile(join(base, name))).toEqual(content);
});

test("every tool that changes a file has to have read what is there", async () => {
  const { withPath, pathOf, call } = await openBench();
  const changing = withPath
    .filter(({ flags }) => !flags.readOnly)
    .filter(({ name }) => name !== "attach_file");
  expect(changing.map(({ name }) => name)).toEqual(["write_file", "edit_file", "multi_edit"]);
  for (const tool of changing) {
    const file = `${tool.name}.txt`;
    await writeFile(join(root, file), "OUTSIDE\n");
    const input = { ...REST[tool.name], [pathOf(tool) ?? "path"]: file };
    expect(await call(tool.name, input), `${tool.name}, unread`).toMatchObject({ status: "error" });
    await call("read_file", { path: file });
    await writeFile(join(root, file), "OUTSIDE, and changed\n");
    expect(await call(tool.name, input), `${tool.name}, stale`).toMatchObject({ status: "error" });
    expect(await readFile(join(root, file), "utf8")).toBe("OUTSIDE, and changed\n");
    await call("read_file", { path: file });
    expect(await call(tool.name, input), `${tool.name}, read`).toMatchObject({ status: "ok" });
  }
});
