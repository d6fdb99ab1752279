import { isAppError } from "../contract/app-error.ts";
import { dueApprovals } from "../store/waits/answer-approval.ts";
import { type AnswerWaitDeps, answerWait } from "./answer-wait.ts";

/** Says no for people who did not answer in time. An answer that comes at this very moment counts, if it is first. */
export async function expireWaits(deps: AnswerWaitDeps): Promise<void> {
  for (const waitId of await dueApprovals(deps.database)) {
    const answer = { answers: [{ selected: [], text: "Nobody allowed it in time.", isSkipped: true }] };
    await answerWait(deps, waitId, { answer, by: "Time ran out" }).catch((error: unknown) => {
      // Its run was stopped meanwhile.
      if (!isAppError(error) || error.code === "unavailable") throw error;
    });
  }
}
