"use client";

import { Ellipsis, Play, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../_ui/button.tsx";
import { ConfirmDialog, Dialog } from "../_ui/dialog.tsx";
import { EmptyState } from "../_ui/empty-state.tsx";
import { ContextMenu, DropdownMenu, type MenuEntry } from "../_ui/menu.tsx";
import { Popover } from "../_ui/popover.tsx";
import { QuestionForm } from "../_ui/question-form.tsx";
import { Sheet } from "../_ui/sheet.tsx";
import { Loading, Skeleton } from "../_ui/skeleton.tsx";
import { TextField } from "../_ui/text-field.tsx";
import { showToast } from "../_ui/toast-store.ts";
import { Section } from "./section.tsx";

const nothing = () => {};
const entries: readonly MenuEntry[] = [
  { kind: "action", label: "Run", icon: <Play />, keys: ["Mod", "⏎"], onSelect: nothing },
  { kind: "check", label: "Follow activity", isChecked: true, onSelect: nothing },
  { kind: "group", label: "Align", entries: [{ kind: "action", label: "Left", onSelect: nothing }] },
  { kind: "separator", id: "before delete" },
  { kind: "action", label: "Delete", icon: <Trash2 />, isDanger: true, onSelect: nothing },
];

/** What floats, what asks, and what stands in for something else. */
export function OverlayParts() {
  return (
    <>
      <Section
        title="Menus, toasts, dialogs"
        text="Undo instead of confirm; a dialog only where there is no way back."
      >
        <div className="flex flex-wrap items-center gap-2">
          <DropdownMenu
            entries={entries}
            trigger={
              <IconButton label="More" variant="secondary">
                <Ellipsis />
              </IconButton>
            }
          />
          <ContextMenu entries={entries}>
            <Button>Right click</Button>
          </ContextMenu>
          <Popover label="Budget" trigger={<Button>Popover</Button>}>
            <TextField label="Budget a run" defaultValue="$2.00" />
          </Popover>
          <Button
            onClick={() =>
              showToast({
                kind: "done",
                text: "Fact checker deleted, with 1 line",
                action: { label: "Undo", onSelect: nothing },
              })
            }
          >
            Toast
          </Button>
          <Button onClick={() => showToast({ kind: "fail", text: "The run stopped at its budget of $2.00" })}>
            Failure
          </Button>
          <Dialogs />
        </div>
      </Section>
      <Section title="Question" text="The tool's own form, wherever it is answered.">
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="overflow-hidden rounded-3 border">
            <QuestionForm
              waitId="design-two-questions"
              onAnswer={nothing}
              questions={[
                {
                  header: "Price base",
                  question: "Which price base should the brief use?",
                  multiSelect: false,
                  options: [
                    { label: "Prices of 2025", description: "Adjusts older years, easiest to compare" },
                    { label: "Prices of each year", description: "As published, no adjustment" },
                  ],
                },
                { header: "Tone", question: "Which tone?", multiSelect: false, options: [] },
              ]}
            />
          </div>
          <div className="overflow-hidden rounded-3 border border-st-person-line">
            <QuestionForm
              waitId="design-one-question"
              isCompact
              onAnswer={nothing}
              questions={[
                {
                  header: "",
                  question: "Which cities belong in the table?",
                  multiSelect: true,
                  options: [
                    { label: "Espoo", description: "", variant: "primary" },
                    { label: "Odense", description: "", variant: "success" },
                    { label: "Ghent", description: "Figures of one year are missing", variant: "warning" },
                    { label: "None: empty the table", description: "", variant: "destructive" },
                  ],
                },
              ]}
            />
          </div>
        </div>
      </Section>
      <Section
        title="Empty and loading"
        text="Say what would be here and how it comes. Never a bare spinner."
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="rounded-3 border">
            <EmptyState
              isInline
              title="No MCP servers"
              action={
                <Button>
                  <Plus />
                  Add a server
                </Button>
              }
            >
              Servers give agents tools from other systems. They start on first use.
            </EmptyState>
          </div>
          <Loading label="Loading" className="flex flex-col gap-3 rounded-3 border p-4">
            <span className="flex items-center gap-2">
              <Skeleton className="size-9 rounded-full" />
              <span className="flex flex-1 flex-col gap-1.5">
                <Skeleton className="h-2.5 w-3/5" />
                <Skeleton className="h-2.5 w-4/5" />
              </span>
            </span>
            <Skeleton />
            <Skeleton className="h-2.5 w-3/4" />
          </Loading>
        </div>
      </Section>
    </>
  );
}

function Dialogs() {
  const [open, setOpen] = useState<"form" | "confirm" | "sheet" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen("form")}>Dialog</Button>
      <Button variant="danger" onClick={() => setOpen("confirm")}>
        Delete
      </Button>
      <Button onClick={() => setOpen("sheet")}>Sheet</Button>
      <Dialog
        isOpen={open === "form"}
        onOpenChange={close}
        title="New org"
        description="One agent leads; draw the others below it."
        footer={
          <Button size={32} variant="primary" onClick={close}>
            Create org
          </Button>
        }
      >
        <TextField label="Name" defaultValue="Research desk" />
      </Dialog>
      <ConfirmDialog
        isOpen={open === "confirm"}
        onOpenChange={close}
        onConfirm={close}
        title="Delete Research desk?"
        description="Its 14 versions go too. The 41 runs stay and keep the version they ran with."
        confirmLabel="Delete org"
      />
      <Sheet isOpen={open === "sheet"} onOpenChange={close} title="Palette">
        <p className="px-4 text-text-2">Pull the handle, or press it to change the height.</p>
      </Sheet>
    </>
  );
}
