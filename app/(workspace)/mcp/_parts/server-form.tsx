"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { usePathname, useRouter } from "next/navigation";
import { useForm } from "react-hook-form";
import { type McpServerInput, type McpServerSummary, mcpServerInput } from "@/server/contract/mcp-servers.ts";
import { ownValue } from "@/server/contract/own-value.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Note } from "../../../_ui/note.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { TextField } from "../../../_ui/text-field.tsx";
import { parseEnvironmentLines, splitCommandLine } from "./command-line.ts";
import { commandText } from "./server-status.tsx";
import { useTestServer } from "./use-test-server.ts";

interface Typed {
  readonly name: string;
  readonly command: string;
  readonly variables: string;
}

interface ServerFormProps {
  readonly server: McpServerSummary | undefined;
  readonly onDone: () => void;
}

/** Name, command and variables of a server. Saving tests it at once. */
export function ServerForm({ server, onDone }: ServerFormProps) {
  const form = useForm<Typed>({
    defaultValues: {
      name: server?.name ?? "",
      command: server ? commandText(server) : "",
      variables: referenceLines(server),
    },
  });
  const save = useSaveServer(onDone);
  const submit = form.handleSubmit((typed) => {
    const { env, wrongLine } = parseEnvironmentLines(typed.variables);
    if (wrongLine !== undefined) {
      form.setError("variables", { message: `Write NAME=value, one a line. This is none: ${wrongLine}` });
      return;
    }
    const [command = "", ...args] = splitCommandLine(typed.command);
    const parsed = mcpServerInput.safeParse({ name: typed.name.trim(), command, args, env });
    if (parsed.success) {
      save.mutate(parsed.data);
      return;
    }
    for (const issue of parsed.error.issues) {
      const field = issue.path[0] === "name" ? "name" : "command";
      form.setError(field, { message: typed[field].trim() === "" ? emptyTexts[field] : issue.message });
    }
  });
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        void submit(event);
      }}
    >
      <TextField
        label="Name"
        isMono
        disabled={server !== undefined}
        hint="Part of every tool's name: mcp__name__tool"
        error={errors.name?.message}
        {...form.register("name")}
      />
      <TextArea
        label="Command"
        isMono
        rows={2}
        placeholder="npx -y @modelcontextprotocol/server-filesystem /path/to/folder"
        hint={commandHint}
        error={errors.command?.message}
        {...form.register("command")}
      />
      <TextArea
        label="Variables"
        isMono
        rows={2}
        placeholder="TOKEN={{secret:NAME}}"
        hint={variablesHint(server)}
        error={errors.variables?.message}
        {...form.register("variables")}
      />
      {save.isError ? <Note tone="fail">{errorText(save.error)}</Note> : null}
      <div className="flex justify-end">
        <Button type="submit" size={32} variant="primary" disabled={save.isPending}>
          {save.isPending ? "Saving" : "Save and test"}
        </Button>
      </div>
    </form>
  );
}

const commandHint =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: shown as it is typed
  "As in a terminal. ${OPENHIVE_DATA_DIR} and ${OPENHIVE_RUN_DIR} are filled in, and secrets by their names";
const emptyTexts = { name: "A server needs a name", command: "Type the command that starts the server" };

function variablesHint(server: McpServerSummary | undefined): string {
  const hidden = (server?.envNames ?? []).filter(
    (name) => ownValue(server?.envReferences, name) === undefined,
  );
  if (hidden.length === 0)
    return "One a line: a secret of Settings by its name, or a value, which stays on the server and is not shown again";
  return `Has ${hidden.join(", ")}, ${hidden.length === 1 ? "whose value is" : "whose values are"} not shown: type every variable it needs`;
}

/** What can be shown of the variables: which secrets they take. */
function referenceLines(server: McpServerSummary | undefined): string {
  return Object.entries(server?.envReferences ?? {})
    .map(([name, reference]) => `${name}=${reference}`)
    .join("\n");
}

function useSaveServer(onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const pathname = usePathname();
  const test = useTestServer();
  return useMutation(
    trpc.mcp.save.mutationOptions({
      onSuccess: async (_saved, input: McpServerInput | { readonly name: string }) => {
        await queryClient.invalidateQueries({ queryKey: trpc.mcp.list.queryKey() });
        onDone();
        router.replace(`${pathname}?server=${encodeURIComponent(input.name)}`, { scroll: false });
        test.mutate({ name: input.name });
      },
    }),
  );
}
