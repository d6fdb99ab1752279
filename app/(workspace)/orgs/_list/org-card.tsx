"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Copy, Download, Ellipsis, ExternalLink, Play, Trash2, UserRound } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { OrgSummary } from "@/server/contract/api.ts";
import type { OrgSketch } from "@/server/contract/org-sketch.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { IconButton } from "../../../_ui/button.tsx";
import { ConfirmDialog } from "../../../_ui/dialog.tsx";
import { DropdownMenu } from "../../../_ui/menu.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { showToast } from "../../../_ui/toast-store.ts";
import { OrgSketch as OrgDrawing } from "../[orgId]/_canvas/components/org-sketch.tsx";

interface OrgCardProps {
  readonly org: OrgSummary;
}

interface SketchedOrgCardProps extends OrgCardProps {
  /** Undefined until it is known. */
  readonly sketch: OrgSketch | undefined;
}

/** One org with its chart in small; the whole card opens it. */
export function OrgCard({ org, sketch }: SketchedOrgCardProps) {
  return (
    <article className="relative flex w-full min-w-0 flex-col rounded-3 border border-border-strong bg-surface transition-colors duration-80 hover:border-control">
      <div className="h-30 rounded-t-[7px] border-b bg-canvas p-3">
        {sketch && org.agentCount > 0 ? <OrgDrawing sketch={sketch} className="size-full" /> : null}
        {org.agentCount === 0 ? (
          <span className="grid size-full place-items-center text-12 text-text-3">Nothing drawn yet</span>
        ) : null}
      </div>
      <div className="flex flex-1 flex-col p-4 pb-3">
        <div className="flex items-start gap-2">
          <h2 className="min-w-0 flex-1 text-14">
            <Link
              href={`/orgs/${org.slug}`}
              className="block truncate outline-none before:absolute before:inset-0 before:rounded-3 focus-visible:before:outline-2 focus-visible:before:outline-offset-2 focus-visible:before:outline-accent"
            >
              {org.name}
            </Link>
          </h2>
          <OrgMenu org={org} />
        </div>
        <p className="mt-0.5 line-clamp-3 text-12 text-text-2 wrap-anywhere">
          {org.description || <span className="text-text-3">No description</span>}
        </p>
      </div>
      <div className="num flex h-8 items-center gap-3 rounded-b-[7px] border-t bg-surface-2 px-4 text-11 text-text-3">
        <span className="inline-flex items-center gap-1">
          <UserRound className="size-3" />
          {org.agentCount === 1 ? "1 agent" : `${org.agentCount} agents`}
        </span>
        <span>version {org.version}</span>
        <TimeText iso={org.updatedAt} className="ml-auto" />
      </div>
    </article>
  );
}

function OrgMenu({ org }: OrgCardProps) {
  const router = useRouter();
  const [isRemoving, setIsRemoving] = useState(false);
  const duplicate = useDuplicate(org);
  return (
    <div className="relative -mt-1 -mr-2">
      <DropdownMenu
        align="end"
        entries={[
          {
            kind: "action",
            label: "Open",
            icon: <ExternalLink />,
            onSelect: () => router.push(`/orgs/${org.slug}`),
          },
          {
            kind: "action",
            label: "Its runs",
            icon: <Play />,
            onSelect: () => router.push(`/runs?org=${org.id}`),
          },
          { kind: "separator", id: "before copies" },
          {
            kind: "action",
            label: "Duplicate",
            icon: <Copy />,
            onSelect: () => duplicate.mutate({ orgId: org.id }),
          },
          {
            kind: "action",
            label: "Export as files",
            icon: <Download />,
            onSelect: () => window.location.assign(`/api/orgs/${org.id}/export`),
          },
          { kind: "separator", id: "before delete" },
          {
            kind: "action",
            label: "Delete",
            icon: <Trash2 />,
            isDanger: true,
            onSelect: () => setIsRemoving(true),
          },
        ]}
        trigger={
          <IconButton label={`More for ${org.name}`}>
            <Ellipsis />
          </IconButton>
        }
      />
      <RemoveOrg org={org} isOpen={isRemoving} onClose={() => setIsRemoving(false)} />
    </div>
  );
}

/** Makes a copy and stays on the list, where it stands first. */
function useDuplicate(org: OrgSummary) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.orgs.duplicate.mutationOptions({
      onSuccess: async (copy) => {
        showToast({ kind: "done", text: `${org.name} duplicated as ${copy.document.name}` });
        await queryClient.invalidateQueries({ queryKey: trpc.orgs.list.queryKey() });
      },
      onError: (error) => showToast({ kind: "fail", text: errorText(error) }),
    }),
  );
}

interface RemoveOrgProps extends OrgCardProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RemoveOrg({ org, isOpen, onClose }: RemoveOrgProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.orgs.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        showToast({ kind: "done", text: `${org.name} deleted` });
        await queryClient.invalidateQueries({ queryKey: trpc.orgs.list.queryKey() });
      },
      onError: (error) => showToast({ kind: "fail", text: errorText(error) }),
    }),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={`Delete ${org.name}?`}
      description={`${org.version === 1 ? "Its drawing goes" : `Its ${org.version} versions go`} for good. Its runs stay and keep the version they ran with.`}
      confirmLabel="Delete org"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ orgId: org.id })}
    />
  );
}
