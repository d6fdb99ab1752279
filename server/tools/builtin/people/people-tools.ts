import type { BuiltinFamily } from "../builtin-tool-source.ts";
import { attachFileTool } from "./attach-file-tool.ts";
import type { GivenFiles } from "./given-files.ts";
import type { NoticeBook } from "./notice-book.ts";
import { notifyTool } from "./notify-tool.ts";

export interface PeopleDeps {
  readonly notices: NoticeBook;
  readonly files: GivenFiles;
}

/** What agents hand to people without waiting for them: news and files. */
export function createPeopleTools({ notices, files }: PeopleDeps): BuiltinFamily {
  const tools = [notifyTool(notices), attachFileTool(files)];
  return async () => tools;
}
