"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Plug, Unplug } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Checkbox } from "@/app/_ui/checkbox.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { EmptyState } from "@/app/_ui/empty-state.tsx";
import { ErrorState } from "@/app/_ui/error-state.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { Switch } from "@/app/_ui/switch.tsx";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import type { McpGrant } from "@/server/contract/org-document.ts";
import { chooseMcpTool } from "../../model/edit-grants.ts";
import { plural } from "../../model/plural.ts";
import { useEditor, useEditorActions, useEditorStore } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";

/** MCP servers the agent may call, whole or tool by tool. */
export function McpTab({ agentId }: AgentTabProps) {
  const trpc = useTRPC();
  const servers = useQuery(trpc.mcp.list.queryOptions());
  const grants = useEditor((state) => state.cards.get(agentId)?.agent.mcp);
  if (servers.isLoadingError)
    return (
      <ErrorState
        title="The MCP servers could not be read"
        error={servers.error}
        onRetry={() => void servers.refetch()}
        className="p-4"
      />
    );
  if (!servers.data || !grants) return <Skeleton className="m-4 h-8" />;
  const unknown = grants.filter((grant) => !servers.data.some((server) => server.name === grant.server));
  if (servers.data.length + unknown.length === 0) {
    return (
      <EmptyState
        isInline
        title="No MCP servers"
        action={
          <Button asChild>
            <Link href="/mcp">Add a server</Link>
          </Button>
        }
      >
        Servers give agents tools from other systems. They start on first use.
      </EmptyState>
    );
  }
  return (
    <ul className="divide-y border-b">
      {unknown.map((grant) => (
        <UnknownServer key={grant.server} agentId={agentId} name={grant.server} />
      ))}
      {servers.data.map((server) => (
        <ServerRow
          key={server.name}
          agentId={agentId}
          server={server}
          grant={grants.find((grant) => grant.server === server.name)}
        />
      ))}
    </ul>
  );
}

interface UnknownServerProps extends AgentTabProps {
  readonly name: string;
}

function UnknownServer({ agentId, name }: UnknownServerProps) {
  const { revoke } = useEditorActions();
  return (
    <li className="flex items-center gap-2.5 px-4 py-2.5">
      <Switch label={name} isLabelHidden isOn onChange={() => revoke(agentId, { kind: "mcp", name })} />
      <span className="mono min-w-0 flex-1 truncate text-12 font-medium">{name}</span>
      <span className="text-11 text-st-person">No server of this name is set up</span>
    </li>
  );
}

interface ServerRowProps extends AgentTabProps {
  readonly server: McpServerSummary;
  readonly grant: McpGrant | undefined;
}

function ServerRow({ agentId, server, grant: current }: ServerRowProps) {
  const { grant, revoke } = useEditorActions();
  const [isOpen, setIsOpen] = useState(false);
  const item = { kind: "mcp", name: server.name } as const;
  const Icon = server.status === "failing" ? Unplug : Plug;
  const ink = server.status === "failing" ? "text-st-person" : "text-text-3";
  const words = serverWords(server, current);
  return (
    <li>
      <div className="flex items-center gap-2.5 px-4 py-2">
        <Switch
          label={server.name}
          isLabelHidden
          isOn={current !== undefined}
          onChange={(isOn) => (isOn ? grant(agentId, item) : revoke(agentId, item))}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          disabled={server.tools.length === 0}
          className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-1 text-left pointer-coarse:min-h-11"
        >
          <Icon className={classNames("size-3.5", ink)} />
          <span className="mono min-w-0 flex-1 truncate text-12 font-medium">{server.name}</span>
          <span title={words} className={classNames("num max-w-36 truncate text-11", ink)}>
            {words}
          </span>
          {server.tools.length > 0 ? (
            <ChevronRight
              className={classNames(
                "size-3.5 text-text-3 transition-transform duration-140",
                isOpen && "rotate-90",
              )}
            />
          ) : null}
        </button>
      </div>
      {isOpen ? <ToolChoices agentId={agentId} server={server} grant={current} /> : null}
    </li>
  );
}

/** "4 of 6 tools", or why there are none. */
function serverWords(server: McpServerSummary, current: McpGrant | undefined): string {
  if (server.status === "failing") return server.error ?? "Does not answer";
  if (server.status === "untested") return "Not tested yet";
  const offered = server.tools.filter((tool) => tool.problem === null).length;
  return current
    ? `${current.tools?.length ?? offered} of ${plural(offered, "tool")}`
    : plural(offered, "tool");
}

function ToolChoices({ agentId, server, grant: current }: ServerRowProps) {
  const store = useEditorStore();
  const allTools = server.tools.filter((tool) => tool.problem === null).map((tool) => tool.name);
  const choose = (tool: string, isGranted: boolean) => {
    const { document: drawing, actions } = store.getState();
    const label = `${tool} ${isGranted ? "granted" : "withheld"}`;
    actions.edit(chooseMcpTool(drawing, agentId, { server: server.name, tool, isGranted, allTools }), {
      label,
      announcement: label,
    });
  };
  return (
    <ul className="flex flex-col gap-2 pr-4 pb-3 pl-13">
      {server.tools.map((tool) => (
        <li key={tool.name}>
          <Checkbox
            label={<span className="mono text-12">{tool.name}</span>}
            hint={<span className="line-clamp-2">{tool.problem ?? tool.description}</span>}
            isChecked={
              tool.problem === null && current !== undefined && (current.tools?.includes(tool.name) ?? true)
            }
            isDisabled={tool.problem !== null}
            onChange={(isGranted) => choose(tool.name, isGranted)}
          />
        </li>
      ))}
    </ul>
  );
}
