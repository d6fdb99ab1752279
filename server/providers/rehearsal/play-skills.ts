import { firstCalls, furtherCalls } from "./function-calls.ts";
import { fileNamesIn } from "./known-values.ts";
import { overlap, wordsOf } from "./match-words.ts";
import type { ListedSkill, Situation } from "./read-situation.ts";
import type { PlannedCall, RehearsalTool, RehearsalTurn } from "./rehearsal-prompt.ts";

/** Turns in which functions are called. */
const ROUNDS = 3;

const harmful = /(?:^|_)(?:delete|remove|drop|overwrite|truncate|kill|send|post)(?:_|$)/;

/** Opens the skill that fits the task best, once. */
export function playActivation({
  task,
  persona,
  skills,
  activeSkills,
  tools,
  past,
}: Situation): RehearsalTurn | undefined {
  if (!tools.some(({ name }) => name === "activate_skill") || activeSkills.size > 0) return undefined;
  if (past.some(({ name }) => name === "activate_skill")) return undefined;
  const skill = bestSkill(skills, `${task}\n${persona}`);
  if (!skill) return undefined;
  return {
    text: `The skill ${skill.name} fits this task; I open its manual.`,
    calls: [{ name: "activate_skill", input: { name: skill.name } }],
  };
}

function bestSkill(skills: readonly ListedSkill[], text: string): ListedSkill | undefined {
  const words = wordsOf(text);
  const score = ({ name, line }: ListedSkill) => overlap(wordsOf(`${name} ${line}`), words);
  return skills.toSorted((left, right) => score(right) - score(left))[0];
}

/** Calls the functions of the opened skill: first those that describe, then those that use what was found. */
export function playFunctions(situation: Situation): RehearsalTurn | undefined {
  const functions = skillFunctions(situation);
  if (functions.length === 0) return undefined;
  const earlier = situation.past.filter((call) => functions.some(({ name }) => name === call.name));
  const rounds = new Set(earlier.map(({ turn }) => turn)).size;
  if (rounds >= ROUNDS) return undefined;
  const files = [...new Set([...situation.attachments, ...fileNamesIn(situation.task)])];
  const material = { functions, files, text: situation.task, earlier };
  const calls = rounds === 0 ? firstCalls(material) : furtherCalls(material);
  if (calls.length === 0) return undefined;
  return { text: sentenceFor(calls, rounds), calls };
}

/** The functions that activation added to the array. Only what is known to come from a skill is called without being meant. */
export function skillFunctions({ tools, activeSkills }: Situation): readonly RehearsalTool[] {
  if (activeSkills.size === 0) return [];
  return tools.filter(({ name, origin }) => origin === "skill" && !harmful.test(name));
}

function sentenceFor(calls: readonly PlannedCall[], rounds: number): string {
  const names = [...new Set(calls.map(({ name }) => name))].join(", ");
  return rounds === 0 ? `First a look at what there is: ${names}.` : `Now the figures themselves: ${names}.`;
}
