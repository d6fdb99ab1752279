"use client";

import { useQuery } from "@tanstack/react-query";
import { FolderInput, LayoutTemplate, Plus } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { OrgSummary } from "@/server/contract/api.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { replaceAddressQuery } from "../../../_ui/address-query.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { FirstVisit, untouchedExample } from "./first-visit.tsx";
import { ImportOrgDialog } from "./import-org-dialog.tsx";
import { NewOrgDialog } from "./new-org-dialog.tsx";
import { OrgCard } from "./org-card.tsx";
import { useOrgSketches } from "./use-org-sketches.ts";

const TemplateOffers = lazyPart(async () => (await import("./template-offers.tsx")).TemplateOffers, {
  isQuiet: true,
});

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,18rem),1fr))] gap-4 p-4 md:p-6";

/** All orgs: open one to draw it or to give it a task. */
export function OrgsPage() {
  const trpc = useTRPC();
  const orgs = useQuery(trpc.orgs.list.queryOptions());
  const dialog = useAddressDialog("new");
  const importing = useAddressDialog("import");
  // One call to action a page: on a first visit it is the one of the strip.
  const isFirstVisit = untouchedExample(orgs.data ?? []) !== undefined;
  const newOrg = (
    <Button variant={isFirstVisit ? "secondary" : "primary"} onClick={dialog.open}>
      <Plus />
      New org
    </Button>
  );
  return (
    <PageFrame
      title="Orgs"
      meta={orgs.data ? <span className="num text-11 text-text-3">{orgs.data.length}</span> : null}
      actions={
        <>
          <TemplatesLink />
          <Button onClick={importing.open} aria-label="Import an org">
            <FolderInput />
            <span className="max-sm:hidden">Import</span>
          </Button>
          {newOrg}
        </>
      }
      ground="canvas"
    >
      {orgs.data ? (
        <OrgList
          orgs={orgs.data}
          action={
            <div className="flex gap-2">
              <TemplatesLink />
              {newOrg}
            </div>
          }
        />
      ) : null}
      {orgs.isPending ? <OrgsLoading /> : null}
      {orgs.isLoadingError ? (
        <ErrorState
          title="The orgs could not be read"
          error={orgs.error}
          onRetry={() => void orgs.refetch()}
        />
      ) : null}
      {dialog.isOpen ? <NewOrgDialog orgs={orgs.data ?? []} onClose={dialog.close} /> : null}
      {importing.isOpen ? <ImportOrgDialog onClose={importing.close} /> : null}
    </PageFrame>
  );
}

/** Up to so many orgs there is room to say how another one can begin. */
const FEW = 3;

interface OrgListProps {
  readonly orgs: readonly OrgSummary[];
  readonly action: React.ReactNode;
}

function OrgList({ orgs, action }: OrgListProps) {
  const sketches = useOrgSketches(orgs);
  if (orgs.length === 0) {
    return (
      <EmptyState title="No orgs" action={action}>
        An org is a chart of agents: one leads, the others report to it. Draw one, give it a task, and watch
        it work.
      </EmptyState>
    );
  }
  return (
    <>
      <FirstVisit orgs={orgs} />
      <ul className={grid}>
        {orgs.map((org) => (
          <li key={org.id} className="flex min-w-0">
            <OrgCard org={org} sketch={sketches.get(org.id)} />
          </li>
        ))}
      </ul>
      {orgs.length <= FEW ? <TemplateOffers /> : null}
    </>
  );
}

function OrgsLoading() {
  return (
    <Loading label="Loading orgs" className={grid}>
      {["one", "two", "three"].map((name) => (
        <div key={name} className="flex h-56 flex-col gap-3 rounded-3 border bg-surface p-4">
          <Skeleton className="h-26 w-full" />
          <Skeleton className="h-3 w-2/5" />
          <Skeleton />
          <Skeleton className="h-2.5 w-3/4" />
        </div>
      ))}
    </Loading>
  );
}

function TemplatesLink() {
  return (
    <Button asChild>
      <Link href="/templates">
        <LayoutTemplate />
        <span className="max-sm:sr-only">Templates</span>
      </Link>
    </Button>
  );
}

/** A dialog that is open while the address says so: the palette leads here with `?new=1`. */
function useAddressDialog(name: "new" | "import") {
  return {
    isOpen: useSearchParams().has(name),
    open: () => replaceAddressQuery(new URLSearchParams({ [name]: "1" })),
    close: () => replaceAddressQuery(new URLSearchParams()),
  };
}
