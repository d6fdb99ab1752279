"use client";

import { useQuery } from "@tanstack/react-query";
import { BookOpen, Monitor, Moon, Network, Plus, Sun } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTheme } from "next-themes";
import { useDeferredValue } from "react";
import { useTRPC } from "../_trpc/use-trpc.ts";
import { formatTime } from "../_ui/format-time.ts";
import { runLook } from "../_ui/run-look.ts";
import type { CommandGroup } from "./command-store.ts";
import { places, settingsPlace } from "./places.ts";
import { useToolCommands } from "./use-tool-commands.tsx";

/** What the palette offers on every page. `search` is also asked of the server, for runs that are not on the first page. */
export function useGeneralCommands(search: string): readonly CommandGroup[] {
  return [
    useDoCommands(),
    usePageCommands(),
    useOrgCommands(),
    useSkillCommands(),
    useToolCommands(search),
    useRunCommands(search),
  ];
}

function usePageCommands(): CommandGroup {
  const router = useRouter();
  return {
    heading: "Go to",
    kind: "find",
    commands: [...places, settingsPlace].map((place) => ({
      id: `page ${place.href}`,
      label: place.label,
      icon: <place.icon />,
      onSelect: () => router.push(place.href),
    })),
  };
}

function useDoCommands(): CommandGroup {
  const router = useRouter();
  const { setTheme } = useTheme();
  return {
    heading: "Do",
    kind: "do",
    commands: [
      { id: "do new-org", label: "New org", icon: <Plus />, onSelect: () => router.push("/orgs?new=1") },
      { id: "do light", label: "Light theme", icon: <Sun />, onSelect: () => setTheme("light") },
      { id: "do dark", label: "Dark theme", icon: <Moon />, onSelect: () => setTheme("dark") },
      {
        id: "do system",
        label: "Theme as the system",
        icon: <Monitor />,
        onSelect: () => setTheme("system"),
      },
    ],
  };
}

function useOrgCommands(): CommandGroup {
  const router = useRouter();
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.orgs.list.queryOptions());
  return {
    heading: "Orgs",
    kind: "find",
    commands: data.map((org) => ({
      id: `org ${org.id}`,
      label: org.name,
      hint: org.agentCount === 1 ? "1 agent" : `${org.agentCount} agents`,
      icon: <Network />,
      onSelect: () => router.push(`/orgs/${org.slug}`),
    })),
  };
}

function useSkillCommands(): CommandGroup {
  const router = useRouter();
  const trpc = useTRPC();
  const { data = [] } = useQuery(trpc.skills.list.queryOptions());
  return {
    heading: "Skills",
    kind: "find",
    commands: data.map((skill) => ({
      id: `skill ${skill.name}`,
      label: skill.name,
      hint: skill.description,
      isMono: true,
      icon: <BookOpen />,
      onSelect: () => router.push(`/skills?skill=${encodeURIComponent(skill.name)}`),
    })),
  };
}

function useRunCommands(search: string): CommandGroup {
  const router = useRouter();
  const trpc = useTRPC();
  const wanted = useDeferredValue(search.trim());
  const { data } = useQuery(trpc.runs.list.queryOptions({ search: wanted, limit: 5, hasLanes: false }));
  return {
    heading: "Runs",
    kind: "find",
    commands: (data?.runs ?? []).map((run) => {
      const Icon = runLook(run).icon;
      return {
        id: `run ${run.id}`,
        label: run.task.split("\n")[0] ?? run.task,
        hint: `${run.orgName}, ${formatTime(run.startedAt)}`,
        icon: <Icon />,
        keywords: [run.task],
        onSelect: () => router.push(`/runs/${run.id}`),
      };
    }),
  };
}
