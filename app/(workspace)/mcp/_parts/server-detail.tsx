"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Plug, Trash2 } from "lucide-react";
import { useState } from "react";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { ownValue } from "@/server/contract/own-value.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { CodeBlock } from "../../../_ui/code-block.tsx";
import { ConfirmDialog } from "../../../_ui/dialog.tsx";
import { Note } from "../../../_ui/note.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { showToast } from "../../../_ui/toast-store.ts";
import { ServerDialog } from "./server-dialog.tsx";
import { commandText, ServerStatus } from "./server-status.tsx";
import { ServerTools } from "./server-tools.tsx";
import { TestProgress } from "./test-progress.tsx";
import { useIsTesting, useTestServer } from "./use-test-server.ts";

interface ServerDetailProps {
  readonly server: McpServerSummary;
}

/** One server: how it starts, whether it answers, which tools it brings. */
export function ServerDetail({ server }: ServerDetailProps) {
  const test = useTestServer();
  const isTesting = useIsTesting(server.name);
  return (
    <div className="flex max-w-[56rem] flex-col gap-4 px-4 py-4 md:px-6">
      <header className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="mono text-16 wrap-anywhere">{server.name}</h2>
          <p className="flex flex-wrap items-center gap-x-3 text-12 text-text-3">
            <ServerStatus server={server} />
            {server.testedAt ? (
              <span>
                tested <TimeText iso={server.testedAt} />
              </span>
            ) : null}
            <span>{usedByText(server.usedBy)}</span>
          </p>
        </div>
        <Button
          variant={server.status === "untested" ? "primary" : "secondary"}
          disabled={isTesting}
          onClick={() => test.mutate({ name: server.name })}
        >
          <Plug />
          {isTesting ? "Testing" : "Test"}
        </Button>
        <ServerActions server={server} />
      </header>
      <ServerHealth server={server} isTesting={isTesting} error={test.error} />
      <section className="flex flex-col gap-1.5">
        <h3 className="text-12 font-medium tracking-normal">Starts with</h3>
        <CodeBlock label={`Command of ${server.name}`} code={commandText(server)} />
        <p className="text-12 text-text-3">
          {server.envNames.length === 0 ? (
            "Gets no variables of its own."
          ) : (
            <>
              Gets{" "}
              <span className="mono text-11 wrap-anywhere text-text-2">
                {server.envNames.map((name) => variableText(name, server)).join(", ")}
              </span>
              ; the values stay on the server and are not shown again.
            </>
          )}
        </p>
      </section>
      <ServerTools server={server} />
    </div>
  );
}

interface ServerHealthProps extends ServerDetailProps {
  readonly isTesting: boolean;
  /** Why the last request for a test failed; what the test itself found is in the server. */
  readonly error: unknown;
}

function ServerHealth({ server, isTesting, error }: ServerHealthProps) {
  if (isTesting) return <TestProgress name={server.name} />;
  if (error) return <Note tone="fail">{errorText(error)}</Note>;
  if (server.status === "failing") {
    return (
      <Note tone="fail">
        <p className="font-medium">{server.name} does not answer</p>
        <p className="whitespace-pre-line">{server.error}</p>
        <p className="text-text-2">Runs go on without its tools until it does.</p>
      </Note>
    );
  }
  if (server.status === "untested") {
    return (
      <Note>Not tested yet. A test starts the server, lists its tools, remembers them and stops it.</Note>
    );
  }
  return null;
}

function ServerActions({ server }: ServerDetailProps) {
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen("edit")}>
        <Pencil />
        Edit
      </Button>
      <Button variant="danger" onClick={() => setOpen("remove")}>
        <Trash2 />
        Remove
      </Button>
      {open === "edit" ? <ServerDialog server={server} onClose={close} /> : null}
      <RemoveServer server={server} isOpen={open === "remove"} onClose={close} />
    </>
  );
}

interface RemoveServerProps extends ServerDetailProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function RemoveServer({ server, isOpen, onClose }: RemoveServerProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const remove = useMutation(
    trpc.mcp.remove.mutationOptions({
      onSuccess: async () => {
        onClose();
        showToast({ kind: "done", text: `${server.name} removed` });
        await queryClient.invalidateQueries({ queryKey: trpc.mcp.list.queryKey() });
      },
      onError: (error) => showToast({ kind: "fail", text: errorText(error) }),
    }),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onOpenChange={onClose}
      title={`Remove ${server.name}?`}
      description={removalText(server)}
      confirmLabel="Remove server"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ name: server.name })}
    />
  );
}

function removalText({ usedBy, envNames }: McpServerSummary): string {
  const values = envNames.length > 0 ? "The values of its variables are deleted for good. " : "";
  if (usedBy === 0) return `${values}No agent uses it.`;
  return `${values}${usedBy === 1 ? "1 agent keeps its grant but loses" : `${usedBy} agents keep their grant but lose`} the tools.`;
}

function variableText(name: string, { envReferences }: McpServerSummary): string {
  const reference = ownValue(envReferences, name);
  return reference === undefined ? name : `${name}=${reference}`;
}

function usedByText(count: number): string {
  if (count === 0) return "granted to no agent";
  return count === 1 ? "granted to 1 agent" : `granted to ${count} agents`;
}
