import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { editFileTool, multiEditTool } from "./edit-tools.ts";
import { createFileDesk } from "./file-desk.ts";
import { globTool } from "./glob-tool.ts";
import { grepTool } from "./grep-tool.ts";
import { listDirectoryTool } from "./list-directory-tool.ts";
import { readFileTool } from "./read-file-tool.ts";
import type { WorkspaceShelf } from "./workspace-shelf.ts";
import { writeFileTool } from "./write-file-tool.ts";

/** Reading, writing and finding the files that the agents of a run share. */
export function createFilesTools(shelf: WorkspaceShelf): BuiltinFamily {
  const desk = createFileDesk(shelf);
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
