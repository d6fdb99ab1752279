import { BookOpen, Box, CornerRightDown, type LucideIcon, Plug, SquareTerminal } from "lucide-react";
import type { ToolOrigin } from "@/server/contract/tool-array.ts";
import { classNames } from "./class-names.ts";

interface SourceLook {
  readonly word: string;
  readonly icon: LucideIcon;
  /** Colour for bars and their legend; never for text. */
  readonly barClassName: string;
}

/** Icon, word and bar colour of every place a tool can come from. */
export const toolSources: Readonly<Record<string, SourceLook>> = {
  builtin: { word: "Built-in", icon: Box, barClassName: "bg-src-builtin" },
  skill: { word: "Skill", icon: BookOpen, barClassName: "bg-src-skill" },
  mcp: { word: "MCP", icon: Plug, barClassName: "bg-src-mcp" },
  delegation: { word: "Delegation", icon: CornerRightDown, barClassName: "bg-src-delegate" },
};

const unknownSource: SourceLook = {
  word: "Executable",
  icon: SquareTerminal,
  barClassName: "bg-src-toolbox",
};

/** The look of a kind of source; kinds that are not known yet are drawn as executables. */
export function sourceLook(kind: string): SourceLook {
  return toolSources[kind] ?? unknownSource;
}

/** "Built-in", or the name of the skill or server. */
export function sourceName(origin: ToolOrigin): string {
  return origin.kind === "skill" || origin.kind === "mcp" ? origin.id : sourceLook(origin.kind).word;
}

interface SourceIconProps {
  readonly kind: string;
  readonly className?: string;
}

export function SourceIcon({ kind, className = "size-3.5" }: SourceIconProps) {
  const Icon = sourceLook(kind).icon;
  return <Icon className={className} />;
}

interface SourceBadgeProps {
  readonly origin: ToolOrigin;
  readonly className?: string;
}

/** Icon and name of where a tool comes from, as on every tool call. */
export function SourceBadge({ origin, className }: SourceBadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex min-w-0 items-center gap-1 whitespace-nowrap text-11 text-text-3",
        className,
      )}
    >
      <SourceIcon kind={origin.kind} className="size-3" />
      <span className="truncate">{sourceName(origin)}</span>
    </span>
  );
}
