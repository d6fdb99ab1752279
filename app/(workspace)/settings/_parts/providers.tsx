"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { ProviderSummary } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { ProviderDialog } from "./provider-dialog.tsx";
import { ProviderRow } from "./provider-row.tsx";

/** Every provider of models, ready or not. */
export function Providers() {
  const trpc = useTRPC();
  const providers = useQuery(trpc.providers.list.queryOptions());
  const [edited, setEdited] = useState<ProviderSummary | "new" | null>(null);
  if (providers.isPending) {
    return (
      <div className="overflow-hidden rounded-3 border">
        <ListLoading label="Loading providers" />
      </div>
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
          <ProviderRow key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
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
