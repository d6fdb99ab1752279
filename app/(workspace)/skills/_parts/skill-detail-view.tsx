"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Chip } from "../../../_ui/chip.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Markdown } from "../../../_ui/markdown.tsx";
import { Note } from "../../../_ui/note.tsx";
import { Loading, Skeleton } from "../../../_ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../../_ui/tabs.tsx";
import { SkillBench } from "./bench/skill-bench.tsx";
import { SkillDoctor } from "./doctor/skill-doctor.tsx";
import { SkillFiles } from "./files/skill-files.tsx";
import { EditManual } from "./manual/edit-manual.tsx";
import { ModelView } from "./model-view.tsx";
import { SkillMenu } from "./shelf/skill-menu.tsx";
import { SkillFunctions } from "./skill-functions.tsx";
import { SkillPackages } from "./skill-packages.tsx";
import { SkillPrecedence, SkillUsers } from "./skill-place.tsx";
import { agentsText } from "./skill-texts.ts";

interface SkillDetailViewProps {
  readonly name: string;
}

/** One skill: its texts, files and functions, and what a model sees of it. */
export function SkillDetailView({ name }: SkillDetailViewProps) {
  const trpc = useTRPC();
  const skill = useQuery(trpc.skills.get.queryOptions({ name }));
  if (skill.data) return <Shown skill={skill.data} />;
  if (skill.isLoadingError) {
    return (
      <ErrorState
        title={`${name} could not be read`}
        error={skill.error}
        onRetry={() => void skill.refetch()}
      />
    );
  }
  return (
    <Loading label={`Loading ${name}`} className="flex flex-col gap-3 p-6">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-3 w-3/4" />
      <Skeleton className="mt-6 h-40" />
    </Loading>
  );
}

interface ShownProps {
  readonly skill: SkillDetail;
}

function Shown({ skill }: ShownProps) {
  return (
    <div className="grid min-h-full xl:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="min-w-0 xl:border-r">
        <header className="px-4 pt-4 pb-3 md:px-6">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="mono text-20 wrap-anywhere max-md:order-first max-md:flex-[1_0_60%]">
              {skill.name}
            </h2>
            <Chip tone="line">{skill.root}</Chip>
            <Chip tone="line">{agentsText(skill.usedBy)}</Chip>
            {skill.needsNetwork ? <Chip tone="line">Uses the internet</Chip> : null}
            <Chip tone="line" isMono>
              <span title={`Revision ${skill.revision}`}>{skill.revision.slice(0, 8)}</span>
            </Chip>
            {skill.isUsable ? null : <Chip tone="fail">Not loaded</Chip>}
            <span className="ml-auto max-md:order-first">
              <SkillMenu skill={skill} />
            </span>
          </div>
          <p className="mt-1 max-w-[35rem] text-text-2 wrap-anywhere">
            {skill.description || "No description"}
          </p>
          <SkillPrecedence skill={skill} />
          <SkillUsers skill={skill} />
          {skill.isUsable ? <SkillPackages key={skill.revision} name={skill.name} /> : null}
          {skill.unguarded && hasCode(skill) ? (
            <Note tone="warn" className="mt-3">
              No sandbox on this server. {skill.unguarded}
            </Note>
          ) : null}
          {skill.isUsable ? null : (
            <Note tone="fail" className="mt-3">
              No agent can use this skill until its errors are mended.
            </Note>
          )}
        </header>
        <SkillTabs skill={skill} />
      </div>
      {skill.isUsable ? <ModelView skill={skill} /> : <NotSeen />}
    </div>
  );
}

/** Whether there is anything in it that runs. */
function hasCode({ functions, files }: SkillDetail): boolean {
  return functions.length > 0 || files.some(({ path }) => /\.(py|m?js|cjs|sh)$/.test(path));
}

function NotSeen() {
  return (
    <section aria-label="What the model sees" className="px-4 pt-3.5 pb-6 max-xl:border-t">
      <h2 className="text-14">What the model sees</h2>
      <p className="mt-2 text-12 text-text-2">Nothing yet: the skill is not loaded.</p>
    </section>
  );
}

type Tab = "text" | "files" | "functions" | "bench" | "doctor";

function SkillTabs({ skill }: ShownProps) {
  const [tab, setTab] = useState<Tab>(skill.isUsable ? "text" : "doctor");
  const [hasBench, setHasBench] = useState(false);
  return (
    <Tabs
      label={`Parts of ${skill.name}`}
      value={tab}
      onValueChange={(next) => {
        setTab(next);
        if (next === "bench") setHasBench(true);
      }}
      listClassName="px-4 md:px-6"
      tabs={[
        { value: "text", label: "SKILL.md" },
        { value: "files", label: "Files", count: skill.files.length },
        { value: "functions", label: "Functions", count: skill.functions.length },
        { value: "bench", label: "Bench" },
        { value: "doctor", label: "Doctor", count: skill.findings.length },
      ]}
    >
      <TabPanel value="text" className="flex flex-col items-start gap-3 px-4 py-4 md:px-6">
        <EditManual skill={skill} />
        {skill.body.trim() === "" ? (
          <p className="text-12 text-text-2">SKILL.md has no instructions.</p>
        ) : (
          <Markdown text={skill.body} isReading className="w-full max-w-[44rem]" />
        )}
      </TabPanel>
      <TabPanel value="files" className="px-4 py-2 md:px-6">
        <SkillFiles skill={skill} />
      </TabPanel>
      <TabPanel value="functions" className="px-4 py-4 md:px-6">
        <SkillFunctions skill={skill} />
      </TabPanel>
      <TabPanel value="bench" isKept={hasBench} className="px-4 py-4 md:px-6">
        <SkillBench skill={skill} />
      </TabPanel>
      <TabPanel value="doctor" className="px-4 py-3 md:px-6">
        <SkillDoctor skill={skill} />
      </TabPanel>
    </Tabs>
  );
}
