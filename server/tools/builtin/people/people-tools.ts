import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { createFileDesk } from "../files/file-desk.ts";
import type { WorkspaceShelf } from "../files/workspace-shelf.ts";
import { attachFileTool } from "./attach-file-tool.ts";
import type { GivenFiles } from "./given-files.ts";
import type { NoticeBook } from "./notice-book.ts";
import { notifyTool } from "./notify-tool.ts";

export interface PeopleDeps {
  readonly notices: NoticeBook;
  readonly files: Omit<GivenFiles, "readWorkspace">;
  readonly shelf: WorkspaceShelf;
}

/** What agents hand to people without waiting for them: news and files. */
export function createPeopleTools({ notices, files, shelf }: PeopleDeps): BuiltinFamily {
  const desk = createFileDesk(shelf);
  const given: GivenFiles = {
    ...files,
    async readWorkspace(context, path) {
      const workspace = await desk.open(context);
      return (await workspace.read(await workspace.locate(path)))?.bytes;
    },
  };
  const tools = [notifyTool(notices), attachFileTool(given)];
  return async () => tools;
}
