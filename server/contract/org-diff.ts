import type { OrgDocument } from "./org-document.ts";

/** One field that two versions disagree on, by its path: `limits.maxTurns`. Absent values are undefined. */
export interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** One agent, line, note or group that two versions disagree on. */
export interface ItemChange {
  readonly id: string;
  /** As people know it: an agent's name, the two ends of a line. */
  readonly name: string;
  readonly kind: "added" | "removed" | "changed";
  /** Empty for what was added or removed. */
  readonly fields: readonly FieldChange[];
}

/** What changed from one version of an org to another. */
export interface OrgDiff {
  /** Of the org itself: name, task and the like. */
  readonly settings: readonly FieldChange[];
  readonly agents: readonly ItemChange[];
  readonly lines: readonly ItemChange[];
  readonly notes: readonly ItemChange[];
  readonly groups: readonly ItemChange[];
}

interface Item {
  readonly id: string;
}

/**
 * Compares two versions of an org, agent by agent and field by field. Reads the fields off the documents themselves, so a
 * field that is added to the schema is compared as well.
 */
export function diffOrgs(from: OrgDocument, to: OrgDocument): OrgDiff {
  const { agents: fromAgents, lines: fromLines, notes: fromNotes, groups: fromGroups, ...fromRest } = from;
  const { agents: toAgents, lines: toLines, notes: toNotes, groups: toGroups, ...toRest } = to;
  const names = new Map([...fromAgents, ...toAgents].map((agent) => [agent.id, agent.name]));
  return {
    settings: changesOf(fromRest, toRest),
    agents: changedItems(fromAgents, toAgents, (agent) => agent.name),
    lines: changedItems(
      fromLines,
      toLines,
      (line) => `${names.get(line.parentId) ?? line.parentId} to ${names.get(line.childId) ?? line.childId}`,
    ),
    notes: changedItems(fromNotes, toNotes, (note) => note.text.split("\n")[0]?.slice(0, 60) ?? ""),
    groups: changedItems(fromGroups, toGroups, (group) => group.name),
  };
}

/** Whether nothing changed. */
export function isEmptyDiff({ settings, agents, lines, notes, groups }: OrgDiff): boolean {
  return [settings, agents, lines, notes, groups].every((changes) => changes.length === 0);
}

function changedItems<Thing extends Item>(
  from: readonly Thing[],
  to: readonly Thing[],
  nameOf: (item: Thing) => string,
): readonly ItemChange[] {
  const before = new Map(from.map((item) => [item.id, item]));
  const after = new Map(to.map((item) => [item.id, item]));
  const changed = to.flatMap((item): readonly ItemChange[] => {
    const was = before.get(item.id);
    if (!was) return [{ id: item.id, name: nameOf(item), kind: "added", fields: [] }];
    const fields = changesOf(was, item);
    return fields.length === 0 ? [] : [{ id: item.id, name: nameOf(item), kind: "changed", fields }];
  });
  const removed = from
    .filter((item) => !after.has(item.id))
    .map((item): ItemChange => ({ id: item.id, name: nameOf(item), kind: "removed", fields: [] }));
  return [...changed, ...removed];
}

/** Objects are compared field by field, lists as a whole. */
function changesOf(from: object, to: object, above = ""): readonly FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(from));
  const after = new Map<string, unknown>(Object.entries(to));
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const field = `${above}${key}`;
    if (isObject(was) && isObject(is)) return changesOf(was, is, `${field}.`);
    return isEqual(was, is) ? [] : [{ field, from: was, to: is }];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEqual(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isEqual(entry, other[index]));
  if (isObject(one) && isObject(other)) return changesOf(one, other).length === 0;
  return Object.is(one, other);
}
