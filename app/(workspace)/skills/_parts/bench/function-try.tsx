"use client";

import { Play, Square } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { SkillFunction } from "@/server/contract/api.ts";
import type { JsonObject } from "@/server/contract/json.ts";
import type { SkillExampleSummary } from "@/server/contract/skill-desk.ts";
import { Button } from "../../../../_ui/button.tsx";
import { Keys } from "../../../../_ui/kbd.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { Segmented } from "../../../../_ui/segmented.tsx";
import { TextArea } from "../../../../_ui/text-area.tsx";
import { ArgumentFields } from "./argument-fields.tsx";
import { SaveExample } from "./save-example.tsx";
import { emptyDraft, notInForm, schemaFields, toArguments, toDraft } from "./schema-draft.ts";
import { TryFiles } from "./try-files.tsx";
import { TryResult } from "./try-result.tsx";
import { useTry } from "./use-try.ts";

interface FunctionTryProps {
  readonly skill: string;
  readonly fn: SkillFunction;
  /** Nothing can be saved in its folder. */
  readonly isReadOnly: boolean;
  /** Fills the form. */
  readonly given: SkillExampleSummary | undefined;
}

/** One function: its arguments by form or as JSON, and what comes of them. Ctrl or Cmd with Enter tries it. */
export function FunctionTry({ skill, fn, isReadOnly, given }: FunctionTryProps) {
  const form = useArgumentForm(fn, given?.arguments);
  const [files, setFiles] = useState<readonly File[]>(() => toFiles(given));
  const { start, cancel, isRunning, finished, error } = useTry(skill);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const values = form.read();
    if (values && !isRunning) void start({ function: fn.name, arguments: values, files });
  };
  return (
    <>
      <form
        onSubmit={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
        }}
        className="flex flex-col gap-4 rounded-3 border p-4"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <span className="text-12 text-text-2">{fn.description.split("\n")[0]}</span>
          <Segmented
            label="Arguments by"
            value={form.mode}
            onValueChange={form.setMode}
            options={[
              { value: "form", label: "Form" },
              { value: "json", label: "JSON" },
            ]}
          />
        </div>
        {form.mode === "form" ? (
          <ArgumentFields
            fields={form.fields}
            draft={form.draft}
            errors={form.errors}
            onChange={form.setDraft}
          />
        ) : (
          <TextArea
            label="Arguments as JSON"
            isMono
            rows={6}
            spellCheck={false}
            value={form.json}
            error={form.errors["json"]}
            onChange={(event) => form.setJson(event.target.value)}
          />
        )}
        <TryFiles files={files} onChange={setFiles} />
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" size={32} disabled={isRunning}>
            <Play />
            {isRunning ? "Running" : "Try it"}
          </Button>
          {isRunning ? (
            <Button size={32} onClick={cancel}>
              <Square />
              Cancel
            </Button>
          ) : (
            <Keys keys={["Mod", "Enter"]} />
          )}
        </div>
      </form>
      {error ? <Note tone="fail">{error}</Note> : null}
      {finished ? <TryResult outcome={finished.outcome} /> : null}
      {finished && !isReadOnly ? (
        <SaveExample key={finished.outcome.durationMs} skill={skill} tried={finished} />
      ) : null}
      {finished && isReadOnly ? (
        <p className="text-12 text-text-3">
          This skill ships with OpenHive: its examples are not changed here.
        </p>
      ) : null}
    </>
  );
}

type Mode = "form" | "json";

function useArgumentForm(fn: SkillFunction, given: JsonObject | undefined) {
  const fields = schemaFields(fn.inputSchema);
  const [mode, setModeState] = useState<Mode>(() =>
    given && notInForm(fields, given).length > 0 ? "json" : "form",
  );
  const [draft, setDraft] = useState(() => (given ? toDraft(fields, given) : emptyDraft(fields)));
  const [json, setJson] = useState(() => JSON.stringify(given ?? {}, null, 2));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const readJson = (): JsonObject | undefined => {
    try {
      const value: unknown = JSON.parse(json);
      if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonObject;
    } catch {
      // Said below.
    }
    setErrors({ json: 'It has to be one JSON object, such as {"path": "data.csv"}' });
    return undefined;
  };
  // What the other side cannot take is not dropped: it stays where it is, and is told.
  const takeToJson = (): boolean => {
    const { values, errors: found } = toArguments(fields, draft);
    const unread = Object.entries(found).filter(([name]) => (draft[name] ?? "").trim() !== "");
    setErrors(Object.fromEntries(unread));
    if (unread.length === 0) setJson(JSON.stringify(values, null, 2));
    return unread.length === 0;
  };
  const takeToForm = (): boolean => {
    const values = readJson();
    if (!values) return false;
    const lost = notInForm(fields, values);
    setErrors(lost.length === 0 ? {} : { json: `The form cannot show ${lost.join(", ")} as it is here` });
    if (lost.length === 0) setDraft(toDraft(fields, values));
    return lost.length === 0;
  };
  const setMode = (next: Mode) => {
    if (next === mode) return;
    const isTaken = next === "json" ? takeToJson() : takeToForm();
    if (isTaken) setModeState(next);
  };
  const read = (): JsonObject | undefined => {
    if (mode === "json") {
      const values = readJson();
      if (values) setErrors({});
      return values;
    }
    const { values, errors: found } = toArguments(fields, draft);
    setErrors(found);
    return Object.keys(found).length === 0 ? values : undefined;
  };
  return { fields, mode, setMode, draft, setDraft, json, setJson, errors, read };
}

function toFiles(given: SkillExampleSummary | undefined): readonly File[] {
  return Object.entries(given?.files ?? {}).map(([name, text]) => new File([text], name));
}
