import { parentPort, workerData } from "node:worker_threads";
import { RE2JS } from "re2js";
import { z } from "zod";

const { pattern, ignoresCase, lineLength } = z
  .object({ pattern: z.string(), ignoresCase: z.boolean(), lineLength: z.number() })
  .parse(workerData);

try {
  const expression = RE2JS.compile(pattern, ignoresCase ? RE2JS.CASE_INSENSITIVE : 0);
  parentPort?.on("message", (text: unknown) => {
    const lines = z.string().parse(text).split("\n");
    const hits = lines.flatMap((line, index) => (fits(expression, line) ? [index] : []));
    parentPort?.postMessage({ hits });
  });
  parentPort?.postMessage({ isReady: true });
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : "unreadable" });
}

function fits(expression: RE2JS, line: string): boolean {
  return expression.test(line.slice(0, lineLength).replace(/\r$/, ""));
}
