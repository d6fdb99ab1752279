import { createHash } from "node:crypto";
import type { PythonAnalyser, PythonAnalysis, PythonFile } from "./python-analyser.ts";

/** Skills whose analysis is kept, those asked for last. */
const MOST = 200;

/**
 * Answers for files that were analysed before without another process: a skill that an agent takes up is read anew from its kept
 * copy, and is what the page of skills has read already. What could not be found out is tried again.
 */
export function rememberAnalyses(analyser: PythonAnalyser): PythonAnalyser {
  const known = new Map<string, Promise<PythonAnalysis>>();
  const ask = (key: string, files: readonly PythonFile[]): Promise<PythonAnalysis> => {
    const asked = analyser.analyse(files);
    void asked.then(({ isComplete }) => {
      if (!isComplete && known.get(key) === asked) known.delete(key);
    });
    return asked;
  };
  return {
    analyse(files) {
      const key = createHash("sha256").update(JSON.stringify(files)).digest("hex");
      const analysis = known.get(key) ?? ask(key, files);
      // Set anew, so that the first of the map is the one that nobody has asked for the longest.
      known.delete(key);
      known.set(key, analysis);
      const [oldest] = known.keys();
      if (known.size > MOST && oldest !== undefined) known.delete(oldest);
      return analysis;
    },
  };
}
