import { once } from "node:events";
import { describeStop, NOT_WAITING } from "../../describe-stop.ts";
import { startStatusServer } from "../../status-server.ts";
import { type CommandSession, withSession } from "../open-session.ts";
import type { Output } from "../output.ts";

/**
 * Works on sessions for everybody on the same database, until it is told to stop. SIGTERM leaves them to others at their next
 * turn boundary; Ctrl-C, and a second signal, give them back as they are.
 */
export function workerCommand(output: Output): Promise<number> {
  const work = async (session: CommandSession): Promise<number> => {
    const status = await serveStatus(session, output);
    const interrupted = once(process, "SIGINT").then(() => "interrupted");
    const terminated = once(process, "SIGTERM").then(() => "terminated");
    const { drainSeconds: seconds } = session.environment;
    // Said when it can be told to stop: a signal that came between would end it without a word.
    output.tell("OpenHive is working. Ctrl-C stops it; what it was doing goes on elsewhere.");
    const signal = await Promise.race([interrupted, terminated]);
    const isDraining = signal === "terminated";
    output.tell(describeStop({ isDraining, atWork: session.atWork(), seconds }));
    if (isDraining) {
      const again = Promise.race([interrupted, once(process, "SIGTERM")]).then(() => NOT_WAITING);
      const words = await Promise.race([session.drain(), again]);
      if (words !== undefined) output.tell(words);
    }
    await status?.close();
    return 0;
  };
  return withSession("worker", work, (reason, attempts) => {
    if (attempts === 1) output.tell(`${reason} OpenHive tries again every second.`);
  });
}

/** A port that another process has is no reason not to work: beside a server that shares the settings it is taken. */
async function serveStatus(session: CommandSession, output: Output) {
  const { host, statusPort: port } = session.environment;
  if (port === undefined) return undefined;
  try {
    return await startStatusServer(session, { host, port });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.tell(`Its health is told nowhere: ${reason}. Give this worker a PORT of its own, or none.`);
    return undefined;
  }
}
