import type { Requirement } from "./requirement.ts";

const outline = { reader: "designer", spec: "designer-outline.spec.ts" } as const;
const focus = { reader: "designer", spec: "editor-focus.spec.ts" } as const;
const keys = { reader: "designer", spec: "editor-keys.spec.ts" } as const;

/** What is promised to people who design orgs by keys. */
export const keyboardRequirements: readonly Requirement[] = [
  {
    ...outline,
    promise: "The whole editing is done in the outline by keys, and announced.",
    story: "an org is built in the outline by keys alone, and every change is announced",
  },
  {
    ...outline,
    promise: "Outline and canvas are two views of one selection.",
    story: "outline and canvas show the same selection, folds and names",
  },
  {
    ...outline,
    promise: "Groups and notes need no mouse either.",
    story: "groups and notes are named and removed in the outline too",
  },
  {
    ...outline,
    promise: "On a phone one sheet is there at a time, and closing it gives the focus back.",
    story: "outline and inspector are one sheet at a time, and closing gives the focus back",
  },
  {
    ...outline,
    promise: "A name that the outline cuts can be read whole, by finger and by key.",
    story:
      "a name that is too long for its row stands there whole once the row is chosen, by finger or by key",
  },
  {
    ...focus,
    promise: "What is typed goes where it was pressed, and is no shortcut.",
    story: "a name that is typed ends by a press elsewhere, and what is typed there is no shortcut",
  },
  {
    ...focus,
    promise: "Nothing that is drawn anew takes the focus from a field.",
    story: "a card that comes back into view takes the focus from nobody who types",
  },
  {
    ...focus,
    promise: "Who works by keys never has to find the canvas again.",
    story:
      "what is cut, or taken away by an undo, leaves the focus with the closest agent, in the outline as well",
  },
  {
    ...focus,
    promise: "One key leads out of the inspector.",
    story: "Esc in the inspector comes back to the card, once what it is meant for there has had it",
  },
  {
    ...keys,
    promise: "Whatever is selected is deleted and left by key, however it was selected.",
    story:
      "what is pressed, framed or selected whole is deleted and left by key, and no key is taken from a field",
  },
  {
    ...keys,
    promise: "A key acts on what has the focus.",
    story: "Enter and F2 on a note or a group are about that one, and no agent",
  },
  {
    ...keys,
    promise: "Agents are added, moved and tidied, and the view is zoomed, by single keys.",
    story: "keys add, tidy, zoom, redo and move agents among their neighbours and out a level",
  },
  {
    ...keys,
    promise: "In a narrow window with a keyboard the editor is the same.",
    story: "a sheet beside the canvas takes neither the focus nor the keys, and F6 leads into it",
  },
];
