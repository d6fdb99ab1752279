import { steerInput } from "../contract/api.ts";
import { AppError } from "../contract/app-error.ts";
import type { Database } from "../store/database.ts";
import type { CommitListener } from "../store/event-rows.ts";
import {
  MOST_WAITING_MESSAGES,
  type SteerMessage,
  steerSession as steerInStore,
} from "../store/sessions/steer-session.ts";

export interface SteerSessionDeps {
  readonly database: Database;
  readonly onCommit: CommitListener;
}

/**
 * Leaves a message for a session: it reads it at its next turn, a sleeping one when it goes on. Nobody is woken for it, since
 * what a session waits for has to come first. Refused when the session is over, or too many wait already.
 */
export async function steerSession(deps: SteerSessionDeps, message: SteerMessage): Promise<void> {
  const outcome = await steerInStore(deps.database, steerInput.parse(message));
  switch (outcome.state) {
    case "sent":
      deps.onCommit(outcome.events);
      return;
    case "unknown":
      throw new AppError("not_found", "There is no such session in this run.");
    case "over":
      throw new AppError(
        "conflict",
        `${outcome.agentName} is done with this task and reads nothing any more. Write to another agent, or start a new run.`,
      );
    case "full":
      throw new AppError(
        "conflict",
        `${MOST_WAITING_MESSAGES} messages wait for ${outcome.agentName} already. Wait until they are read.`,
      );
  }
}
