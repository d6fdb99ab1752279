"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { showToast } from "../../../_ui/toast-store.ts";
import { useTestServer } from "./use-test-server.ts";

interface ImportFormProps {
  readonly onDone: () => void;
}

const example = `{
  "mcpServers": {
    "files": {
      "command": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem", "/path"]
    }
  }
}`;

/** Takes the servers of a `.mcp.json` over; those with a name that exists replace it. */
export function ImportForm({ onDone }: ImportFormProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [text, setText] = useState("");
  const test = useTestServer();
  const add = useMutation(
    trpc.mcp.import.mutationOptions({
      onSuccess: async (servers) => {
        await queryClient.invalidateQueries({ queryKey: trpc.mcp.list.queryKey() });
        showToast({
          kind: "done",
          text: servers.length === 1 ? "1 server added" : `${servers.length} servers added`,
        });
        // Agents get what a test found, so each is tested at once; the list shows how that goes.
        for (const server of servers) test.mutate({ name: server.name });
        onDone();
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ text });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextArea
        label="Text of the file"
        isMono
        rows={9}
        className="max-h-80"
        placeholder={example}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={add.isError ? errorText(add.error) : undefined}
        hint="A server with a name that exists is replaced. Values of variables stay on the server"
      />
      <div className="flex justify-end">
        <Button type="submit" size={32} variant="primary" disabled={add.isPending || text.trim() === ""}>
          {add.isPending ? "Adding" : "Add servers"}
        </Button>
      </div>
    </form>
  );
}
