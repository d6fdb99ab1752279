"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ServedProvider } from "@/server/contract/provider.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { ProviderRow } from "./provider-row.tsx";

/** Every provider of models, ready or not. */
export function Providers() {
  const trpc = useTRPC();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const [edited, setEdited] = useState<ServedProvider | "new" | null>(null);
  if (providers.isPending) {
    return (
      <Loading label="Loading providers" className="flex flex-col gap-4 rounded-3 border p-4">
        <Skeleton className="h-2.5 w-2/5" />
        <Skeleton className="h-2.5 w-4/5" />
        <Skeleton className="h-2.5 w-1/2" />
      </Loading>
    );
  }
  if (!providers.data) {
    return (
      <ErrorState
        title="The providers could not be read"
        error={providers.error}
        onRetry={() => void providers.refetch()}
        className=""
      />
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="w-full overflow-hidden rounded-3 border">
        {providers.data.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} onEdit={setEdited} />
        ))}
      </ul>
      <Button onClick={() => setEdited("new")}>
        <Plus />
        Add a provider
      </Button>
      {edited === null ? null : (
        <ProviderDialog
          provider={edited === "new" ? undefined : edited}
          takenIds={providers.data.map((provider) => provider.id)}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  );
}
