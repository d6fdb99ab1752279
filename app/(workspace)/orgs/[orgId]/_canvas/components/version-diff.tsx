"use client";

import type { ReactNode } from "react";
import { ScrollBox } from "@/app/_ui/scroll-box.tsx";
import { WordDiff } from "@/app/_ui/word-diff.tsx";
import type { FieldChange, ItemChange, OrgDiff } from "@/server/contract/org-diff.ts";
import { fieldWord, splitPlace } from "../model/change-words.ts";

interface VersionDiffProps {
  readonly diff: OrgDiff;
}

/** What changed from one version to another: agent by agent, field by field, texts word by word. */
export function VersionDiff({ diff }: VersionDiffProps) {
  const parts: readonly (readonly [string, readonly ItemChange[]])[] = [
    ["Agent", diff.agents],
    ["Line", diff.lines],
    ["Note", diff.notes],
    ["Group", diff.groups],
  ];
  return (
    <ul className="divide-y rounded-3 border" aria-label="Changes">
      {diff.settings.length > 0 ? (
        <li className="px-3 py-2.5">
          <p className="mb-1 font-semibold">Org</p>
          <Fields fields={diff.settings} />
        </li>
      ) : null}
      {parts.flatMap(([word, changes]) =>
        changes.map((change) => (
          <li key={`${word} ${change.id}`} className="px-3 py-2.5">
            <p className="mb-1 flex items-baseline gap-2">
              <span dir="auto" className="truncate font-semibold">
                {change.name}
              </span>
              <span className="text-12 text-text-3">
                {word}, {change.kind}
              </span>
            </p>
            <Fields fields={change.fields} />
          </li>
        )),
      )}
    </ul>
  );
}

interface FieldsProps {
  readonly fields: readonly FieldChange[];
}

function Fields({ fields }: FieldsProps) {
  const { isMoved, others } = splitPlace(fields);
  if (fields.length === 0) return null;
  return (
    <dl className="flex flex-col gap-1.5 text-12">
      {isMoved ? <Row word="Place">Moved on the canvas</Row> : null}
      {others.map((change) => (
        <Row key={change.field} word={fieldWord(change.field)}>
          <Change {...change} />
        </Row>
      ))}
    </dl>
  );
}

interface RowProps {
  readonly word: string;
  readonly children: ReactNode;
}

function Row({ word, children }: RowProps) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-2 max-sm:grid-cols-1 max-sm:gap-0">
      <dt className="wrap-anywhere text-text-3">{word}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Change({ from, to }: FieldChange) {
  if (typeof from === "string" && typeof to === "string")
    return (
      <ScrollBox
        aria-label="Words that changed"
        dir="auto"
        className="max-h-64 overflow-y-auto whitespace-pre-wrap"
      >
        <WordDiff from={from} to={to} />
      </ScrollBox>
    );
  return (
    <>
      <del className="rounded-1 bg-st-fail-soft text-st-fail">{say(from)}</del>{" "}
      <ins className="rounded-1 bg-st-done-soft text-st-done no-underline">{say(to)}</ins>
    </>
  );
}

function say(value: unknown): string {
  if (value === undefined) return "none";
  if (typeof value === "string") return value.length > 200 ? `${value.slice(0, 200)}…` : value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string"))
    return value.length === 0 ? "none" : value.join(", ");
  return JSON.stringify(value);
}
