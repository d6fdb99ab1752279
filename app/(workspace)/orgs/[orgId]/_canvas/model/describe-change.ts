import { type AgentVersion, isEqual } from "./merge-documents.ts";
import {
  AGENT_PARTS,
  LIMIT_PARTS,
  LINE_PARTS,
  type VersionPart,
  type VersionParts,
} from "./version-parts.ts";

/** Which parts of an agent two versions disagree on: "persona, model". */
export function describeChange(mine: AgentVersion, theirs: AgentVersion): string {
  if (!mine.agent || !theirs.agent) return mine.agent ? "only yours has it" : "only theirs has it";
  const names = changedParts(mine, theirs).map(({ name }) => name);
  if (mine.parentId !== theirs.parentId) names.push("reporting line");
  return names.join(", ");
}

/** What one version has where it differs from the other: `role “Reads”, reports to Lead`. */
export function describeSide(side: AgentVersion, other: AgentVersion): string {
  if (!side.agent) return "not there";
  if (!other.agent)
    return [side.agent.role, `reports to ${sayParent(side)}`].filter((words) => words !== "").join(", ");
  const words = changedParts(side, other).map(({ name, said }) => `${name} ${said}`);
  if (side.parentId !== other.parentId) {
    const isAlike = sayParent(side) === sayParent(other);
    words.push(`reports to ${sayParent(side)}${isAlike ? ` (${side.parentId})` : ""}`);
  }
  return words.join(", ");
}

function sayParent({ parentName }: AgentVersion): string {
  return parentName ?? "nobody";
}

interface ChangedPart {
  readonly name: string;
  /** What the first of the two has there; never what the other has. */
  readonly said: string;
}

function changedParts(one: AgentVersion, other: AgentVersion): readonly ChangedPart[] {
  return [
    ...compare(AGENT_PARTS, one.agent, other.agent),
    ...compare(LIMIT_PARTS, one.agent?.limits, other.agent?.limits),
    // Where one of them has no line, that is told as whom it reports to.
    ...(one.line && other.line ? compare(LINE_PARTS, one.line, other.line) : []),
  ];
}

function compare<Whole extends object>(
  parts: VersionParts<Whole>,
  one: Whole | undefined,
  other: Whole | undefined,
): readonly ChangedPart[] {
  const keys = Object.keys(parts) as (keyof Whole)[];
  return keys.flatMap((key) => {
    const [value, compared] = [one?.[key], other?.[key]] as [Whole[typeof key], Whole[typeof key]];
    return isEqual(value, compared)
      ? []
      : [{ name: parts[key].name, said: tell(parts[key], value, compared) }];
  });
}

/** In short words; to the letter where those would be the same for both. */
function tell<Value>({ say }: VersionPart<Value>, value: Value, other: Value): string {
  const words = say(value, other);
  return words === say(other, value) ? (JSON.stringify(value) ?? "none") : words;
}
