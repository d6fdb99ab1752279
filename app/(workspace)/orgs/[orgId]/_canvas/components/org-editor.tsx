"use client";

import { ChevronDown, History, ListTree, Plus } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { commandStore } from "@/app/_shell/command-store.ts";
import { TopBar } from "@/app/_shell/top-bar.tsx";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { Skeleton } from "@/app/_ui/skeleton.tsx";
import type { OrgDetail } from "@/server/contract/api.ts";
import { problemsOfTask } from "../model/own-task.ts";
import { Announcer } from "./announcer.tsx";
import { CanvasControls } from "./canvas-controls.tsx";
import { CursorNotes } from "./cursor-notes.tsx";
import { DraftBanner } from "./draft-banner.tsx";
import { useEditor, useEditorActions, useEditorStore } from "./editor-context.tsx";
import { EmptyOrg } from "./empty-org.tsx";
import { GrantBanner } from "./grant-banner.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { InspectorSheet, sheetTitle } from "./inspector-sheet.tsx";
import { leaveInspector } from "./leave-inspector.ts";
import { OrgCanvas } from "./org-canvas.tsx";
import { OrgMap } from "./org-map.tsx";
import { Palette } from "./palette.tsx";
import { ProblemButton } from "./problem-button.tsx";
import { RunBox, RunButton } from "./run-box.tsx";
import { SaveStatus } from "./save-status.tsx";
import { useAutoSave } from "./use-auto-save.ts";
import { useCopyPaste } from "./use-copy-paste.ts";
import { useEditorShortcuts } from "./use-editor-shortcuts.ts";
import { useIsLate } from "./use-is-late.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { useKeptFolds } from "./use-kept-folds.ts";
import { useMediaQuery } from "./use-media-query.ts";
import { useOneSheet } from "./use-one-sheet.ts";
import { type OrgSheet, useOrgSheet } from "./use-org-sheet.ts";
import { useProblemCheck } from "./use-problem-check.ts";
import { type RunDraft, useRun } from "./use-run.ts";
import { useSelectionKeys } from "./use-selection-keys.ts";
import { XrayButton } from "./xray-button.tsx";

const ConflictDialog = lazyPart(async () => (await import("./conflict-dialog.tsx")).ConflictDialog);
const XrayDialog = lazyPart(async () => (await import("./xray-dialog.tsx")).XrayDialog);
const ShortcutsDialog = lazyPart(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);
const VersionPopover = lazyPart(async () => (await import("./version-popover.tsx")).VersionPopover);
const TouchControls = lazyPart(async () => (await import("./touch-controls.tsx")).TouchControls);
const Outline = lazyPart(async () => (await import("./outline.tsx")).Outline);
const EditorCommands = lazyPart(async () => (await import("./editor-commands.tsx")).EditorCommands, {
  isQuiet: true,
});
const SkillChanges = lazyPart(async () => (await import("@/app/_shell/skill-changes.tsx")).SkillChanges, {
  isQuiet: true,
});
const Sheet = lazyPart(async () => (await import("@/app/_ui/sheet.tsx")).Sheet);

interface OrgEditorProps {
  readonly sampleFiles: OrgDetail["sampleFiles"];
}

/** The org chart and everything around it: palette, canvas, inspector, task. */
export function OrgEditor({ sampleFiles }: OrgEditorProps) {
  const saver = useAutoSave();
  useProblemCheck();
  useCopyPaste();
  useKeptFolds();
  useKeptFocus();
  const draft = useRun(sampleFiles, saver);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isPaletteOpen, setIsPaletteOpen] = useState(false);
  const showShortcuts = useCallback(() => setIsHelpOpen(true), []);
  const [isXrayOpen, setIsXrayOpen] = useState(false);
  const checked = useCheckedRun(draft, setIsXrayOpen);
  useEditorShortcuts({ onRun: checked.run, onShowShortcuts: showShortcuts });
  useSelectionKeys();
  const conflict = useConflict();
  useRoomForCanvas();
  const isNarrow = useMediaQuery("(width < 48rem)");
  useOneSheet(isNarrow);
  const orgSheet = useOrgSheet();
  const isListening = useIsLate(3_000);
  const hasCommands = useHasCommands();

  return (
    <div className="flex h-full min-h-0 flex-col">
      <EditorBar
        draft={checked}
        onXray={() => setIsXrayOpen(true)}
        onRetry={() => void saver.flush()}
        onResolve={conflict.open}
        {...(isNarrow ? { onOrg: orgSheet.open } : {})}
      />
      <div className="relative flex min-h-0 flex-1">
        <SidePanel isOpen={isPaletteOpen} onOpenChange={setIsPaletteOpen} isNarrow={isNarrow} />
        <main
          id="main"
          tabIndex={-1}
          aria-label="Org chart"
          className="relative min-w-0 flex-1 overflow-hidden bg-canvas outline-none"
        >
          <OrgCanvas />
          <EmptyOrg />
          <DraftBanner />
          <GrantBanner />
          <Overlays draft={draft} isNarrow={isNarrow} onAdd={() => setIsPaletteOpen(true)} />
        </main>
        <SideInspector isNarrow={isNarrow} isCovered={isPaletteOpen} orgSheet={orgSheet} />
      </div>
      <CursorNotes />
      <Announcer />
      {isListening ? <SkillChanges /> : null}
      {hasCommands ? (
        <EditorCommands
          onShowShortcuts={showShortcuts}
          onRun={() => void checked.run()}
          onXray={() => setIsXrayOpen(true)}
        />
      ) : null}
      {isXrayOpen ? (
        <XrayDialog draft={draft} isOpen onOpenChange={setIsXrayOpen} onShown={setIsXrayOpen} />
      ) : null}
      {isHelpOpen ? <ShortcutsDialog isOpen onOpenChange={setIsHelpOpen} onShown={setIsHelpOpen} /> : null}
      {conflict.theirs && conflict.isOpen ? (
        <ConflictDialog
          theirs={conflict.theirs}
          saver={saver}
          isOpen
          onOpenChange={conflict.setIsOpen}
          onShown={conflict.setIsOpen}
        />
      ) : null}
    </div>
  );
}

/** The commands of the org come when the canvas stands, or with the palette that shows them. */
function useHasCommands(): boolean {
  const isLate = useIsLate(1_500);
  const isPaletteOpen = useStore(commandStore, (state) => state.isOpen);
  return isLate || isPaletteOpen;
}

/** Where the inspector would lie over the canvas it waits until it is asked for. */
function useRoomForCanvas(): void {
  const { closeInspector } = useEditorActions();
  useEffect(() => {
    if (matchMedia("(width < 64rem)").matches) closeInspector();
  }, [closeInspector]);
}

/** The conflict, if there is one; its dialog opens by itself once and can be opened again. */
function useConflict() {
  const save = useEditor((state) => state.save);
  const theirs = save.kind === "conflict" ? save.theirs : undefined;
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => setIsOpen(theirs !== undefined), [theirs]);
  return { theirs, isOpen, setIsOpen, open: () => setIsOpen(true) };
}

/** The run as the button and the key start it: an org in which something is broken is shown under the X-ray first. */
function useCheckedRun(draft: RunDraft, openXray: (isOpen: boolean) => void): RunDraft {
  const isBroken = useEditor((state) =>
    problemsOfTask(state.problems, state).some((problem) => problem.level === "error" || problem.isBroken),
  );
  const run = async () => (isBroken ? openXray(true) : draft.run());
  return { ...draft, run };
}

interface EditorBarProps {
  readonly draft: RunDraft;
  readonly onXray: () => void;
  readonly onRetry: () => void;
  readonly onResolve: () => void;
  /** Where the org itself has no place beside the canvas: its name leads to it. */
  readonly onOrg?: () => void;
}

function EditorBar({ draft, onXray, onRetry, onResolve, onOrg }: EditorBarProps) {
  const name = useEditor((state) => state.document.name);
  useEffect(() => {
    document.title = `${name} · OpenHive`;
  }, [name]);
  return (
    <div className="flex-none">
      <TopBar
        crumbs={[{ label: "Orgs", href: "/orgs" }]}
        title={onOrg ? <OrgButton name={name} onOpen={onOrg} /> : <span dir="auto">{name}</span>}
        meta={
          <>
            <SaveStatus onRetry={onRetry} onResolve={onResolve} />
            <span className="hidden h-5 w-px flex-none bg-border sm:block" />
            <VersionButton />
          </>
        }
        actions={
          <>
            <OutlineButton />
            <ProblemButton />
            <XrayButton onOpen={onXray} />
            <RunButton draft={draft} />
          </>
        }
      />
    </div>
  );
}

function OrgButton({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="flex h-(--topbar-height) max-w-full items-center gap-1 focus-inside"
    >
      <span dir="auto" className="truncate">
        {name}
      </span>
      <ChevronDown className="size-3 text-text-3" />
    </button>
  );
}

function OutlineButton() {
  const isOpen = useEditor((state) => state.isOutlineOpen);
  const { setOutlineOpen } = useEditorActions();
  return (
    <IconButton label="Outline" keys={["O"]} aria-pressed={isOpen} onClick={() => setOutlineOpen(!isOpen)}>
      <ListTree className={isOpen ? "text-accent" : ""} />
    </IconButton>
  );
}

function VersionButton() {
  const version = useEditor((state) => state.version);
  const [isUsed, setIsUsed] = useState(false);
  const face = (
    <>
      <History />
      <span className="num">Version {version}</span>
    </>
  );
  const look = { variant: "ghost", className: "-ml-1.5 max-sm:hidden", "data-versions": "" } as const;
  if (!isUsed) {
    return (
      <Button {...look} onClick={() => setIsUsed(true)}>
        {face}
      </Button>
    );
  }
  const trigger = <Button {...look}>{face}</Button>;
  return <VersionPopover fallback={trigger} onShown={setIsUsed} trigger={trigger} />;
}

/** The palette, or the outline instead of it. */
function SidePanel({ isOpen, onOpenChange, isNarrow }: SidePaletteProps) {
  const isOutline = useEditor((state) => state.isOutlineOpen);
  const { setOutlineOpen, setWorkplace } = useEditorActions();
  const isChosen = useEditor((state) => sheetTitle(state) !== undefined);
  if (!isOutline) return <SidePalette isOpen={isOpen} onOpenChange={onOpenChange} isNarrow={isNarrow} />;
  if (isNarrow)
    return (
      <Sheet
        isOpen
        onOpenChange={setOutlineOpen}
        onShown={setOutlineOpen}
        title="Outline"
        initialStop={55}
        actions={
          <Button disabled={!isChosen} onClick={() => setWorkplace("canvas")}>
            Inspect
          </Button>
        }
      >
        <Outline isInSheet />
      </Sheet>
    );
  return (
    <aside
      aria-label="Outline"
      className="flex w-72 flex-none flex-col border-r bg-surface max-xl:absolute max-xl:inset-y-0 max-xl:left-0 max-xl:z-30 max-xl:shadow-float"
    >
      <Outline fallback={<Skeleton className="m-4 h-40" />} />
    </aside>
  );
}

interface SidePaletteProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly isNarrow: boolean;
}

function SidePalette({ isOpen, onOpenChange, isNarrow }: SidePaletteProps) {
  const isDocked = useMediaQuery("(width >= 80rem)");
  if (isNarrow) {
    return isOpen ? (
      <Sheet isOpen onOpenChange={onOpenChange} onShown={onOpenChange} title="Add" isModal>
        <Palette onPick={() => onOpenChange(false)} />
      </Sheet>
    ) : null;
  }
  if (!isDocked && !isOpen) {
    return (
      <div className="absolute top-4 left-4 z-20 rounded-3 border bg-surface p-[3px]">
        <IconButton label="Add to the canvas" side="right" onClick={() => onOpenChange(true)}>
          <Plus />
        </IconButton>
      </div>
    );
  }
  return (
    <aside
      aria-label="Palette"
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isDocked) onOpenChange(false);
      }}
      className={classNames(
        "flex w-56 flex-none flex-col border-r bg-surface",
        !isDocked && "absolute inset-y-0 left-0 z-30 shadow-float",
      )}
    >
      {isDocked ? null : (
        <div className="flex flex-none justify-end px-3 pt-2">
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Close
          </Button>
        </div>
      )}
      <Palette {...(isDocked ? {} : { onPick: () => onOpenChange(false) })} />
    </aside>
  );
}

interface SideInspectorProps {
  readonly isNarrow: boolean;
  /** Another sheet lies over it. */
  readonly isCovered: boolean;
  readonly orgSheet: OrgSheet;
}

function SideInspector({ isNarrow, isCovered, orgSheet }: SideInspectorProps) {
  const isOpen = useEditor((state) => state.isInspectorOpen);
  const { openInspector } = useEditorActions();
  const store = useEditorStore();
  if (isNarrow) return <InspectorSheet isCovered={isCovered} orgSheet={orgSheet} />;
  if (!isOpen) {
    return (
      <div className="absolute top-8 right-4 z-20">
        <Button onClick={() => openInspector()}>Inspector</Button>
      </div>
    );
  }
  return (
    <aside
      aria-label="Inspector"
      onKeyDown={(event) => {
        // What opens out of it, or has a use of its own for the key, has taken it before.
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
        if (event.currentTarget.contains(event.target as Node)) leaveInspector(store.getState());
      }}
      className="z-20 flex w-90 flex-none flex-col border-l bg-surface max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:shadow-float"
    >
      <Inspector />
    </aside>
  );
}

interface OverlaysProps {
  readonly draft: RunDraft;
  readonly isNarrow: boolean;
  readonly onAdd: () => void;
}

/** What floats over the canvas: controls and map above the task. */
function Overlays({ draft, isNarrow, onAdd }: OverlaysProps) {
  return (
    <div className="pointer-events-none absolute inset-x-4 bottom-4 z-10 flex flex-col gap-4 max-md:inset-x-2 max-md:bottom-2 max-md:gap-2 [&>*]:pointer-events-auto">
      <div className="pointer-events-none! flex items-end justify-between [&>*]:pointer-events-auto">
        {isNarrow ? (
          <>
            <span />
            <TouchControls onAdd={onAdd} />
          </>
        ) : (
          <>
            <CanvasControls />
            <div className="rounded-3 border bg-surface p-1 leading-none">
              <OrgMap />
            </div>
          </>
        )}
      </div>
      <RunBox draft={draft} />
    </div>
  );
}
