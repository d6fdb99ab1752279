import type { TeamDatabaseCode, TeamDatabaseFailure } from "../../contract/team-database.ts";

/** Carries a refusal up to the one place that turns it into an outcome. */
export class TeamFailure extends Error {
  readonly failure: TeamDatabaseFailure;

  constructor(
    code: TeamDatabaseCode,
    message: string,
    options: { suggestion?: string; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TeamFailure";
    this.failure =
      options.suggestion === undefined
        ? { code, message }
        : { code, message, suggestion: options.suggestion };
  }
}
