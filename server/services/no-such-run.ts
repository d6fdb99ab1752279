import { AppError } from "../contract/app-error.ts";

/** What whoever asks for a run that is not there is told. */
export function noSuchRun(): AppError {
  return new AppError("not_found", "There is no such run. See Runs, or npx openhive runs list.");
}
