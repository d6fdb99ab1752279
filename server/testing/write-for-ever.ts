import { openWorkspace } from "../tools/builtin/files/workspace.ts";

/** Replaces one file in the workspace that the first argument names, by one content and the other in turn, until it is killed. */
const workspace = await openWorkspace(process.argv[2] ?? "");
process.stdout.write("begun\n");
for (let turn = 0; ; turn += 1)
  await workspace.replace("deep/file.txt", {
    bytes: Buffer.alloc(5_000_000, turn % 2 === 0 ? "a" : "b"),
    mode: 0o644,
  });
