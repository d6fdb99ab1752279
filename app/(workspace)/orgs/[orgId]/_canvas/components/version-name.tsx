"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";

interface VersionNameProps {
  readonly orgId: string;
  readonly version: number;
}

/** Names a version; one with a name is kept for good. */
export function VersionName({ orgId, version }: VersionNameProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const versions = useQuery(trpc.orgs.versions.queryOptions({ orgId }));
  const known = versions.data?.find((one) => one.version === version)?.label ?? "";
  const [typed, setTyped] = useState<string>();
  const name = useMutation(
    trpc.orgs.nameVersion.mutationOptions({
      onSuccess: async () => {
        await queries.invalidateQueries(trpc.orgs.versions.queryFilter({ orgId }));
        setTyped(undefined);
      },
    }),
  );
  const label = (typed ?? known).trim();
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        name.mutate({ orgId, version, label: label === "" ? null : label });
      }}
    >
      <div className="min-w-0 flex-1">
        <TextField
          label="Name of this version"
          dir="auto"
          maxLength={80}
          value={typed ?? known}
          placeholder="A name keeps it for good"
          error={name.isError ? errorText(name.error) : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button
        type="submit"
        size={32}
        className="pointer-coarse:h-11"
        disabled={label === known || name.isPending}
      >
        Save name
      </Button>
    </form>
  );
}
