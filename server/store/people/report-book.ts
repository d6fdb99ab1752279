import type { ToolContext } from "../../engine/tool.ts";
import type { WaitWriter } from "../waits/wait-store.ts";
import { writeOnce } from "./write-once.ts";

/** Under the session's row: of two workers only the one that has it looks whether it was told. */
const REPORT = `owned as (
  select id, run_id, agent_name from session where id = $1 and fence = $2 and status = 'running' for update
), done as (
  update session set reports = session.reports || $4::text from owned where session.id = owned.id and not exists (
    select from event where session_id = $1 and type = 'parent.told' and payload->>'callId' = $3)
  returning session.id
)`;

/** Reports lie with the child's row, where its parent reads its answer. Fits the port of `report_to_parent`. */
export function createReportBook(writer: WaitWriter) {
  return {
    report: (context: ToolContext, text: string): Promise<void> =>
      writeOnce(writer, context, {
        name: "report-to-parent",
        change: REPORT,
        values: [text],
        event: { type: "parent.told", callId: context.callId, text },
      }),
  };
}
