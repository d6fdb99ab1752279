import { expect, test } from "vitest";
import type { OrgDetail } from "@/server/contract/api.ts";
import { createTestDocument } from "../model/test-document.ts";
import { createCardFeed } from "./card-feed.ts";
import { createEditorStore } from "./create-editor-store.ts";

function open() {
  const document = createTestDocument("lead", "analyst<lead");
  const detail = { id: "org", slug: "org", version: 1, updatedAt: "", document, sampleFiles: [] };
  const store = createEditorStore(detail as unknown as OrgDetail);
  const cards = createCardFeed(store);
  let told = 0;
  const stop = cards.subscribe(() => {
    told += 1;
  });
  return { store, actions: store.getState().actions, stop, told: () => told };
}

test("while a card is dragged no card is told of it, though it stands elsewhere", () => {
  const { store, actions, told } = open();
  for (const x of [10, 20, 30])
    actions.applyNodeChanges([{ id: "lead", type: "position", dragging: true, position: { x, y: 0 } }], {
      guides: [{ axis: "x", at: x, from: 0, to: 1 }],
      dropTargetId: undefined,
    });
  expect(store.getState().nodes.find(({ id }) => id === "lead")?.position.x).toBe(30);
  expect(store.getState().guides).toHaveLength(1);
  expect(told()).toBe(0);
  actions.clearDragMarks();
  expect(store.getState().guides).toEqual([]);
});

test.each([
  ["a name", ({ updateAgent }) => updateAgent("lead", { name: "Boss" })],
  ["the zoom", ({ setZoomStep }) => setZoomStep("plain")],
  ["the focus", ({ focus }) => focus("analyst")],
  ["a name that is typed", ({ setRenaming }) => setRenaming("lead")],
  ["what a card would take in", ({ setDropTarget }) => setDropTarget("lead")],
  ["where the keyboard works", ({ setWorkplace }) => setWorkplace("outline")],
] satisfies [string, (actions: ReturnType<typeof open>["actions"]) => void][])(
  "cards are told of %s",
  (_what, change) => {
    const { actions, told, stop } = open();
    change(actions);
    const heard = told();
    expect(heard).toBeGreaterThan(0);
    stop();
    actions.updateAgent("lead", { name: "Somebody else" });
    expect(told()).toBe(heard);
  },
);
