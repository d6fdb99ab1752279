import type { CanvasGroup, LayoutDirection, OrgDocument } from "@/server/contract/org-document.ts";
import { type AlignEdge, alignBoxes, type DistributeAxis, distributeBoxes } from "../model/arrange.ts";
import { arrangedIds, carryAlong } from "../model/arranged-items.ts";
import { renameAgent } from "../model/edit-agents.ts";
import {
  addGroup,
  emptyGroupSize,
  fitGroups,
  groupItems,
  notesAlong,
  updateGroup,
} from "../model/edit-groups.ts";
import { moveItems, updateNote } from "../model/edit-items.ts";
import { reparent } from "../model/edit-lines.ts";
import { type Box, cardSize, type Point, snapToGrid } from "../model/geometry.ts";
import { plural } from "../model/plural.ts";
import { parentFurtherIn, parentFurtherOut, reorder } from "../model/reorder.ts";
import type { DocumentActions } from "./document-actions.ts";
import type { EditorState } from "./editor-state.ts";
import type { StoreAccess } from "./store-access.ts";

/** Edits of how the org is arranged: order, levels, groups, layout. Each is one step of the history. */
export interface StructureActions {
  /** Draws a group around what is selected; its id, or undefined when nothing is that it could hold. */
  groupSelected(): string | undefined;
  /** Draws an empty group, its middle at the point. */
  addGroup(middle: Point): string;
  /** Renames an agent or a group, or changes the text of a note. */
  rename(id: string, name: string): void;
  /** Renames a group while its name is typed: all of it is one step, and none of it is read aloud. */
  typeName(groupId: string, name: string): void;
  /** Gives a group or a note another box; dragging its corner is one step. */
  resize(itemId: string, box: Box): void;
  /** Brings the selected cards level, or gives them equal gaps. */
  alignSelected(edge: AlignEdge): void;
  distributeSelected(axis: DistributeAxis): void;
  /** Moves an agent before or after its neighbour among its siblings. */
  reorder(agentId: string, step: 1 | -1): void;
  /** One level further in (below the sibling before it), or out (beside its parent). */
  indent(agentId: string, step: 1 | -1): void;
  /** Puts every agent at its place of an auto layout; groups close around their members again. */
  layOut(positions: ReadonlyMap<string, Point>, direction: LayoutDirection): void;
}

/** Builds the actions on one store. */
export function createStructureActions(
  { get, set }: StoreAccess,
  { edit }: DocumentActions,
): StructureActions {
  const nameOf = (id: string): string => get().cards.get(id)?.agent.name ?? "Agent";
  const arrange = (positions: ReadonlyMap<string, Point>, label: string): void => {
    const snapped = new Map([...positions].map(([id, point]) => [id, snapToGrid(point)]));
    const { document, folding } = get();
    edit(moveItems(document, carryAlong(document, folding, snapped)), { label, announcement: label });
  };
  return {
    groupSelected: () => {
      const { document, selection } = get();
      const made = groupItems(document, selection);
      if (!made) return undefined;
      const group = groupOf(made.document.groups, made.id);
      const label = `Group ${plural(group?.members.length ?? 0, "card")}`;
      edit(made.document, { label, selection: new Set([made.id]), announcement: `${group?.name} drawn` });
      return made.id;
    },
    addGroup: (middle) => {
      const corner = { x: middle.x - emptyGroupSize.width / 2, y: middle.y - emptyGroupSize.height / 2 };
      const made = addGroup(get().document, snapToGrid(corner));
      edit(made.document, {
        label: "Add a group",
        selection: new Set([made.id]),
        announcement: "Group added",
      });
      return made.id;
    },
    rename: (id, name) => {
      const { document } = get();
      const label = `Rename ${get().cards.get(id)?.agent.name ?? groupOf(document.groups, id)?.name ?? "a note"}`;
      const announcement = `Named ${name}`;
      if (get().cards.has(id)) edit(renameAgent(document, id, name), { label, announcement });
      else if (groupOf(document.groups, id))
        edit(updateGroup(document, id, { name: name.slice(0, 80) }), { label, announcement });
      else
        edit(updateNote(document, id, { text: withFirstLine(document, id, name) }), { label, announcement });
    },
    typeName: (groupId, name) => {
      const { document } = get();
      const label = `Rename ${groupOf(document.groups, groupId)?.name ?? "a group"}`;
      edit(updateGroup(document, groupId, { name: name.slice(0, 80) }), {
        label,
        joinKey: `${groupId} name`,
      });
    },
    resize: (itemId, { x, y, width, height }) => {
      const { document } = get();
      const box = { position: { x, y }, width: Math.round(width), height: Math.round(height) };
      const isGroup = groupOf(document.groups, itemId) !== undefined;
      edit(isGroup ? updateGroup(document, itemId, box) : updateNote(document, itemId, box), {
        label: isGroup ? "Resize a group" : "Resize a note",
      });
    },
    alignSelected: (edge) => arrange(alignBoxes(selectedBoxes(get()), edge), `Aligned ${edge}`),
    distributeSelected: (axis) =>
      arrange(distributeBoxes(selectedBoxes(get()), axis), `Spread evenly ${axis}`),
    reorder: (agentId, step) => {
      const next = reorder(get().document, agentId, step);
      const words = `${nameOf(agentId)} moved ${step === 1 ? "behind" : "before"} its neighbour`;
      if (next === get().document) set({ announcement: `${nameOf(agentId)} is at the end already` });
      else edit(next, { label: `Move ${nameOf(agentId)}`, announcement: words });
    },
    indent: (agentId, step) => {
      const { document } = get();
      const parentId = step === 1 ? parentFurtherIn(document, agentId) : parentFurtherOut(document, agentId);
      if (parentId === undefined) {
        set({ announcement: `${nameOf(agentId)} cannot go further ${step === 1 ? "in" : "out"}` });
        return;
      }
      const label = `${nameOf(agentId)} reports to ${parentId === null ? "nobody" : nameOf(parentId)}`;
      edit(reparent(document, agentId, parentId ?? undefined), { label, announcement: label });
    },
    layOut: (positions, direction) => {
      const { direction: before, ...document } = get().document;
      const isSame = (before ?? "down") === direction;
      const turned = direction === "down" ? document : { ...document, direction };
      const moves = new Map([...positions, ...notesAlong(get().document, positions)]);
      edit(fitGroups(moveItems(isSame ? get().document : turned, moves)), {
        label: "Tidy the layout",
        announcement: `Laid out ${direction === "down" ? "top down" : "left to right"}`,
      });
    },
  };
}

/** A note's text with another first line. */
function withFirstLine({ notes }: OrgDocument, noteId: string, line: string): string {
  const [, ...others] = (notes.find((note) => note.id === noteId)?.text ?? "").split("\n");
  return [line, ...others].join("\n").slice(0, 5_000);
}

function groupOf(groups: readonly CanvasGroup[], id: string): CanvasGroup | undefined {
  return groups.find((group) => group.id === id);
}

/** Agents, notes and groups that are selected, as boxes; lines stay where they are. */
function selectedBoxes({ document, nodes, selection }: EditorState): ReadonlyMap<string, Box> {
  const arranged = arrangedIds(document, selection);
  return new Map(
    nodes
      .filter((node) => arranged.has(node.id))
      .map(({ id, position, width, height }) => [
        id,
        { ...position, width: width ?? cardSize.width, height: height ?? cardSize.height },
      ]),
  );
}
