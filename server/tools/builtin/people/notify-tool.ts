import { z } from "zod";
import { okText } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { NoticeBook } from "./notice-book.ts";

const inputSchema = z.object({
  title: z.string().trim().min(1).max(100).describe("What it is about, in a few words"),
  body: z.string().trim().min(1).max(500).describe("What the person should know"),
});

/** `notify`: tells people something and goes on. Waits for nobody, so it also serves runs in which nobody can be asked. */
export function notifyTool(book: NoticeBook): BoundTool {
  return defineTool({
    name: "notify",
    description:
      "Tell the people of this run something they should know now, such as a finding or a problem. You get no answer and go on at once; to ask something, ask.",
    inputSchema: zodInput(inputSchema),
    origin: { kind: "builtin", id: "people" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    changes: "session",
    async execute(notice, context) {
      await book.tell(context, notice);
      return okText("It is in their inbox. They may read it later or not at all.");
    },
  });
}
