import type { ToolContext } from "../../../engine/tool.ts";

/** What agents report to those who gave them their task, before they are done. */
export interface ReportBook {
  /**
   * Keeps a report for the parent, with its `parent.told` event in one commit under the context's fence; durable before it
   * resolves. A second time for the same call changes nothing. Rejects with `FenceLostError`.
   */
  report(context: ToolContext, text: string): Promise<void>;
}
