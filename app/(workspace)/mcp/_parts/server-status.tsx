import { Check, CircleDashed, X } from "lucide-react";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { classNames } from "../../../_ui/class-names.ts";

const looks = {
  ready: { word: "Answers", icon: Check, className: "text-st-done" },
  failing: { word: "Does not answer", icon: X, className: "text-st-fail" },
  untested: { word: "Not tested", icon: CircleDashed, className: "text-st-wait" },
} as const;

interface ServerStatusProps {
  readonly server: Pick<McpServerSummary, "status">;
}

/** What the last test came to. */
export function ServerStatus({ server }: ServerStatusProps) {
  const look = looks[server.status];
  const Icon = look.icon;
  return (
    <span
      className={classNames(
        "inline-flex flex-none items-center gap-1 text-12 whitespace-nowrap",
        look.className,
      )}
    >
      <Icon className="size-3" />
      {look.word}
    </span>
  );
}

/** The command with its arguments, as typed in a terminal. */
export function commandText({ command, args }: Pick<McpServerSummary, "command" | "args">): string {
  return [command, ...args]
    .map((part) => (/^[\w@%+=:,./${}~-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`))
    .join(" ");
}

export function toolCountText({ tools }: Pick<McpServerSummary, "tools">): string {
  return tools.length === 1 ? "1 tool" : `${tools.length} tools`;
}
