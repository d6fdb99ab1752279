"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import { Button } from "../../../../_ui/button.tsx";
import { ConfirmDialog, Dialog } from "../../../../_ui/dialog.tsx";
import { Keys } from "../../../../_ui/kbd.tsx";
import { MarkdownEditor } from "../../../../_ui/markdown-editor.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { Loading, Skeleton } from "../../../../_ui/skeleton.tsx";
import { ManualConflict } from "./manual-conflict.tsx";
import { ManualFindings } from "./manual-findings.tsx";
import { type ManualState, useManual } from "./use-manual.ts";
import { useManualCheck } from "./use-manual-check.ts";

interface ManualDialogProps {
  readonly skill: string;
  readonly onClose: () => void;
}

/**
 * SKILL.md for writing, with what the doctor says of it while it is typed. Nothing is written before Save, and nothing that was
 * typed goes without a question.
 */
export function ManualDialog({ skill, onClose }: ManualDialogProps) {
  const manual = useManual(skill, onClose);
  const [isLeaving, setLeaving] = useState(false);
  const check = useManualCheck(skill, manual.text);
  useWarnBeforeUnload(manual.isChanged);
  const leave = () => {
    if (manual.isSaving) return;
    if (manual.isChanged) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        isOpen
        onOpenChange={leave}
        className="max-w-[60rem]"
        title={`${manual.file} of ${skill}`}
        description="Agents that run now keep the text they began with; the next ones read this."
        footer={
          <>
            <span className="mr-auto flex items-center gap-1.5 text-12 text-text-3 pointer-coarse:hidden">
              <Keys keys={["Mod", "S"]} /> saves
            </span>
            <Button size={32} onClick={leave}>
              Close
            </Button>
            <Button size={32} variant="primary" disabled={!manual.canSave} onClick={manual.save}>
              {saveLabel(manual.isSaving, check?.isUsable ?? true)}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-3 pt-1">
          {manual.isBack ? (
            <div role="status">
              <Note>This is what you typed before you left. It is not saved yet.</Note>
            </div>
          ) : null}
          {manual.conflict ? <ManualConflict conflict={manual.conflict} /> : null}
          <ManualField manual={manual} />
          {manual.fault === undefined ? null : <Note tone="fail">{manual.fault}</Note>}
          {check ? <ManualFindings check={check} /> : null}
        </div>
      </Dialog>
      <ConfirmDialog
        isOpen={isLeaving}
        onOpenChange={setLeaving}
        title="Throw away what you typed?"
        description="SKILL.md stays as it is on the disk."
        confirmLabel="Throw it away"
        onConfirm={() => {
          manual.discard();
          onClose();
        }}
      />
    </>
  );
}

interface ManualFieldProps {
  readonly manual: ManualState;
}

const height = "h-[min(30rem,52dvh)]";

function ManualField({ manual }: ManualFieldProps) {
  if (manual.text === undefined) {
    if (manual.fault !== undefined) return null;
    return (
      <Loading label="Loading SKILL.md">
        <Skeleton className={height} />
      </Loading>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    manual.save();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the editor in it
    <div onKeyDown={onKeyDown}>
      <MarkdownEditor
        label="SKILL.md"
        className={height}
        value={manual.text}
        isReadOnly={manual.isSaving}
        onChange={manual.edit}
      />
    </div>
  );
}

function saveLabel(isSaving: boolean, isUsable: boolean): string {
  if (isSaving) return "Saving";
  return isUsable ? "Save" : "Save anyway";
}

function useWarnBeforeUnload(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}
