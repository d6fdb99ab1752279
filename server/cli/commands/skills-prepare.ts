import type { SkillEnvironmentState } from "../../contract/skill-environments.ts";
import type { SkillEnvironments } from "../../skills/environments/skill-environments.ts";
import type { SkillRecord } from "../../skills/skill-record.ts";
import { openLocalSkills } from "../local-skills.ts";
import type { Output } from "../output.ts";
import { ownCommand } from "../own-command.ts";
import { openEnvironments } from "../try-options.ts";

export interface PrepareOptions {
  readonly json: boolean;
  /** Paths or names; every skill that needs packages when there are none. */
  readonly skills: readonly string[];
}

/** Installs the packages that skills need. Exit code 0 all are ready, 1 one failed, 2 a skill does not load. */
export async function prepareSkills({ skills, json }: PrepareOptions, output: Output): Promise<number> {
  const local = openLocalSkills();
  const environments = openEnvironments(local);
  const named = await Promise.all(skills.map(async (skill) => (await local.open(skill)).record));
  const records = skills.length > 0 ? named : (await local.catalogue.list()).filter(needsPackages);
  await local.catalogue.close();
  let exitCode = 0;
  for (const record of records) {
    const state = await prepare(record, { environments, output });
    exitCode = Math.max(exitCode, record.isUsable ? codeOf(state) : 2);
    if (json) output.print(JSON.stringify({ name: record.name, loads: record.isUsable, ...state }));
    else output.print(`${record.name}: ${toText(record, state)}`);
  }
  if (records.length === 0 && !json) output.print("No skill needs packages.");
  return exitCode;
}

const needsPackages = (record: SkillRecord): boolean => record.isUsable && record.requirements.length > 0;

interface Preparation {
  readonly environments: SkillEnvironments;
  readonly output: Output;
}

async function prepare(
  record: SkillRecord,
  { environments, output }: Preparation,
): Promise<SkillEnvironmentState> {
  if (!record.isUsable) return environments.state(record);
  let told = "";
  const stop = environments.subscribe(() => {
    void environments.state(record).then(({ state, message }) => {
      if (state === "preparing" && message !== told) output.tell(`  ${message}`);
      told = message;
    });
  });
  const state = await environments.prepare(record);
  stop();
  return state;
}

function codeOf({ state }: SkillEnvironmentState): number {
  return state === "ready" || state === "none" ? 0 : 1;
}

function toText(record: SkillRecord, { state, message, requirements }: SkillEnvironmentState): string {
  if (!record.isUsable) return `it does not load: ${ownCommand()} skills validate ${record.name} says why.`;
  if (state === "none") return "needs no packages.";
  if (state === "ready") return `ready (${requirements.join(", ")})`;
  return `not ready. ${message}`;
}
