import { z } from "zod";
import { okText, toolError } from "../../../contract/tool-result.ts";
import { defineTool } from "../../../engine/define-tool.ts";
import type { BoundTool } from "../../../engine/tool.ts";
import { countResults } from "../../../engine/transcript.ts";
import { zodInput } from "../../../engine/zod-input.ts";
import type { ReportBook } from "./report-book.ts";

const REPORT_TO_PARENT = "report_to_parent";
/** Reports of one session: they all go to the parent in one piece. */
export const MOST_REPORTS = 20;

/** `report_to_parent`: a finding on the way. The parent sleeps until the answer is there and reads both together. */
export function reportToParentTool(book: ReportBook): BoundTool {
  return defineTool({
    name: REPORT_TO_PARENT,
    description:
      "Report a finding or a problem to the agent who gave you this task, before you are done. People see it at once; that agent reads it together with your answer. Your answer itself needs no report.",
    inputSchema: zodInput(z.object({ message: z.string().trim().min(1).max(4_000) })),
    origin: { kind: "builtin", id: "task" },
    flags: { readOnly: false, concurrencySafe: false, destructive: false, idempotent: true },
    availability: ["sub"],
    changes: "session",
    async execute({ message }, context) {
      if (countResults(context.messages(), REPORT_TO_PARENT) >= MOST_REPORTS)
        return toolError(
          "limit_reached",
          `${MOST_REPORTS} reports were made, the limit of a session.`,
          "Put the rest into your answer.",
        );
      await book.report(context, message);
      return okText("Reported. Go on with your task.");
    },
  });
}
