import type { RunId } from "../contract/ids.ts";
import type { RunEvent } from "../contract/run-event.ts";
import { asOne } from "./as-one.ts";
import { describeEvent } from "./describe-event.ts";
import type { Output } from "./output.ts";
import { createUnreadMessages } from "./unread-messages.ts";

type RunFinished = Extract<RunEvent, { readonly type: "run.finished" }>;

/** Tells about a run: to a program, one event a line, or to a person. */
export interface RunReporter {
  event(event: RunEvent): void;
  finished(event: RunFinished): void;
  /** The run was told to stop. */
  stopping(): void;
  /** The run could not be told to stop: it goes on. */
  notStopped(reason: string): void;
  /** Nothing moves until a person answers. */
  waiting(runId: RunId): void;
}

/** The last line is always a `run.finished`, also where the run only waits. */
export function createJsonReporter(output: Output): RunReporter {
  const print = (line: object): void => output.print(JSON.stringify(line));
  return {
    event({ seq, at, type, ...rest }) {
      print({ seq, at, type, ...rest });
    },
    finished: () => undefined,
    stopping: () => undefined,
    // Not an event of the run, and nothing that somebody who pressed Ctrl-C should have to guess.
    notStopped: (reason) => output.tell(describeNotStopped(reason)),
    waiting: (runId) => print({ type: "run.finished", runId, status: "waiting", answer: "" }),
  };
}

/** What happens goes to standard error, the answer alone to standard output. */
export function createTextReporter(output: Output): RunReporter {
  const unread = createUnreadMessages();
  return {
    event(event) {
      for (const line of [...describeEvent(event), ...unread.see(event)]) output.tell(asOne(line));
    },
    finished({ status, answer, error }) {
      if (error !== undefined)
        output.tell(asOne(`${status === "cancelled" ? "Stopped" : "Failed"}: ${error}`));
      if (answer !== "") output.print(answer);
    },
    stopping() {
      output.tell("Stopping the run. Ctrl-C again leaves it as it is.");
    },
    notStopped(reason) {
      output.tell(describeNotStopped(reason));
    },
    waiting(runId) {
      output.tell(
        `The run waits for a person. Answer it in the inbox; it goes on from there (run ${runId}).`,
      );
    },
  };
}

function describeNotStopped(reason: string): string {
  return asOne(`The run was not stopped: ${reason} Ctrl-C tries again.`);
}
