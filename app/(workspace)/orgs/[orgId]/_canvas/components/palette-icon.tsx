import { BookOpen, FolderCog, Plug, StickyNote } from "lucide-react";
import { AgentIcon } from "@/app/_ui/agent-icon.tsx";
import { agentTemplates } from "../model/agent-templates.ts";
import type { PaletteItem } from "../store/editor-state.ts";
import { GroupIcon } from "./group-icon.tsx";

/** The icon a palette item has everywhere. */
export function PaletteIcon({ item }: { readonly item: PaletteItem }) {
  switch (item.kind) {
    case "agent":
      return (
        <AgentIcon
          name={agentTemplates.find((template) => template.key === item.templateKey)?.fields.icon ?? "bot"}
          className="size-3.5"
        />
      );
    case "note":
      return <StickyNote />;
    case "group":
      return <GroupIcon className="lucide" />;
    case "skill":
      return <BookOpen />;
    case "mcp":
      return <Plug />;
    case "toolbox":
      return <FolderCog />;
  }
}
