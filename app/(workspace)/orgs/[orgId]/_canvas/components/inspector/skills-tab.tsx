"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { Switch } from "@/app/_ui/switch.tsx";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

interface SkillRow {
  readonly name: string;
  readonly description: string;
  readonly note: string;
  readonly isBroken: boolean;
  /** Where it has another name by now. */
  readonly newName?: string | undefined;
}

/** Skills the agent may activate; until then it only reads their names and what they are for. */
export function SkillsTab({ agentId }: AgentTabProps) {
  const trpc = useTRPC();
  const skills = useQuery(trpc.skills.list.queryOptions());
  const granted = useEditor((state) => state.cards.get(agentId)?.agent.skills);
  if (skills.isLoadingError)
    return (
      <ErrorState
        title="The skills could not be read"
        error={skills.error}
        onRetry={() => void skills.refetch()}
        className="p-4"
      />
    );
  if (!skills.data || !granted) return <Skeleton className="m-4 h-8" />;
  const known = skills.data.map((skill) => ({
    name: skill.name,
    description: skill.description,
    note: skill.isUsable
      ? `Adds ${plural(skill.functionCount, "function")} once activated`
      : "Cannot be used: see its findings",
    isBroken: !skill.isUsable,
  }));
  const unknown = granted
    .filter((name) => !known.some((skill) => skill.name === name))
    .map((name) => {
      const newName = skills.data.find((skill) => skill.formerNames?.includes(name))?.name;
      const note = newName === undefined ? "No skill of this name is here" : `It is called ${newName} now`;
      return { name, description: "", note, isBroken: true, newName };
    });
  const rows: readonly SkillRow[] = [...unknown, ...known];
  if (rows.length === 0) {
    return (
      <EmptyState isInline title="No skills yet" action={<LinkButton />}>
        A skill is a folder with instructions and Python functions. Agents load one when a task needs it.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y border-b">
      {rows.map((row) => (
        <Row key={row.name} row={row} agentId={agentId} isGranted={granted.includes(row.name)} />
      ))}
    </ul>
  );
}

function LinkButton() {
  return (
    <Button asChild>
      <Link href="/skills">Open Skills</Link>
    </Button>
  );
}

interface RowProps extends AgentTabProps {
  readonly row: SkillRow;
  readonly isGranted: boolean;
}

function Row({ row, agentId, isGranted }: RowProps) {
  const { grant, revoke } = useEditorActions();
  const item = { kind: "skill", name: row.name } as const;
  return (
    <li className="grid grid-cols-[26px_minmax(0,1fr)] items-start gap-x-2.5 px-4 py-2.5">
      <Switch
        label={row.name}
        isLabelHidden
        isOn={isGranted}
        onChange={(isOn) => (isOn ? grant(agentId, item) : revoke(agentId, item))}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <Link
          href={`/skills?skill=${encodeURIComponent(row.name)}`}
          className="mono flex items-center gap-1.5 text-12 font-medium hover:underline"
        >
          {row.isBroken ? (
            <TriangleAlert className="size-3.5 text-st-person" />
          ) : (
            <BookOpen className="size-3.5 text-text-3" />
          )}
          <span className="truncate">{row.name}</span>
        </Link>
        {row.description === "" ? null : (
          <p className="line-clamp-2 text-12 text-text-2">{row.description}</p>
        )}
        <p className="text-11 text-text-3">{row.note}</p>
        {row.newName === undefined ? null : <NewName from={row.name} to={row.newName} />}
      </div>
    </li>
  );
}

function NewName({ from, to }: { readonly from: string; readonly to: string }) {
  const { renameSkill } = useEditorActions();
  return (
    <Button className="mt-1.5" onClick={() => renameSkill(from, to)}>
      Grant {to} instead
    </Button>
  );
}
