"use client";

import { useQuery } from "@tanstack/react-query";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { RulesForm } from "./rules-form.tsx";
import { ToolsNav } from "./tools-nav.tsx";

/** What holds for the tools of every agent. */
export function RulesPage() {
  const trpc = useTRPC();
  const policy = useQuery(trpc.tools.policy.queryOptions());
  return (
    <PageFrame title="Rules" isTitleForWide meta={<ToolsNav />}>
      {policy.isPending ? <ListLoading label="Loading the rules" /> : null}
      {policy.isLoadingError ? (
        <ErrorState
          title="The rules could not be read"
          error={policy.error}
          onRetry={() => void policy.refetch()}
        />
      ) : null}
      {policy.data ? <RulesForm policy={policy.data} /> : null}
    </PageFrame>
  );
}
