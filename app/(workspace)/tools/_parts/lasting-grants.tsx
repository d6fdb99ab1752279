"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { showToast } from "../../../_ui/toast-store.ts";

/** What was allowed for good, and the way to take it back. */
export function LastingGrants() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const grants = useQuery(trpc.tools.grants.queryOptions());
  const remove = useMutation(
    trpc.tools.removeGrant.mutationOptions({
      onError: (error) => showToast({ kind: "fail", text: errorText(error) }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.tools.pathKey() }),
    }),
  );
  if (!grants.data || grants.data.length === 0) return null;
  return (
    <section aria-label="Allowed for good" className="flex flex-col gap-3">
      <h2 className="text-14">Allowed for good</h2>
      <ul className="divide-y rounded-3 border">
        {grants.data.map((grant) => (
          <li key={grant.id} className="flex items-center gap-3 px-3.5 py-2.5">
            <div className="min-w-0 flex-1">
              <p className="mono truncate text-12" title={`${grant.executable} ${grant.shape}`}>
                {grant.summary} <span className="text-text-3">{grant.shape}</span>
              </p>
              <p className="text-12 text-text-2">
                {grant.agentName ?? "Every agent"} of {grant.orgName}
                {grant.runTask === null ? "" : `, until "${grant.runTask.split("\n")[0]}" ends`}, by{" "}
                {grant.grantedBy}
              </p>
            </div>
            <Button disabled={remove.isPending} onClick={() => remove.mutate({ id: grant.id })}>
              Take back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
