import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { editFileTool, multiEditTool } from "./edit-tools.ts";
import { createFileDesk } from "./file-desk.ts";
import { globTool } from "./glob-tool.ts";
import { grepTool } from "./grep-tool.ts";
import { listDirectoryTool } from "./list-directory-tool.ts";
import { readFileTool } from "./read-file-tool.ts";
import { writeFileTool } from "./write-file-tool.ts";

/**
 * Reading, writing and finding the files that an org's agents share.
 *
 * @param folder has a workspace for each org, made when it is first used
 */
export function createFilesTools(folder: string): BuiltinFamily {
  const desk = createFileDesk(folder);
  const tools = [
    readFileTool(desk),
    writeFileTool(desk),
    editFileTool(desk),
    multiEditTool(desk),
    listDirectoryTool(desk),
    globTool(desk),
    grepTool(desk),
  ];
  return async () => tools;
}
