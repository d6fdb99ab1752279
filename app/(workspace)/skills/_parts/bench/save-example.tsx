"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { JsonObject } from "@/server/contract/json.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Button } from "../../../../_ui/button.tsx";
import { TextField } from "../../../../_ui/text-field.tsx";
import { showToast } from "../../../../_ui/toast-store.ts";
import type { FinishedTry } from "./use-try.ts";

interface SaveExampleProps {
  readonly skill: string;
  readonly tried: FinishedTry;
}

/** Keeps a try as an example: from now on the same arguments have to give the same result. */
export function SaveExample({ skill, tried }: SaveExampleProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const save = useMutation(
    trpc.skills.saveExample.mutationOptions({
      onSuccess: ({ file }) => {
        setName("");
        showToast({ kind: "done", text: `Saved as ${file}` });
        void queryClient.invalidateQueries(trpc.skills.pathFilter());
      },
    }),
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ name: skill, example: toFileName(name), content: await toExample(tried, name) });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
      <TextField
        label={tried.outcome.isOk ? "Keep it as an example" : "Keep the failure as an example"}
        fieldClassName="min-w-48 flex-1"
        placeholder="What has to stay true"
        value={name}
        error={save.isError ? errorText(save.error) : undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size={32} disabled={save.isPending || toFileName(name) === ""}>
        Save example
      </Button>
    </form>
  );
}

function toFileName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, 60)
    .replace(/-+$/, "");
}

async function toExample({ call, outcome }: FinishedTry, description: string): Promise<JsonObject> {
  const texts = await Promise.all(call.files.map(async (file) => [file.name, await file.text()] as const));
  return {
    description,
    function: call.function,
    ...(texts.length > 0 ? { files: Object.fromEntries(texts) } : {}),
    arguments: call.arguments,
    ...(outcome.isOk
      ? { expected: outcome.data }
      : { expectedError: (outcome.problem?.message ?? "").split("\n")[0] ?? "" }),
    ...(outcome.files.length > 0 ? { expectedFiles: outcome.files.map((file) => file.name) } : {}),
  };
}
