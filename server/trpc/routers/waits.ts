import { z } from "zod";
import { answerWaitInput } from "../../contract/api.ts";
import { giveSecretInput } from "../../contract/secrets.ts";
import { procedure, router } from "../trpc.ts";

export const waitsRouter = router({
  notices: procedure.query(({ ctx }) => ctx.services.listNotices()),
  readNotices: procedure
    .input(z.object({ ids: z.array(z.uuid()).max(200).optional() }))
    .mutation(({ ctx, input }) => ctx.services.markNoticesRead(input.ids)),
  open: procedure.query(({ ctx }) => ctx.services.listOpenWaits()),
  get: procedure
    .input(z.object({ waitId: z.string() }))
    .query(({ ctx, input }) => ctx.services.getOpenWait(input.waitId)),
  answered: procedure.query(({ ctx }) => ctx.services.listAnsweredWaits()),
  leadingUp: procedure
    .input(z.object({ runId: z.string(), sessionId: z.string() }))
    .query(({ ctx, input }) => ctx.services.readLeadingUp(input.runId, input.sessionId)),
  rights: procedure
    .input(z.object({ runId: z.string(), sessionId: z.string() }))
    .query(({ ctx, input }) => ctx.services.readRights(input.runId, input.sessionId)),
  answer: procedure
    .input(answerWaitInput)
    .mutation(({ ctx, input }) => ctx.services.answerWait(input.waitId, input.answer, "A person at a page")),
  giveSecret: procedure
    .input(giveSecretInput)
    .mutation(({ ctx, input }) => ctx.services.giveSecret(input, "A person at a page")),
});
