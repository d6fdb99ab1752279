import { tracked } from "@trpc/server";
import { z } from "zod";
import { forkRunInput, runFilterInput, startRunInput, steerInput } from "../../contract/api.ts";
import type { RunSignal } from "../../contract/run-event.ts";
import { procedure, router } from "../trpc.ts";

const runId = z.object({ runId: z.string() });

export const runsRouter = router({
  start: procedure.input(startRunInput).mutation(({ ctx, input }) => ctx.services.startRun(input)),
  fork: procedure.input(forkRunInput).mutation(({ ctx, input }) => ctx.services.forkRun(input)),
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
  /** Events carry their seq as id, so that a reader who reconnects goes on behind the last one it saw. */
  follow: procedure
    .input(runId.extend({ lastEventId: z.string().regex(/^\d+$/).nullish() }))
    .subscription(async function* ({ ctx, input, signal }) {
      const after = Number(input.lastEventId ?? 0);
      for await (const sent of ctx.services.followRun(
        input.runId,
        after,
        signal ?? new AbortController().signal,
      )) {
        yield sent.type === "text.delta" ? sent : tracked<RunSignal>(String(sent.seq), sent);
      }
    }),
  turn: procedure
    .input(runId.extend({ sessionId: z.string(), turn: z.number().int().min(1) }))
    .query(({ ctx, input }) => ctx.services.getTurn(input.runId, input.sessionId, input.turn)),
  artifacts: procedure.input(runId).query(({ ctx, input }) => ctx.services.listArtifacts(input.runId)),
});
