"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListDetail, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import { ServerDetail } from "./server-detail.tsx";
import { ServerDialog } from "./server-dialog.tsx";
import { commandText, ServerStatus, toolCountText } from "./server-status.tsx";

/** Programs that give agents tools from other systems. */
export function McpPage() {
  const trpc = useTRPC();
  const servers = useQuery(trpc.mcp.list.queryOptions());
  const [isAdding, setIsAdding] = useState(false);
  const add = (
    <Button variant="primary" onClick={() => setIsAdding(true)}>
      <Plus />
      Add a server
    </Button>
  );
  return (
    <PageFrame
      title="MCP"
      isScrolling={false}
      meta={servers.data ? <span className="num text-11 text-text-3">{servers.data.length}</span> : null}
      actions={add}
    >
      {servers.data ? <Servers servers={servers.data} add={add} /> : null}
      {servers.isPending ? <ListLoading label="Loading MCP servers" /> : null}
      {servers.isLoadingError ? (
        <ErrorState
          title="The MCP servers could not be read"
          error={servers.error}
          onRetry={() => void servers.refetch()}
        />
      ) : null}
      {isAdding ? <ServerDialog server={undefined} onClose={() => setIsAdding(false)} /> : null}
    </PageFrame>
  );
}

interface ServersProps {
  readonly servers: readonly McpServerSummary[];
  readonly add: ReactNode;
}

function Servers({ servers, add }: ServersProps) {
  const { chosen, isNamed, listHref, hrefOf } = useChosen(
    "server",
    servers.map((server) => server.name),
  );
  const shown = servers.find((server) => server.name === chosen);
  if (!shown) {
    return (
      <EmptyState title="No MCP servers" action={add}>
        Servers give agents tools from other systems: files, databases, search. Add one by its command, or
        paste the .mcp.json you already use. A server starts on first use and ends with the run.
      </EmptyState>
    );
  }
  return (
    <ListDetail
      label="MCP"
      isDetailNamed={isNamed}
      listHref={listHref}
      list={servers.map((server) => (
        <ListLink key={server.name} href={hrefOf(server.name)} isChosen={server.name === chosen}>
          <span className="flex min-w-0 items-center justify-between gap-2">
            <span className="mono truncate text-12 font-medium">{server.name}</span>
            <ServerStatus server={server} />
          </span>
          <span className="flex min-w-0 items-center justify-between gap-3">
            <span className="mono truncate text-11 text-text-3">{commandText(server)}</span>
            <span className="num flex-none text-11 text-text-3">{toolCountText(server)}</span>
          </span>
        </ListLink>
      ))}
      detail={<ServerDetail key={shown.name} server={shown} />}
    />
  );
}
