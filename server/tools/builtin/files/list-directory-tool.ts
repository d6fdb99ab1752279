import type { Dirent } from "node:fs";
import { z } from "zod";
import { okText } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering } from "./file-problem.ts";
import { FILES_ORIGIN, folderPath, LOOKING, shownName } from "./files-flags.ts";

const MOST = 500;

/** `list_directory`: what is in a folder. */
export function listDirectoryTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "list_directory",
    aliases: ["list_files"],
    description:
      "List a folder of the workspace: the files that the agents of your run share. Folders end with /.",
    inputSchema: zodInput(z.object({ path: folderPath })),
    origin: FILES_ORIGIN,
    flags: LOOKING,
    groups: ["fs"],
    execute: ({ path }, context) =>
      answering(async () => {
        const workspace = await desk.open(context);
        const entries = await workspace.list(await workspace.locate(path === "" ? "." : path));
        if (entries.length === 0) return okText("The folder is empty.", { entries: 0 });
        const shown = entries.slice(0, MOST).map(toLine);
        const rest = entries.length > MOST ? [`... and ${entries.length - MOST} more: use glob`] : [];
        return okText([...shown, ...rest].join("\n"), { entries: entries.length });
      }),
  });
}

function toLine(entry: Dirent): string {
  const name = shownName(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  return entry.isSymbolicLink() ? `${name} (link)` : name;
}
