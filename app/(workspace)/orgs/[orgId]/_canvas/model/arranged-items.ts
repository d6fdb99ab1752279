import type { OrgDocument } from "@/server/contract/org-document.ts";
import { type Folding, withFolded, withMembers } from "./folding.ts";
import type { Point } from "./geometry.ts";

/** What is brought level of several things that are selected: a group by itself, but not around cards that are selected too. */
export function arrangedIds(
  { groups }: Pick<OrgDocument, "groups">,
  selection: ReadonlySet<string>,
): ReadonlySet<string> {
  const around = groups.filter(({ members }) => members.some((member) => selection.has(member)));
  const left = new Set(around.map(({ id }) => id));
  return new Set([...selection].filter((id) => !left.has(id)));
}

/** The places with those of what goes along: what a moved group holds, and what is folded away below a moved agent. */
export function carryAlong(
  document: OrgDocument,
  folding: Folding,
  places: ReadonlyMap<string, Point>,
): ReadonlyMap<string, Point> {
  const items = [...document.agents, ...document.notes, ...document.groups];
  const before = new Map(items.map((item) => [item.id, item.position]));
  const all = new Map(places);
  for (const [id, to] of places) {
    const from = before.get(id);
    if (!from) continue;
    for (const other of withFolded(document, withMembers(document, new Set([id])), folding)) {
      const place = before.get(other);
      if (place && !all.has(other))
        all.set(other, { x: place.x + to.x - from.x, y: place.y + to.y - from.y });
    }
  }
  return all;
}
