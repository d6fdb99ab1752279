import type { ToolContext } from "../../../engine/tool.ts";

export interface NewNotice {
  readonly title: string;
  readonly body: string;
}

/** What agents told people without waiting for them. */
export interface NoticeBook {
  /**
   * Puts a notice into the inbox: its row and its `person.notified` event in one commit under the context's fence, durable
   * before it resolves. A second time for the same call changes nothing. Rejects with `FenceLostError`.
   */
  tell(context: ToolContext, notice: NewNotice): Promise<void>;
}
