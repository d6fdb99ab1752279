"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { AgentAvatar } from "@/app/_ui/agent-avatar.tsx";
import { Button } from "@/app/_ui/button.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { createTree, readingOrder } from "../model/agent-tree.ts";
import { describeChange } from "../model/describe-change.ts";
import { findDifferences, isSameDocument } from "../model/merge-documents.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { OrgSketch } from "./org-sketch.tsx";

interface VersionDialogProps {
  readonly version: number;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** An earlier version to look at, what differs from now, and the way back to it: as a new edit that can be undone. */
export function VersionDialog({ version, isOpen, onOpenChange }: VersionDialogProps) {
  const orgId = useEditor((state) => state.orgId);
  const now = useEditor((state) => state.document);
  const { edit } = useEditorActions();
  const trpc = useTRPC();
  const then = useQuery(
    trpc.orgs.version.queryOptions({ orgId, version }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const isSame = then.data !== undefined && isSameDocument(then.data, now);
  const restore = () => {
    if (!then.data) return;
    edit(then.data, { label: `Restore version ${version}`, announcement: `Version ${version} restored` });
    onOpenChange(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Version ${version}`}
      description={
        isSame
          ? "The same as what is on the canvas now."
          : "Restoring puts it on the canvas and saves it as a new version. Undo brings the present one back."
      }
      className="max-w-[40rem]"
      footer={
        <Button size={32} variant="primary" disabled={!then.data || isSame} onClick={restore}>
          Restore version {version}
        </Button>
      }
    >
      {then.isError ? (
        <ErrorState
          title="The version could not be read"
          error={then.error}
          onRetry={() => void then.refetch()}
          className=""
        />
      ) : null}
      {then.isPending ? <Skeleton className="h-48 w-full" /> : null}
      {then.data ? <VersionView then={then.data} now={now} /> : null}
    </Dialog>
  );
}

interface VersionViewProps {
  readonly then: OrgDocument;
  readonly now: OrgDocument;
}

function VersionView({ then, now }: VersionViewProps) {
  const differences = new Map(
    findDifferences({ base: now, mine: then, theirs: now }).map((difference) => [
      difference.agentId,
      difference,
    ]),
  );
  const gone = [...differences.values()].filter((difference) => !difference.mine.agent);
  const tree = createTree(then);
  return (
    <div className="flex flex-col gap-4">
      <div className="rounded-3 border bg-canvas p-3">
        <OrgSketch document={then} className="h-44 w-full" />
      </div>
      <ul className="divide-y rounded-3 border">
        {readingOrder(tree).map((id) => {
          const agent = tree.agents.get(id);
          const difference = differences.get(id);
          if (!agent) return null;
          const words = difference
            ? difference.theirs.agent
              ? `differs in ${describeChange(difference.mine, difference.theirs)}`
              : "not there now"
            : "";
          return (
            <li
              key={id}
              className="flex h-9 items-center gap-2 pr-3"
              style={{ paddingLeft: 12 + 16 * ((tree.levels.get(id) ?? 1) - 1) }}
            >
              <AgentAvatar icon={agent.icon} size={24} />
              <span className="truncate font-medium">{agent.name}</span>
              <span className="ml-auto truncate text-12 text-text-3">{words}</span>
            </li>
          );
        })}
      </ul>
      {gone.length > 0 ? (
        <p className="text-12 text-text-2">
          Not in this version: {gone.map((difference) => difference.name).join(", ")}.
        </p>
      ) : null}
    </div>
  );
}
