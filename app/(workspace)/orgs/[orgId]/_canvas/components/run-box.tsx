"use client";

import { Paperclip, Play, Plus, X } from "lucide-react";
import { type DragEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { Chip } from "@/app/_ui/chip.tsx";
import { classNames } from "@/app/_ui/class-names.ts";
import { formatSize } from "@/app/_ui/format-size.ts";
import { Keys } from "@/app/_ui/kbd.tsx";
import { lazyPart } from "@/app/_ui/lazy-part.tsx";
import { taskTarget } from "../model/own-task.ts";
import { useEditor, useEditorActions } from "./editor-context.tsx";
import { RunBudgetChip } from "./run-budget-chip.tsx";
import { RunTargetChip } from "./run-target-chip.tsx";
import { useIsLate } from "./use-is-late.ts";
import type { RunDraft } from "./use-run.ts";

const WorstCase = lazyPart(async () => (await import("./worst-case.tsx")).WorstCase, { isQuiet: true });

interface RunBoxProps {
  readonly draft: RunDraft;
}

/** The task and its files. What is typed belongs to the org, so that it is there when the org is opened again. */
export function RunBox({ draft }: RunBoxProps) {
  const { task, setTask, placeholder, field } = useTaskField();
  const [isOver, setIsOver] = useState(false);
  const box = useRef<HTMLElement>(null);
  const { isOpen, open } = useOpenWhileInside(box);
  // Not before the canvas stands.
  const isLate = useIsLate(3_000);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    draft.addFiles([...event.dataTransfer.files]);
  };
  return (
    <section
      ref={box}
      aria-label="Task"
      onFocus={open}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        "rounded-3 border bg-surface",
        isOver ? "border-dashed border-accent bg-accent-soft" : "border-border-strong",
      )}
    >
      <textarea
        ref={field}
        aria-label="Task"
        value={task}
        rows={2}
        maxLength={20_000}
        dir="auto"
        placeholder={placeholder}
        onChange={(event) => setTask(event.target.value)}
        className={classNames(
          "field-sizing-content block max-h-48 min-h-13 w-full resize-none rounded-3 bg-transparent px-4 pt-3 pb-1 text-14 focus-inside max-md:text-16",
          !isOpen &&
            "max-md:my-px max-md:h-11.5 max-md:min-h-0 max-md:overflow-hidden max-md:py-0 max-md:leading-11.5",
        )}
      />
      <div
        className={classNames(
          "flex min-h-9 flex-wrap items-center gap-2 px-2 pb-2",
          !isOpen && "max-md:hidden",
        )}
      >
        <AttachButton draft={draft} />
        <RunTargetChip />
        <ScriptedChip />
        <RunBudgetChip budget={draft.budget} onChange={draft.setBudget} />
        {draft.samples.map((file) => (
          <FileChip
            key={`sample ${file.name}`}
            name={file.name}
            size={file.size}
            onRemove={() => draft.removeSample(file.name)}
          />
        ))}
        {draft.files.map((file) => (
          <FileChip
            key={`file ${file.name}`}
            name={file.name}
            size={file.size}
            onRemove={() => draft.removeFile(file.name)}
          />
        ))}
        {draft.leftSamples.map((file) => (
          <SampleChip
            key={`left ${file.name}`}
            name={file.name}
            onReturn={() => draft.returnSample(file.name)}
          />
        ))}
        {isLate ? <WorstCase budget={draft.budget} /> : null}
      </div>
    </section>
  );
}

/** The org's task, or the one of the agent that is to begin; its field takes the focus when an agent is chosen. */
function useTaskField() {
  const { task, name, agentId, isPart } = useEditor(taskTarget);
  const own = isPart ? agentId : undefined;
  const { setTask, setOwnTask } = useEditorActions();
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (own !== undefined) field.current?.focus();
  }, [own]);
  const placeholder = own === undefined ? "What should this org do?" : `What should ${name} do?`;
  return { task, setTask: own === undefined ? setTask : setOwnTask, placeholder, field };
}

/** On a small screen the box is one line until it is touched, and again once something else is. */
function useOpenWhileInside(box: RefObject<HTMLElement | null>): {
  readonly isOpen: boolean;
  readonly open: () => void;
} {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsOpen(false);
    };
    document.addEventListener("pointerdown", onPress, true);
    return () => document.removeEventListener("pointerdown", onPress, true);
  }, [isOpen, box]);
  return { isOpen, open: () => setIsOpen(true) };
}

function AttachButton({ draft }: RunBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton label="Attach files" side="top" onClick={() => input.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          draft.addFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}

function ScriptedChip() {
  const scripted = useEditor(
    ({ document: { agents } }) => agents.filter((agent) => agent.model.provider === "rehearsal").length,
  );
  const total = useEditor((state) => state.document.agents.length);
  if (scripted === 0) return null;
  const words = scripted === total ? "Scripted, no cost" : `${scripted} of ${total} scripted`;
  return (
    <span title="The rehearsal model plays its part from the prompt and the tools, without a key and without cost">
      <Chip tone="line" icon={<Play />} className="h-6">
        {words}
      </Chip>
    </span>
  );
}

interface FileChipProps {
  readonly name: string;
  readonly size: number;
  readonly onRemove: () => void;
}

function FileChip({ name, size, onRemove }: FileChipProps) {
  return (
    <span className="inline-flex h-6 max-w-64 items-center gap-1.5 rounded-1 bg-surface-3 pr-0.5 pl-1.5 text-11 font-medium text-text-2">
      <Paperclip className="size-3" />
      <span className="truncate" title={name}>
        {name}
      </span>
      <span className="num flex-none text-text-3">{formatSize(size)}</span>
      <button
        type="button"
        aria-label={`Take ${name} off`}
        onClick={onRemove}
        className="relative grid size-5 flex-none place-items-center rounded-1 before:absolute before:-inset-2 pointer-coarse:before:-inset-3 hover:bg-border"
      >
        <X className="size-3" />
      </button>
    </span>
  );
}

interface SampleChipProps {
  readonly name: string;
  readonly onReturn: () => void;
}

/** A sample file that was taken off. */
function SampleChip({ name, onReturn }: SampleChipProps) {
  return (
    <button
      type="button"
      aria-label={`Put ${name} back`}
      title={`Put ${name} back`}
      onClick={onReturn}
      className="relative inline-flex h-6 max-w-64 items-center gap-1.5 rounded-1 border border-dashed border-border-strong px-1.5 text-11 text-text-2 before:absolute before:-inset-2 pointer-coarse:before:-inset-2.5 hover:bg-surface-3"
    >
      <Plus className="size-3" />
      <span className="truncate">{name}</span>
    </button>
  );
}

interface RunButtonProps extends RunBoxProps {
  readonly className?: string;
}

/** Starts a run of the saved drawing; says why when it cannot. */
export function RunButton({ draft, className = "" }: RunButtonProps) {
  return (
    <Button
      variant="primary"
      onClick={() => void draft.run()}
      disabled={draft.isStarting}
      aria-keyshortcuts="Control+Enter Meta+Enter"
      className={className}
    >
      <Play />
      {draft.isStarting ? "Starting" : "Run"}
      <span className="max-lg:hidden pointer-coarse:hidden">
        <Keys keys={["Mod", "⏎"]} isInverted />
      </span>
    </Button>
  );
}
