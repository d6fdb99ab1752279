import { main } from "../cli/main.ts";
import type { ProcessEnd } from "./open-hive-process.ts";

/** Commands read the environment of their process, which they share here: one at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `openhive` with arguments in the process of the test, which saves the second of processor time that a process of its own
 * takes to start. It has the same code, exit code and lines; what a process alone can show (signals, standard input, what is
 * logged) needs `runHive`. Calls wait for each other.
 */
export function callCommand(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<ProcessEnd> {
  const call = last.then(() => callNow(args, variables));
  last = call.catch(() => undefined);
  return call;
}

async function callNow(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<ProcessEnd> {
  const said = { stdout: "", stderr: "" };
  const own = exchangeEnvironment({ NODE_ENV: "production", ...variables });
  try {
    const code = await main(args, {
      print: (line) => {
        said.stdout += `${line}\n`;
      },
      tell: (line) => {
        said.stderr += `${line}\n`;
      },
    });
    return { code, signal: null, ...said };
  } finally {
    exchangeEnvironment(own);
  }
}

/** Gives this process another environment; answers the one that it had. */
function exchangeEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { env } = process;
  Object.defineProperty(process, "env", { value: variables });
  return env;
}
