import { estimateTokenCount } from "tokenx";
import { CodeBlock } from "../../../_ui/code-block.tsx";
import { formatCount } from "../../../_ui/format-tokens.ts";
import { Note } from "../../../_ui/note.tsx";
import { SchemaView } from "../../../_ui/schema-view.tsx";
import { SourceBadge } from "../../../_ui/source-icon.tsx";
import type { ShownTool } from "./shown-tool.ts";

interface ToolDetailProps {
  readonly tool: ShownTool;
  /** How an agent gets it. */
  readonly grant: string;
}

/** One tool: what the model is told about it, and what it takes. */
export function ToolDetail({ tool, grant }: ToolDetailProps) {
  return (
    <div className="flex max-w-[48rem] flex-col gap-4 px-4 py-4 md:px-6">
      <header className="flex flex-col gap-1">
        <h2 className="mono text-16 wrap-anywhere">{tool.name}</h2>
        <div className="flex flex-wrap items-center gap-x-3 text-12 text-text-3">
          <SourceBadge origin={tool.origin} />
          <span className="num">about {formatCount(tokensOf(tool))} tokens a turn</span>
        </div>
        <p className="text-12 text-text-2">{grant}</p>
      </header>
      {tool.problem ? <Note tone="warn">Not offered to agents: {tool.problem}</Note> : null}
      <section className="flex flex-col gap-1.5">
        <h3 className="text-12 font-medium tracking-normal">Description, as the model reads it</h3>
        <CodeBlock label={`Description of ${tool.name}`} code={tool.description || "None"} hasCopy={false} />
      </section>
      <section className="flex flex-col gap-1.5">
        <h3 className="text-12 font-medium tracking-normal">Arguments</h3>
        <SchemaView schema={tool.inputSchema} label={`Arguments of ${tool.name}`} />
      </section>
    </div>
  );
}

function tokensOf({ name, description, inputSchema }: ShownTool): number {
  return estimateTokenCount(JSON.stringify({ name, description, inputSchema }));
}
