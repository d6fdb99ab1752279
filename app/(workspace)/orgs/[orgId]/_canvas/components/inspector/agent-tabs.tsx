"use client";

import { useEffect } from "react";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TabPanel, Tabs } from "@/app/_ui/tabs.tsx";
import type { InspectorTab } from "../../store/editor-state.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";
import { IdentityTab } from "./identity-tab.tsx";

const ModelTab = lazyPart(async () => (await import("./model-tab.tsx")).ModelTab);
const ToolsTab = lazyPart(async () => (await import("./tools-tab.tsx")).ToolsTab);
const SkillsTab = lazyPart(async () => (await import("./skills-tab.tsx")).SkillsTab);
const McpTab = lazyPart(async () => (await import("./mcp-tab.tsx")).McpTab);
const LimitsTab = lazyPart(async () => (await import("./limits-tab.tsx")).LimitsTab);
const VersionList = lazyPart(async () => (await import("../version-list.tsx")).VersionList);

const tabs: readonly { readonly value: InspectorTab; readonly label: string }[] = [
  { value: "identity", label: "Identity" },
  { value: "model", label: "Model" },
  { value: "tools", label: "Tools" },
  { value: "skills", label: "Skills" },
  { value: "mcp", label: "MCP" },
  { value: "limits", label: "Limits" },
  { value: "history", label: "History" },
];

/** The inspector's seven views of an agent; each is loaded when it is first opened. */
export function AgentTabs({ agentId }: AgentTabProps) {
  const tab = useEditor((state) => state.inspectorTab);
  const isCalled = useEditor((state) => state.isInspectorCalled);
  const { openInspector, callInspector } = useEditorActions();
  useEffect(() => {
    if (!isCalled) return;
    document.querySelector<HTMLElement>("[data-inspector] [role=tab][data-state=active]")?.focus();
    callInspector(false);
  }, [isCalled, callInspector]);
  return (
    <Tabs
      label="Agent"
      value={tab}
      onValueChange={openInspector}
      tabs={tabs}
      className="flex-1"
      listClassName="gap-[13px]! px-4"
    >
      <TabPanel value={tab} className="flex flex-col overflow-y-auto">
        <TabBody tab={tab} agentId={agentId} />
      </TabPanel>
    </Tabs>
  );
}

interface TabBodyProps extends AgentTabProps {
  readonly tab: InspectorTab;
}

function TabBody({ tab, agentId }: TabBodyProps) {
  const shared = { agentId, fallback: <Waiting /> };
  switch (tab) {
    case "identity":
      return <IdentityTab agentId={agentId} />;
    case "model":
      return <ModelTab {...shared} />;
    case "tools":
      return <ToolsTab {...shared} />;
    case "skills":
      return <SkillsTab {...shared} />;
    case "mcp":
      return <McpTab {...shared} />;
    case "limits":
      return <LimitsTab {...shared} />;
    case "history":
      return <VersionList fallback={<Waiting />} />;
  }
}

function Waiting() {
  return (
    <div className="flex flex-col gap-4 p-4">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton />
      <Skeleton className="h-2.5 w-4/5" />
    </div>
  );
}
