import { once } from "node:events";
import { withSession } from "../open-session.ts";
import type { Output } from "../output.ts";

/** Works on sessions for everybody on the same database, until it is told to stop; then gives them back. */
export function workerCommand(output: Output): Promise<number> {
  return withSession("worker", async () => {
    output.tell("OpenHive is working. Ctrl-C stops it; what it was doing goes on elsewhere.");
    await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
    return 0;
  });
}
