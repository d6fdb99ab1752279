"use client";

import { lazy, Suspense, useEffect } from "react";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import { TabPanel, Tabs } from "@/app/_ui/tabs.tsx";
import type { InspectorTab } from "../../store/editor-state.ts";
import { useEditor, useEditorActions } from "../editor-context.tsx";
import type { AgentTabProps } from "./agent-tab-props.ts";
import { IdentityTab } from "./identity-tab.tsx";

const ModelTab = lazy(async () => ({ default: (await import("./model-tab.tsx")).ModelTab }));
const ToolsTab = lazy(async () => ({ default: (await import("./tools-tab.tsx")).ToolsTab }));
const SkillsTab = lazy(async () => ({ default: (await import("./skills-tab.tsx")).SkillsTab }));
const McpTab = lazy(async () => ({ default: (await import("./mcp-tab.tsx")).McpTab }));
const LimitsTab = lazy(async () => ({ default: (await import("./limits-tab.tsx")).LimitsTab }));
const VersionList = lazy(async () => ({ default: (await import("../version-list.tsx")).VersionList }));

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
        <Suspense fallback={<Waiting />}>
          <TabBody tab={tab} agentId={agentId} />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

interface TabBodyProps extends AgentTabProps {
  readonly tab: InspectorTab;
}

function TabBody({ tab, agentId }: TabBodyProps) {
  switch (tab) {
    case "identity":
      return <IdentityTab agentId={agentId} />;
    case "model":
      return <ModelTab agentId={agentId} />;
    case "tools":
      return <ToolsTab agentId={agentId} />;
    case "skills":
      return <SkillsTab agentId={agentId} />;
    case "mcp":
      return <McpTab agentId={agentId} />;
    case "limits":
      return <LimitsTab agentId={agentId} />;
    case "history":
      return <VersionList />;
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
