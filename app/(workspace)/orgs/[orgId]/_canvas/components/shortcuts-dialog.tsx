"use client";

import { Dialog } from "@/app/_ui/dialog.tsx";
import { Keys } from "@/app/_ui/kbd.tsx";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";

interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly { readonly keys: readonly (readonly string[])[]; readonly does: string }[];
}

const groups: readonly ShortcutGroup[] = [
  {
    title: "On a card or a row of the outline",
    shortcuts: [
      { keys: [["←"], ["↑"], ["↓"], ["→"]], does: "Walk the org" },
      { keys: [["Shift", "arrows"]], does: "Walk, and select what is passed" },
      {
        keys: [
          ["Ctrl", "Space"],
          ["Mod", "click"],
        ],
        does: "Select it as well, or no more",
      },
      { keys: [["Enter"]], does: "Open in the inspector" },
      { keys: [["Tab"]], does: "Add a child" },
      { keys: [["Shift", "Tab"]], does: "Add a sibling" },
      { keys: [["F2"]], does: "Rename" },
      { keys: [["Delete"], ["Backspace"]], does: "Delete what is selected" },
      { keys: [["R"]], does: "Choose whom it reports to" },
      { keys: [["L"]], does: "Open its reporting line" },
      {
        keys: [
          ["Alt", "↑"],
          ["Alt", "↓"],
        ],
        does: "Move before or after its neighbour",
      },
      {
        keys: [
          ["Alt", "←"],
          ["Alt", "→"],
        ],
        does: "Move a level out or in",
      },
      { keys: [["C"]], does: "Fold what is below, or unfold it" },
      { keys: [["Esc"]], does: "Select nothing; Tab then leaves the canvas" },
    ],
  },
  {
    title: "In the outline",
    shortcuts: [
      { keys: [["Home"], ["End"]], does: "Go to the first or the last row" },
      { keys: [["PageUp"], ["PageDown"]], does: "Go ten rows up or down" },
    ],
  },
  {
    title: "Editing",
    shortcuts: [
      { keys: [["Mod", "Z"]], does: "Undo" },
      {
        keys: [
          ["Mod", "Shift", "Z"],
          ["Mod", "Y"],
        ],
        does: "Redo",
      },
      { keys: [["Mod", "D"]], does: "Duplicate" },
      {
        keys: [
          ["Mod", "C"],
          ["Mod", "X"],
          ["Mod", "V"],
        ],
        does: "Copy, cut, paste, also into another org",
      },
      { keys: [["Mod", "A"]], does: "Select all agents" },
      { keys: [["Mod", "G"]], does: "Group what is selected" },
      { keys: [["A"]], does: "Add a blank agent" },
    ],
  },
  {
    title: "View and run",
    shortcuts: [
      { keys: [["Mod", "Enter"]], does: "Run" },
      { keys: [["Mod", "K"]], does: "Find or do" },
      { keys: [["O"]], does: "Show or hide the outline" },
      { keys: [["Shift", "L"]], does: "Tidy the layout, top down" },
      { keys: [["Shift", "R"]], does: "Tidy the layout, left to right" },
      { keys: [["Shift", "1"]], does: "Fit the org" },
      {
        keys: [
          ["Mod", "+"],
          ["Mod", "-"],
        ],
        does: "Zoom",
      },
      { keys: [["Shift", "drag"]], does: "Select with a frame" },
      { keys: [["Space", "drag"]], does: "Move the view" },
      { keys: [["/"]], does: "Search the palette" },
      { keys: [["Esc"]], does: "Go back from the inspector to the card" },
      { keys: [["F6"], ["Shift", "F6"]], does: "Go to the next or previous part of the page" },
      { keys: [["?"]], does: "Show this list" },
    ],
  },
];

interface ShortcutsDialogProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Everything the keyboard can do here. */
export function ShortcutsDialog({ isOpen, onOpenChange }: ShortcutsDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Keyboard" className="max-w-[44rem]">
      <ScrollBox aria-label="Keys" className="-mx-3 gap-x-8 rounded-2 px-3 pt-2 focus-inside sm:columns-2">
        {groups.map((group) => (
          <section key={group.title} className="mb-5 break-inside-avoid">
            <h3 className="mb-1 text-12 text-text-3">{group.title}</h3>
            <dl>
              {group.shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex min-h-8 items-center justify-between gap-4">
                  <dt className="min-w-0">{does}</dt>
                  <dd className="flex flex-none gap-2">
                    {keys.map((combination) => (
                      <Keys key={combination.join()} keys={combination} isAsked />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollBox>
    </Dialog>
  );
}
