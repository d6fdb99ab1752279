import { spawnSync } from "node:child_process";

const COMMAND = ["chrt", "--rr", "1"] as const;

let isAllowed: boolean | undefined;

/**
 * What to put in front of a sandbox, within which nobody may ask for it any more, so that the supervisor of a call comes before
 * ordinary processes; what it starts it makes ordinary again. For root alone, and empty where the system does not let it: the
 * kernel does not limit how many processes root has, and a watcher that waited among thousands of them for its turn would not
 * come to end them.
 */
export function urgently(environment: NodeJS.ProcessEnv): readonly string[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [];
  const [program, ...args] = COMMAND;
  // Some milliseconds, once.
  isAllowed ??= spawnSync(program, [...args, "true"], { env: environment, stdio: "ignore" }).status === 0;
  return isAllowed ? COMMAND : [];
}
