"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Button } from "../../../../_ui/button.tsx";
import { TextField } from "../../../../_ui/text-field.tsx";
import { showToast } from "../../../../_ui/toast-store.ts";
import { toExample, toExampleName } from "./to-example.ts";
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
  const [problem, setProblem] = useState("");
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
    const content = await toExample(tried, name);
    setProblem(content ? "" : "Only text files of up to 200 kB together can be kept with an example");
    if (content) save.mutate({ name: skill, example: toExampleName(name, tried.call.function), content });
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
      <TextField
        label={tried.outcome.isOk ? "Keep it as an example" : "Keep the failure as an example"}
        fieldClassName="min-w-48 flex-1"
        placeholder="What has to stay true"
        value={name}
        error={problem || (save.isError ? errorText(save.error) : undefined)}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" size={32} disabled={save.isPending || name.trim() === ""}>
        Save example
      </Button>
    </form>
  );
}
