import { z } from "zod";
import { okText } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering } from "./file-problem.ts";
import { FILES_ORIGIN, folderPath, LOOKING, shownName } from "./files-flags.ts";
import { toGlob } from "./glob-pattern.ts";
import { walkFiles } from "./walk-files.ts";

const MOST = 500;

/** `glob`: files by their names. */
export function globTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "glob",
    description:
      "Find files of the workspace by name: *.md, src/**/*.ts, {a,b}.txt. A pattern without / looks in all folders.",
    inputSchema: zodInput(z.object({ pattern: z.string().min(1).max(200), path: folderPath })),
    origin: FILES_ORIGIN,
    flags: LOOKING,
    groups: ["fs"],
    execute: ({ pattern, path }, context) =>
      answering(async () => {
        const fits = toGlob(pattern);
        const workspace = await desk.open(context);
        const located = await workspace.locate(path === "" ? "." : path);
        const walk = walkFiles(workspace, located, context.signal);
        const { found, more } = await collect(walk.files, (file) => fits(below(located, file)));
        const note = more || walk.isCut() ? ["[There may be more: use a narrower pattern or path.]"] : [];
        const text = found.length === 0 ? ["No such files."] : found;
        return okText([...text, ...note].join("\n"), { files: found.length });
      }),
  });
}

async function collect(files: AsyncIterable<string>, fits: (file: string) => boolean) {
  const found: string[] = [];
  for await (const file of files) {
    if (!fits(file)) continue;
    if (found.length === MOST) return { found, more: true };
    found.push(shownName(file));
  }
  return { found, more: false };
}

/** The path as seen from the folder. */
export function below(folder: string, path: string): string {
  return folder === "" ? path : path.slice(folder.length + 1);
}
