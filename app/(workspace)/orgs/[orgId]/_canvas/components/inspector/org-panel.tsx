"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/app/_ui/button.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TextArea } from "@/app/_ui/text-area.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import { findLead } from "@/server/contract/org-graph.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import { useIsLate } from "../use-is-late.ts";
import { PolicyFields } from "./policy-fields.tsx";

// Its parts are no others' of the first picture: it comes when that stands.
const WorkspaceField = lazyPart(async () => (await import("./workspace-field.tsx")).WorkspaceField);
const VersionList = lazyPart(async () => (await import("../version-list.tsx")).VersionList);

interface OrgPanelProps {
  readonly isInSheet: boolean;
}

/** The org itself, while no agent is selected: name, what it is for, its versions. */
export function OrgPanel({ isInSheet }: OrgPanelProps) {
  const name = useEditor((state) => state.document.name);
  const description = useEditor((state) => state.document.description);
  const { setDetails, closeInspector } = useEditorActions();
  const [typed, setTyped] = useState<string>();
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto" data-inspector>
      {isInSheet ? null : (
        <header className="flex flex-none items-center gap-2 px-4 pt-3 pb-1">
          <div className="min-w-0 flex-1">
            <h2 className="text-14">Org</h2>
            <Shape />
          </div>
          <IconButton label="Close the inspector" className="-mr-1.5" onClick={closeInspector}>
            <X />
          </IconButton>
        </header>
      )}
      <div className="flex flex-none flex-col gap-4 p-4">
        <TextField
          label="Name"
          dir="auto"
          maxLength={80}
          value={typed ?? name}
          error={typed !== undefined && typed.trim() === "" ? "An org needs a name" : undefined}
          onChange={(event) => {
            setTyped(event.target.value);
            if (event.target.value.trim() !== "") setDetails({ name: event.target.value });
          }}
          onBlur={() => setTyped(undefined)}
        />
        <TextArea
          label="What it is for"
          dir="auto"
          rows={2}
          maxLength={500}
          className="max-h-40"
          value={description}
          placeholder="Shown in the list of orgs"
          onChange={(event) => setDetails({ description: event.target.value })}
        />
        <LateWorkspaceField />
      </div>
      <OrgRules />
      <h3 className="flex h-8 flex-none items-center border-y bg-surface-2 px-4 text-12">Versions</h3>
      <VersionList fallback={<Skeleton className="m-4 h-8" />} />
    </div>
  );
}

function LateWorkspaceField() {
  const isLate = useIsLate(1_500);
  const room = <Skeleton className="h-21" />;
  return isLate ? <WorkspaceField fallback={room} /> : room;
}

function OrgRules() {
  const policy = useEditor((state) => state.document.policy);
  const { setPolicy } = useEditorActions();
  // What an org also allows is no step of the rules: only the installation and the agent give back.
  return (
    <PolicyFields
      policy={policy}
      scope="all agents of this org"
      lists={["allow", "deny"]}
      onChange={setPolicy}
    />
  );
}

function Shape() {
  const words = useEditor(({ document: drawing }) => {
    const lead = findLead(drawing)?.name;
    return `${plural(drawing.agents.length, "agent")}${lead === undefined ? "" : `, led by ${lead}`}`;
  });
  return <p className="truncate text-12 text-text-3">{words}</p>;
}
