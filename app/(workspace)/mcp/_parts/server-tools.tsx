"use client";

import { ChevronDown, ChevronRight, TriangleAlert } from "lucide-react";
import { useId, useState } from "react";
import type { McpServerSummary, McpToolSummary } from "@/server/contract/mcp-servers.ts";
import { Chip } from "../../../_ui/chip.tsx";
import { Note } from "../../../_ui/note.tsx";
import { SchemaView } from "../../../_ui/schema-view.tsx";

interface ServerToolsProps {
  readonly server: McpServerSummary;
}

/** The tools remembered from the last test, under the names the model sees. */
export function ServerTools({ server }: ServerToolsProps) {
  const refused = server.tools.filter((tool) => tool.problem !== null).length;
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="flex items-baseline gap-2 text-12 font-medium tracking-normal">
        Tools
        {server.tools.length > 0 ? (
          <span className="num text-11 font-medium text-text-3">
            {server.tools.length}
            {refused > 0 ? `, ${refused} not offered` : ""}
          </span>
        ) : null}
      </h3>
      {server.tools.length === 0 ? (
        <p className="text-12 text-text-2">None remembered. A test that succeeds lists them here.</p>
      ) : (
        <ul className="overflow-hidden rounded-3 border">
          {server.tools.map((tool) => (
            <ToolRow key={tool.name} tool={tool} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface ToolRowProps {
  readonly tool: McpToolSummary;
}

function ToolRow({ tool }: ToolRowProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <li className="border-t first:border-t-0">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2.5 px-3 py-1.5 text-left focus-inside hover:bg-surface-2"
      >
        {tool.problem ? <TriangleAlert className="size-3.5 text-st-person" /> : null}
        <span className="min-w-0 flex-1 leading-[1.125rem]">
          <span className="mono block text-12 font-medium wrap-anywhere">{tool.exposedName}</span>
          <span className="block truncate text-12 text-text-2">
            {tool.problem ? `Not offered: ${tool.problem}` : tool.description || "No description"}
          </span>
        </span>
        {tool.isReadOnly ? <Chip>Only reads</Chip> : null}
        <Chevron className="size-3.5 text-text-3" />
      </button>
      {isOpen ? (
        <div id={id} className="flex flex-col gap-3 border-t bg-surface-2 p-3">
          {tool.problem ? (
            <Note tone="warn">
              <p>Not offered to agents: {tool.problem}</p>
              <p className="text-text-2">The other tools of the server are not affected.</p>
            </Note>
          ) : null}
          <p className="max-w-[44rem] text-12 whitespace-pre-line text-text-2 wrap-anywhere">
            {tool.description || "The server gives no description."}
          </p>
          <SchemaView schema={tool.inputSchema} label={`Arguments of ${tool.exposedName}`} />
        </div>
      ) : null}
    </li>
  );
}
