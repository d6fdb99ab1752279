"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { SecretSummary } from "@/server/contract/secrets.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Chip } from "../../../_ui/chip.tsx";
import { classNames } from "../../../_ui/class-names.ts";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { SecretDialog } from "./secret-dialog.tsx";

/** The secrets that agents may use by name. Values are never read. */
export function Secrets() {
  const trpc = useTRPC();
  const secrets = useQuery(trpc.secrets.list.queryOptions());
  const [edited, setEdited] = useState<SecretSummary | "new" | null>(null);
  if (secrets.isPending) {
    return (
      <Loading label="Loading secrets" className="flex flex-col gap-4 rounded-3 border p-4">
        <Skeleton className="h-2.5 w-2/5" />
        <Skeleton className="h-2.5 w-3/5" />
      </Loading>
    );
  }
  if (!secrets.data) {
    return (
      <ErrorState
        title="The secrets could not be read"
        error={secrets.error}
        onRetry={() => void secrets.refetch()}
        className=""
      />
    );
  }
  const isEmpty = secrets.data.length === 0;
  return (
    <>
      <div
        className={classNames(
          "flex flex-col items-start gap-3",
          isEmpty && "rounded-3 border border-dashed px-3.5 py-3",
        )}
      >
        {isEmpty ? (
          <p className="text-12 text-text-2">
            No secret is stored. An agent can ask for one with <span className="mono">prompt_secret</span>, or
            you add it here.
          </p>
        ) : (
          <ul className="w-full overflow-hidden rounded-3 border">
            {secrets.data.map((secret) => (
              <SecretRow key={secret.name} secret={secret} onEdit={() => setEdited(secret)} />
            ))}
          </ul>
        )}
        {/* One button for both, so that the focus comes back to it when the first secret is there. */}
        <Button onClick={() => setEdited("new")}>
          <Plus />
          Add a secret
        </Button>
      </div>
      {edited === null ? null : (
        <SecretDialog
          secret={edited === "new" ? undefined : edited}
          takenNames={secrets.data.map(({ name }) => name)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

interface SecretRowProps {
  readonly secret: SecretSummary;
  readonly onEdit: () => void;
}

function SecretRow({ secret, onEdit }: SecretRowProps) {
  const { name, description, tools, hosts, uses } = secret;
  return (
    <li className="flex items-start gap-3 border-t px-3.5 py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="mono text-12 font-medium wrap-anywhere">{name}</span>
          {tools.length === 0 ? <Chip tone="line">no tool may have it</Chip> : null}
          {tools.slice(0, 4).map((tool) => (
            <Chip key={tool} isMono tone="tool">
              {tool}
            </Chip>
          ))}
          {tools.length > 4 ? <span className="text-11 text-text-3">and {tools.length - 4} more</span> : null}
        </div>
        {description === "" ? null : (
          <p className="mt-0.5 text-12 text-text-2 wrap-anywhere">{description}</p>
        )}
        <p className="mt-0.5 text-12 text-text-3 wrap-anywhere">
          {hosts.length === 0 ? (
            "No host."
          ) : (
            <>
              To <span className="mono text-11">{hosts.join(", ")}</span>.
            </>
          )}{" "}
          <LastUse use={uses[0]} />
        </p>
      </div>
      <Button onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
    </li>
  );
}

function LastUse({ use }: { readonly use: SecretSummary["uses"][number] | undefined }) {
  if (!use) return <>Not used yet.</>;
  return (
    <>
      Last used by {use.agentName} with <span className="mono text-11">{use.tool}</span>,{" "}
      <TimeText iso={use.lastAt} className="num" />.
    </>
  );
}
