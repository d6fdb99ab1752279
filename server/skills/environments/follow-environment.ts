import type { SkillEnvironmentState } from "../../contract/skill-environments.ts";
import type { SkillCatalogue } from "../skill-catalogue.ts";
import type { SkillEnvironments } from "./skill-environments.ts";

/** The packages of skills as pages show them. A skill that is not there is `undefined`. */
export interface EnvironmentPages {
  state(name: string): Promise<SkillEnvironmentState | undefined>;
  /** Begins to install what is missing, without waiting for it. */
  begin(name: string): Promise<SkillEnvironmentState | undefined>;
  /** The state now and at each change; ends when the signal aborts or the skill goes. */
  follow(name: string, signal: AbortSignal): AsyncIterable<SkillEnvironmentState>;
}

/** Another process, the command line for one, may install too: its result is on the disk. */
const LOOK_EVERY_MS = 2_000;

export function createEnvironmentPages(
  catalogue: Pick<SkillCatalogue, "find">,
  environments: Pick<SkillEnvironments, "state" | "prepare" | "subscribe">,
): EnvironmentPages {
  const state: EnvironmentPages["state"] = async (name) => {
    const skill = await catalogue.find(name);
    return skill && environments.state(skill);
  };
  return {
    state,
    async begin(name) {
      const skill = await catalogue.find(name);
      if (!skill) return undefined;
      const ending = new AbortController();
      // Its first step, or at once where there is nothing to do.
      await Promise.race([changed(environments, ending.signal), environments.prepare(skill)]);
      ending.abort();
      return environments.state(skill);
    },
    async *follow(name, signal) {
      let told = "";
      while (!signal.aborted) {
        const now = await state(name);
        if (!now) return;
        const text = JSON.stringify(now);
        if (text !== told) yield now;
        told = text;
        await changed(environments, signal);
      }
    },
  };
}

function changed({ subscribe }: Pick<SkillEnvironments, "subscribe">, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      stop();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, LOOK_EVERY_MS);
    const stop = subscribe(done);
    signal.addEventListener("abort", done, { once: true });
    if (signal.aborted) done();
  });
}
