"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { diffOrgs, isEmptyDiff } from "@/server/contract/org-diff.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { toOrgSketch } from "@/server/contract/org-sketch.ts";
import { isSameDocument } from "../model/merge-documents.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { OrgSketch } from "./org-sketch.tsx";
import { VersionDiff } from "./version-diff.tsx";
import { VersionName } from "./version-name.tsx";

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
      {then.isLoadingError ? (
        <ErrorState
          title="The version could not be read"
          error={then.error}
          onRetry={() => void then.refetch()}
          className=""
        />
      ) : null}
      {then.isPending ? <Skeleton className="h-48 w-full" /> : null}
      {then.data ? (
        <div className="flex flex-col gap-4">
          <VersionName orgId={orgId} version={version} />
          <VersionView then={then.data} now={now} />
        </div>
      ) : null}
    </Dialog>
  );
}

interface VersionViewProps {
  readonly then: OrgDocument;
  readonly now: OrgDocument;
}

function VersionView({ then, now }: VersionViewProps) {
  const diff = diffOrgs(then, now);
  return (
    <div className="flex flex-col gap-4">
      <div className="rounded-3 border bg-canvas p-3">
        <OrgSketch sketch={toOrgSketch(then)} className="h-44 w-full" />
      </div>
      {isEmptyDiff(diff) ? null : (
        <section>
          <h3 className="mb-1.5 text-12">Changed since then</h3>
          <VersionDiff diff={diff} />
        </section>
      )}
    </div>
  );
}
