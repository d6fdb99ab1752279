"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { OrgTemplate } from "@/server/contract/org-files.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { TemplateCard } from "./template-card.tsx";
import { UseTemplateDialog } from "./use-template-dialog.tsx";

const grid = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4 p-4 md:p-6";

/** Ready-made orgs to begin from: what each is for, how it is drawn, and the task it can be tried with. */
export function TemplatesPage() {
  const trpc = useTRPC();
  const templates = useQuery(trpc.orgs.templates.queryOptions());
  const [chosen, setChosen] = useState<OrgTemplate>();
  return (
    <PageFrame
      title="Templates"
      crumbs={[{ label: "Orgs", href: "/orgs" }]}
      meta={templates.data ? <span className="num text-11 text-text-3">{templates.data.length}</span> : null}
      ground="canvas"
    >
      {templates.data?.length === 0 ? (
        <EmptyState title="No templates">
          A template is an exported org in packages/templates. Put a folder there and start again.
        </EmptyState>
      ) : null}
      {templates.data ? (
        <ul className={grid}>
          {templates.data.map((template) => (
            <li key={template.name} className="flex">
              <TemplateCard template={template} onUse={() => setChosen(template)} />
            </li>
          ))}
        </ul>
      ) : null}
      {templates.isPending ? <TemplatesLoading /> : null}
      {templates.isLoadingError ? (
        <ErrorState
          title="The templates could not be read"
          error={templates.error}
          onRetry={() => void templates.refetch()}
        />
      ) : null}
      {chosen ? <UseTemplateDialog template={chosen} onClose={() => setChosen(undefined)} /> : null}
    </PageFrame>
  );
}

function TemplatesLoading() {
  return (
    <Loading label="Loading templates" className={grid}>
      {["one", "two", "three", "four", "five", "six"].map((name) => (
        <div key={name} className="flex h-80 flex-col gap-3 rounded-3 border bg-surface p-4">
          <Skeleton className="h-36 w-full" />
          <Skeleton className="h-3 w-2/5" />
          <Skeleton />
        </div>
      ))}
    </Loading>
  );
}
