import { runLook } from "@/app/_ui/run-look.ts";
import type { RunView } from "./run-view.ts";

/** How the status of a run looks and reads: amber as soon as anything in it waits for a person. */
export function statusLook({
  status,
  questions,
  finishedAt,
}: Pick<RunView, "status" | "questions" | "finishedAt">): ReturnType<typeof runLook> {
  const openWaits = finishedAt === null ? questions.filter((question) => question.answer === null).length : 0;
  return runLook({ status, openWaits });
}
