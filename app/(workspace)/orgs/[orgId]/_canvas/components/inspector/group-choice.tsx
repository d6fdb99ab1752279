"use client";

import { Select } from "@/app/_ui/select.tsx";
import { groupsByMember } from "../../model/edit-groups.ts";
import { moveToGroup } from "../../model/move-to-group.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

const NONE = "-";

/** Which box of the canvas holds an agent, chosen without dragging. Nothing where there is no box. */
export function GroupChoice({ agentId }: AgentTabProps) {
  const drawing = useEditor((state) => state.document);
  const { edit } = useEditorActions();
  if (drawing.groups.length === 0) return null;
  const choose = (value: string): void => {
    const group = drawing.groups.find(({ id }) => id === value);
    const label = group ? `Move into ${group.name || "a group"}` : "Move out of its group";
    const announcement = group ? `Now in ${group.name || "the group"}` : "In no group";
    edit(moveToGroup(drawing, agentId, group?.id), { label, announcement });
  };
  return (
    <Select
      label="Group"
      value={groupsByMember(drawing).get(agentId)?.id ?? NONE}
      onValueChange={choose}
      options={[
        { value: NONE, label: "None" },
        ...drawing.groups.map(({ id, name }) => ({ value: id, label: name || "Group" })),
      ]}
    />
  );
}
