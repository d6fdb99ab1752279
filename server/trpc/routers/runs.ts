import { tracked } from "@trpc/server";
import { z } from "zod";
import {
  forkRunInput,
  runFilterInput,
  shareRunInput,
  startRunInput,
  steerInput,
} from "../../contract/api.ts";
import { procedure, router } from "../trpc.ts";

/** There is no sign-in: who reaches the pages may use them. */
const BY = "A person at a page";
const runId = z.object({ runId: z.string() });

export const runsRouter = router({
  start: procedure.input(startRunInput).mutation(({ ctx, input }) => ctx.services.startRun(input, BY)),
  fork: procedure.input(forkRunInput).mutation(({ ctx, input }) => ctx.services.forkRun(input, BY)),
  list: procedure.input(runFilterInput).query(({ ctx, input }) => ctx.services.listRuns(input)),
  get: procedure.input(runId).query(({ ctx, input }) => ctx.services.getRun(input.runId)),
  cancel: procedure.input(runId).mutation(({ ctx, input }) => ctx.services.cancelRun(input.runId)),
  pause: procedure.input(runId).mutation(({ ctx, input }) => ctx.services.pauseRun(input.runId)),
  resume: procedure.input(runId).mutation(({ ctx, input }) => ctx.services.resumeRun(input.runId)),
  cancelSession: procedure
    .input(runId.extend({ sessionId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.cancelSession(input.runId, input.sessionId)),
  steer: procedure
    .input(steerInput)
    .mutation(({ ctx, input }) => ctx.services.steerSession(input.runId, input.sessionId, input.text)),
  /** Lists of signals. A list carries the seq of its last event as id, so that a reader who reconnects goes on behind it. */
  follow: procedure
    .input(runId.extend({ lastEventId: z.string().regex(/^\d+$/).nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const after = Number(input.lastEventId ?? 0);
      const leaving = signal ?? new AbortController().signal;
      for await (const batch of ctx.services.followRunInBatches(input.runId, after, leaving)) {
        const last = batch.findLast((sent) => sent.type !== "text.delta");
        yield last ? tracked(String(last.seq), batch) : batch;
      }
    }),
  /** Tells that lists may be out of date: what was read before its first answer, and then at each change. */
  changes: procedure.subscription(({ ctx, signal }) =>
    ctx.services.followChanges(signal ?? new AbortController().signal),
  ),
  turn: procedure
    .input(runId.extend({ sessionId: z.string(), turn: z.number().int().min(1) }))
    .query(({ ctx, input }) => ctx.services.getTurn(input.runId, input.sessionId, input.turn)),
  share: procedure.input(shareRunInput).mutation(({ ctx, input }) => ctx.services.shareRun(input)),
  shares: procedure.input(runId).query(({ ctx, input }) => ctx.services.listShares(input.runId)),
  unshare: procedure
    .input(runId.extend({ shareId: z.string() }))
    .mutation(({ ctx, input }) => ctx.services.unshareRun(input.runId, input.shareId)),
  workspace: procedure.input(runId).query(({ ctx, input }) => ctx.services.listWorkspace(input.runId)),
  artifacts: procedure.input(runId).query(({ ctx, input }) => ctx.services.listArtifacts(input.runId)),
});
