import { beforeEach, expect, test } from "vitest";
import type { OrgDetail } from "@/server/contract/api.ts";
import { createTestDocument } from "../model/test-document.ts";
import { createEditorStore, type EditorStore } from "../store/create-editor-store.ts";
import { leaveInspector } from "./leave-inspector.ts";

let store: EditorStore;
const state = () => store.getState();

beforeEach(() => {
  const document = createTestDocument("lead", "analyst<lead", "builder<lead");
  const detail = { id: "org", slug: "org", version: 1, updatedAt: "", document, sampleFiles: [] };
  store = createEditorStore(detail as unknown as OrgDetail);
  state().actions.setFocused("builder");
});

test.each([
  ["an agent to that agent", ["analyst"], "analyst"],
  ["a line to who reports over it", ["line-analyst"], "analyst"],
  ["many to who had the focus last", ["lead", "analyst"], "builder"],
  ["the org to who had the focus last", [], "builder"],
])("the focus goes from %s, and the selection stays", (_what, selected, wanted) => {
  state().actions.select(new Set(selected));
  leaveInspector(state());
  expect(state().focusRequest).toMatchObject({ id: wanted, place: "canvas" });
  expect(state().selection).toEqual(new Set(selected));
});

test("a group has it on the canvas itself", () => {
  state().actions.select(new Set(["analyst"]));
  const id = state().actions.groupSelected() ?? "";
  leaveInspector(state());
  expect(state().focusRequest).toMatchObject({ id, place: "canvas" });
  expect(state().focusedId).toBe("builder");
});
