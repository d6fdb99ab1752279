import { isSeat } from "@/server/contract/agent-model.ts";
import type { Agent, OrgDocument, WorkspaceChoice } from "@/server/contract/org-document.ts";
import type { LineRefusal } from "@/server/contract/org-graph.ts";
import { agentTemplates } from "../model/agent-templates.ts";
import { createTree, siblingsOf } from "../model/agent-tree.ts";
import { duplicateItems } from "../model/clipboard.ts";
import { createAgent } from "../model/create-agent.ts";
import { type AgentPatch, addAgent, updateAgent } from "../model/edit-agents.ts";
import { type Grantable, grant, renameSkill, revoke } from "../model/edit-grants.ts";
import { joinGroups } from "../model/edit-groups.ts";
import { addNote, moveItems, noteSize, type Removal, removeItems, updateNote } from "../model/edit-items.ts";
import { connect, type LineLimits, refuseReparent, reparent, setLineLimits } from "../model/edit-lines.ts";
import { withFolded, withMembers } from "../model/folding.ts";
import { type Point, snapToGrid } from "../model/geometry.ts";
import { placeChild, placeFree } from "../model/place-agent.ts";
import { plural } from "../model/plural.ts";
import type { DocumentActions } from "./document-actions.ts";
import type { StoreAccess } from "./store-access.ts";

/** Where a new agent goes. */
export interface NewAgentPlace {
  readonly parentId?: string | undefined;
  /** Its upper left corner; found by itself when left out. */
  readonly position?: Point | undefined;
}

/** Edits of agents, lines, notes and grants, each one step of the history. */
export interface ItemActions {
  /** Adds an agent from a template, selects it and returns its id. */
  addAgent(templateKey: string, place: NewAgentPlace): string;
  addChild(parentId: string): string;
  addSibling(agentId: string): string;
  /** Changes fields of an agent; typing in one field is one step. */
  updateAgent(agentId: string, patch: AgentPatch): void;
  connect(parentId: string, childId: string): void;
  /** Limits what may be spent and how much may work at once over a line; typing is one step. */
  setLineLimits(lineId: string, limits: LineLimits): void;
  /** Says why when it is refused. */
  reparent(childId: string, parentId: string | undefined): LineRefusal | undefined;
  grant(agentId: string, item: Grantable): void;
  revoke(agentId: string, item: Grantable): void;
  /** Follows a skill that has a new name, for all agents. */
  renameSkill(from: string, to: string): void;
  /** Moves things to where they were dropped. */
  move(positions: ReadonlyMap<string, Point>, label?: string): void;
  /** Deletes what is selected; undefined when nothing is. */
  removeSelected(): Removal | undefined;
  /** Adds a note with its middle there, as an agent or a group is put down. */
  addNote(middle: Point): string;
  /** Changes a note's text; typing is one step. */
  updateNote(noteId: string, text: string): void;
  setTask(task: string): void;
  setDetails(details: Partial<Pick<OrgDocument, "name" | "description">>): void;
  /** Replaces the rules about the tools of all agents; typing is one step. */
  setPolicy(policy: OrgDocument["policy"]): void;
  /** Says what its runs work in. */
  setWorkspace(workspace: WorkspaceChoice): void;
  /** Copies things beside themselves, a folded agent with those it hides; of nothing it makes nothing, and no step to undo. */
  duplicate(ids: ReadonlySet<string>): void;
  /** Puts pasted or duplicated things in place and selects them. */
  insert(result: { readonly document: OrgDocument; readonly ids: ReadonlySet<string> }, label: string): void;
}

/** What the agent above speaks with, or the first one; no seat of a person, which nobody else sits on. */
function modelNear({ agents }: OrgDocument, parentId: string | undefined): Agent["model"] | undefined {
  const near = [agents.find(({ id }) => id === parentId), ...agents];
  return near.find((agent) => agent && !isSeat(agent))?.model;
}

/** Builds the actions on one store. */
export function createItemActions({ get, set }: StoreAccess, { edit }: DocumentActions): ItemActions {
  const nameOf = (id: string): string => agentOf(get().document, id)?.name ?? "agent";
  /** What was put down belongs to the box it stands in. A folded one takes nothing: it would be out of sight at once. */
  const settle = (document: OrgDocument, ids: ReadonlySet<string>): OrgDocument =>
    joinGroups(document, aloneOf(document, ids), get().folded);
  const put = (agent: Agent, parentId: string | undefined): string => {
    const next = settle(addAgent(get().document, agent, parentId), new Set([agent.id]));
    const name = agentOf(next, agent.id)?.name ?? agent.name;
    const below = parentId === undefined ? "" : `, reports to ${nameOf(parentId)}`;
    edit(next, {
      label: `Add ${name}`,
      selection: new Set([agent.id]),
      announcement: `${name} added${below}`,
    });
    set({ focusedId: agent.id, focusRequest: { id: agent.id, place: get().workplace } });
    return agent.id;
  };
  const addFrom = (templateKey: string, { parentId, position }: NewAgentPlace): string => {
    const { document } = get();
    const template = agentTemplates.find((candidate) => candidate.key === templateKey) ?? agentTemplates[0];
    const model = template?.fields.model ?? modelNear(document, parentId);
    const place = position
      ? snapToGrid(position)
      : parentId
        ? placeChild(document, parentId)
        : placeFree(document, { x: 0, y: 0 });
    const agent = createAgent({
      ...template?.fields,
      position: { x: place.x, y: place.y },
      ...(model ? { model } : {}),
    });
    return put(agent, parentId);
  };
  const insert: ItemActions["insert"] = ({ document, ids }, label) => {
    const announcement = `${label}: ${plural(ids.size, "card")}`;
    edit(settle(document, ids), { label, selection: ids, announcement });
    const first = [...ids].find((id) => get().cards.has(id));
    if (first === undefined) return;
    set({ focusedId: first, focusRequest: { id: first, place: get().workplace, along: ids } });
  };
  return {
    addAgent: addFrom,
    addChild: (parentId) => addFrom("blank", { parentId }),
    addSibling: (agentId) => {
      const tree = createTree(get().document);
      const parentId = tree.parents.get(agentId);
      if (parentId !== undefined) return addFrom("blank", { parentId });
      const last = tree.agents.get(siblingsOf(tree, agentId).at(-1) ?? agentId)?.position ?? { x: 0, y: 0 };
      return addFrom("blank", { position: placeFree(get().document, last) });
    },
    updateAgent: (agentId, patch) => {
      const fields = Object.keys(patch).join(" ");
      edit(updateAgent(get().document, agentId, patch), {
        label: `Edit ${nameOf(agentId)}`,
        joinKey: `${agentId} ${fields}`,
      });
    },
    connect: (parentId, childId) => {
      const announcement = `${nameOf(childId)} reports to ${nameOf(parentId)}`;
      edit(connect(get().document, parentId, childId), { label: "Draw a line", announcement });
    },
    setLineLimits: (lineId, limits) =>
      edit(setLineLimits(get().document, lineId, limits), {
        label: "Edit a line's limits",
        joinKey: `${lineId} ${Object.keys(limits).join(" ")}`,
      }),
    reparent: (childId, parentId) => {
      const refusal = parentId === undefined ? undefined : refuseReparent(get().document, childId, parentId);
      if (refusal) return refusal;
      const above = parentId === undefined ? "nobody" : nameOf(parentId);
      const label = `${nameOf(childId)} reports to ${above}`;
      edit(reparent(get().document, childId, parentId), { label, announcement: label });
      return undefined;
    },
    grant: (agentId, item) => {
      const announcement = `${item.name} granted to ${nameOf(agentId)}`;
      edit(grant(get().document, agentId, item), { label: `Grant ${item.name}`, announcement });
    },
    revoke: (agentId, item) => {
      const announcement = `${item.name} taken from ${nameOf(agentId)}`;
      edit(revoke(get().document, agentId, item), { label: `Take ${item.name} away`, announcement });
    },
    renameSkill: (from, to) => {
      const next = renameSkill(get().document, { from, to });
      edit(next, { label: `Grant ${to} in place of ${from}`, announcement: `${from} is now ${to}` });
    },
    move: (positions, label = `Move ${plural(positions.size, "card")}`) => {
      const { document } = get();
      const alone = aloneOf(document, new Set(positions.keys()));
      edit(joinGroups(moveItems(document, positions), alone), { label });
    },
    removeSelected: () => {
      const { selection, folding } = get();
      const removal = removeItems(get().document, withFolded(get().document, selection, folding));
      if (removal.document === get().document) return undefined;
      const [name = removal.groupNames[0]] = removal.agentNames;
      const label = `Delete ${name ?? (removal.lineCount > 0 ? "line" : "note")}`;
      edit(removal.document, { label, selection: new Set() });
      return removal;
    },
    addNote: (middle) => {
      const corner = { x: middle.x - noteSize.width / 2, y: middle.y - noteSize.height / 2 };
      const { document, id } = addNote(get().document, snapToGrid(corner));
      const ids = new Set([id]);
      edit(settle(document, ids), { label: "Add a note", selection: ids, announcement: "Note added" });
      return id;
    },
    updateNote: (noteId, text) =>
      edit(updateNote(get().document, noteId, { text }), { label: "Write a note", joinKey: noteId }),
    setTask: (task) => edit({ ...get().document, task }, { label: "Edit the task", joinKey: "task" }),
    setDetails: (details) =>
      edit({ ...get().document, ...details }, { label: "Edit the org", joinKey: "details" }),
    setPolicy: (policy) => {
      const { policy: _before, ...others } = get().document;
      edit(policy ? { ...others, policy } : others, { label: "Edit the org's rules", joinKey: "policy" });
    },
    setWorkspace: (workspace) => {
      const { workspace: _before, ...others } = get().document;
      edit(workspace === "run" ? others : { ...others, workspace }, { label: "Choose what runs work in" });
    },
    duplicate: (ids) => {
      if (ids.size === 0) return;
      const { document, folding } = get();
      insert(duplicateItems(document, withFolded(document, ids, folding)), "Duplicate");
    },
    insert,
  };
}

/** Those that go by themselves: not the groups among them, and not what those hold. */
function aloneOf(document: OrgDocument, ids: ReadonlySet<string>): ReadonlySet<string> {
  const groups = document.groups.map((group) => group.id).filter((id) => ids.has(id));
  const along = withMembers(document, new Set(groups));
  return new Set([...ids].filter((id) => !along.has(id)));
}

function agentOf(document: OrgDocument, id: string | undefined): Agent | undefined {
  return document.agents.find((agent) => agent.id === id);
}
