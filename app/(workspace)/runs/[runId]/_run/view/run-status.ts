import { runLook } from "@/app/_ui/run-look.ts";
import { openQuestions } from "./open-questions.ts";
import type { RunView } from "./run-view.ts";

/** How the status of a run looks and reads: amber as soon as anything in it waits for a person. */
export function statusLook(view: RunView): ReturnType<typeof runLook> {
  return runLook({ status: view.status, openWaits: openQuestions(view).length });
}
