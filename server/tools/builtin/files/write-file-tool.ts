import { z } from "zod";
import { okText } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import { changeFile } from "./change-file.ts";
import type { FileDesk } from "./file-desk.ts";
import { answering } from "./file-problem.ts";
import { CHANGING, FILES_ORIGIN, filePath, shownName } from "./files-flags.ts";

/** `write_file`: a file's whole text. */
export function writeFileTool(desk: FileDesk): BoundTool {
  return defineTool({
    name: "write_file",
    description:
      "Write a text file of the workspace, whole; folders on the way are made. A file that exists has to be read first. To change a part use edit_file.",
    inputSchema: zodInput(z.object({ path: filePath, content: z.string().max(2_000_000) })),
    origin: FILES_ORIGIN,
    flags: CHANGING,
    groups: ["fs"],
    execute: ({ path, content }, context) =>
      answering(async () => {
        const change = { path, isReplacement: true, toNew: () => content };
        const { located, isNew, size } = await changeFile(desk, change, context);
        return okText(`${isNew ? "Made" : "Replaced"} ${shownName(located)}, ${size} bytes.`, {
          path: shownName(located),
          created: isNew,
          size,
        });
      }),
  });
}
