"use client";

import { useCallback, useState } from "react";
import type { SheetStop } from "@/app/_ui/use-sheet-drag.ts";
import { useMediaQuery } from "../../../../orgs/[orgId]/_canvas/components/use-media-query.ts";
import { RunCanvas } from "../canvas/run-canvas.tsx";
import { FileProvider } from "../files/file-context.tsx";
import { PanelProvider } from "../panel/panel-context.tsx";
import { RunPanel } from "../panel/run-panel.tsx";
import { LowSheetProvider } from "../question/low-sheet-context.tsx";
import { OpenQuestions } from "../question/open-questions.tsx";
import { ReviewProvider } from "../question/review-context.tsx";
import { useRun } from "../store/run-context.tsx";
import { selectedSession } from "../store/selection.ts";
import { Timeline } from "../timeline/timeline.tsx";
import { TimelineStrip } from "../timeline/timeline-strip.tsx";
import { DockedPanel } from "./docked-panel.tsx";
import { OutcomeBanner } from "./outcome-banner.tsx";
import { OverPanel } from "./over-panel.tsx";
import { PastBanner } from "./past-banner.tsx";
import { RunAnnouncer } from "./run-announcer.tsx";
import { RunSheet } from "./run-sheet.tsx";
import { RunTopBar } from "./run-top-bar.tsx";
import { usePanel } from "./use-panel.ts";
import { useRunLayout } from "./use-run-layout.ts";
import { useRunTitle } from "./use-run-title.ts";

/** The run page: the canvas alive, everything in words beside it, time below it. */
export function RunPage() {
  const layout = useRunLayout();
  const isShort = useMediaQuery("(height < 30rem)");
  const [isOpen, setOpen] = useState(false);
  const [stop, setStop] = useState<SheetStop>(25);
  const raise = useCallback(() => {
    setStop((before) => (before === 25 ? 55 : before));
    setOpen(true);
  }, []);
  const { tab, setTab, openTranscript, review, goToCard } = usePanel(raise);
  useRunTitle();
  const panel = <RunPanel tab={tab} onTab={setTab} onLeave={goToCard} />;
  const canvas = (
    <main
      id="main"
      tabIndex={-1}
      aria-label="Org chart, live"
      className="relative size-full min-h-0 outline-none"
    >
      <RunCanvas>
        <div className="pointer-events-none absolute inset-x-3 top-6 z-10 flex flex-col items-end gap-2 md:top-4 md:right-[calc(var(--covered-right,0px)+1rem)] md:left-4">
          <OpenQuestions />
          {tab === "answer" ? null : (
            <OutcomeBanner
              onRead={() => {
                setTab("answer");
                raise();
              }}
            />
          )}
        </div>
      </RunCanvas>
    </main>
  );
  return (
    <FileProvider>
      <PanelProvider openTranscript={openTranscript}>
        <ReviewProvider review={review}>
          <div className="flex h-full min-h-0 min-w-0 flex-col">
            <RunTopBar />
            <PastBanner />
            {layout === "sheet" ? (
              <RunSheet
                stop={stop}
                setStop={setStop}
                isShort={isShort}
                canvas={canvas}
                panel={
                  <LowSheetProvider isLow={stop === 25 && !isShort}>
                    <PanelSide>{panel}</PanelSide>
                  </LowSheetProvider>
                }
                strip={<TimelineStrip />}
              />
            ) : layout === "over" ? (
              <OverPanel
                isOpen={isOpen}
                setOpen={setOpen}
                canvas={canvas}
                panel={<PanelSide>{panel}</PanelSide>}
                strip={<TimelineStrip />}
              />
            ) : (
              <>
                <DockedPanel canvas={canvas} panel={<PanelSide>{panel}</PanelSide>} />
                <Timeline />
              </>
            )}
          </div>
          <RunAnnouncer />
        </ReviewProvider>
      </PanelProvider>
    </FileProvider>
  );
}

function PanelSide({ children }: { readonly children: React.ReactNode }) {
  const name = useRun((state) => selectedSession(state)?.agentName);
  return (
    <aside
      aria-label={name === undefined ? "Transcript" : `Transcript of ${name}`}
      className="h-full min-h-0"
    >
      {children}
    </aside>
  );
}
