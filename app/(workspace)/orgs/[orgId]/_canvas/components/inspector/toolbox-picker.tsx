"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Checkbox } from "@/app/_ui/checkbox.tsx";
import { chooseToolbox } from "../../model/edit-grants.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions, useEditorStore } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

/** Which toolboxes an agent has. Those that are not there any more can only be taken off. */
export function ToolboxPicker({ agentId }: AgentTabProps) {
  const trpc = useTRPC();
  const boxes = useQuery(trpc.toolboxes.list.queryOptions());
  const store = useEditorStore();
  const { edit } = useEditorActions();
  const held = useEditor((state) => state.cards.get(agentId)?.agent.toolboxes) ?? [];
  const known = boxes.data ?? [];
  // One of which nothing is there yet would give nothing; it can still be taken off.
  const shown = known.filter((box) => box.toolCount > 0 || held.includes(box.id));
  const gone = boxes.data ? held.filter((id) => !known.some((box) => box.id === id)) : [];
  const choose = (id: string, name: string, isHeld: boolean) => {
    const label = `Toolbox ${name} ${isHeld ? "given" : "taken away"}`;
    edit(chooseToolbox(store.getState().document, agentId, { id, isHeld }), { label, announcement: label });
  };
  return (
    <details className="border-t px-4 py-2.5">
      <summary className="cursor-pointer text-12 font-medium">
        Toolboxes{" "}
        <span className="num font-normal text-text-3">
          {held.length === 0 ? "none: the core floor only" : held.length}
        </span>
      </summary>
      <div className="mt-2.5 flex flex-col gap-2">
        {shown.map((box) => (
          <Checkbox
            key={box.id}
            label={box.name}
            hint={`${plural(box.toolCount, "tool")}${box.planned.length > 0 ? `, ${box.planned.length} planned` : ""}. ${box.description}`}
            isChecked={held.includes(box.id)}
            onChange={(isHeld) => choose(box.id, box.name, isHeld)}
          />
        ))}
        {gone.map((id) => (
          <Checkbox
            key={id}
            label={id}
            hint="This toolbox is not there any more: it gives nothing."
            isChecked
            onChange={() => choose(id, id, false)}
          />
        ))}
        <Link href="/tools/toolboxes" className="text-12 text-accent underline">
          Make a toolbox
        </Link>
      </div>
    </details>
  );
}
