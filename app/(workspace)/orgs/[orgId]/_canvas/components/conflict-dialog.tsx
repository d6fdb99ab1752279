"use client";

import { useMemo, useState } from "react";
import { Button } from "@/app/_ui/button.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import type { SaveConflict } from "@/server/contract/api.ts";
import { diffOrgs, isEmptyDiff } from "@/server/contract/org-diff.ts";
import type { OrgDocument } from "@/server/contract/org-document.ts";
import { describeChange, describeSide } from "../model/describe-change.ts";
import {
  type AgentDifference,
  defaultChoices,
  findDifferences,
  mergeDocuments,
  restOfMerge,
  type Side,
} from "../model/merge-documents.ts";
import { leftWords, restWords } from "../model/merge-words.ts";
import { plural } from "../model/plural.ts";
import type { AutoSaver } from "../store/auto-saver.ts";
import { useEditor, useEditorStore } from "./editor-context.tsx";
import { VersionDiff } from "./version-diff.tsx";

interface ConflictDialogProps {
  readonly theirs: SaveConflict;
  readonly saver: AutoSaver;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** Two versions of one org: keep mine, take theirs, or merge agent by agent. Nothing is lost until a person chose. */
export function ConflictDialog({ theirs, saver, isOpen, onOpenChange }: ConflictDialogProps) {
  const store = useEditorStore();
  const base = useEditor((state) => state.savedDocument);
  const mine = useEditor((state) => state.document);
  const versions = useMemo(() => ({ base, mine, theirs: theirs.document }), [base, mine, theirs]);
  const differences = useMemo(() => findDifferences(versions), [versions]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, Side>>(new Map());
  const rest = useMemo(() => restWords(restOfMerge(versions)), [versions]);
  const choices = useMemo(() => new Map([...defaultChoices(differences), ...chosen]), [differences, chosen]);
  const merge = useMemo(() => mergeDocuments(versions, choices), [versions, choices]);
  const left = leftWords(merge.left);

  const save = (document: typeof mine, words: string) => {
    store.getState().actions.rebase(theirs, document);
    store.getState().actions.announce(words);
    onOpenChange(false);
    void saver.flush();
  };
  const take = () => {
    store.getState().actions.load(theirs);
    onOpenChange(false);
    void saver.flush();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={`Version ${theirs.version} was saved while you were editing`}
      description={
        differences.length === 0
          ? "Both are kept. The agents are the same in both."
          : `Both are kept. Choose for the ${differences.length === 1 ? "agent that differs" : `${differences.length} agents that differ`}.`
      }
      className="max-w-[42rem]"
      footer={
        <>
          <Button size={32} variant="ghost" onClick={() => save(mine, "Yours kept")}>
            Keep mine
          </Button>
          <Button size={32} variant="ghost" onClick={take}>
            Take theirs
          </Button>
          <Button
            size={32}
            variant="primary"
            onClick={() => save(merge.document, left === undefined ? "Merged" : `Merged without ${left}`)}
          >
            Merge as version {theirs.version + 1}
          </Button>
        </>
      }
    >
      {differences.length > 0 ? (
        <ul className="divide-y rounded-3 border" aria-label={plural(differences.length, "difference")}>
          {differences.map((difference) => (
            <DifferenceRow
              key={difference.agentId}
              difference={difference}
              choice={choices.get(difference.agentId) ?? "mine"}
              onChoose={(side) => setChosen(new Map(chosen).set(difference.agentId, side))}
            />
          ))}
        </ul>
      ) : null}
      {rest === undefined ? null : (
        <p className="mt-3 text-12 text-text-2">
          {differences.length === 0 ? "A merge" : "Besides, a merge"} takes {rest}.
        </p>
      )}
      <p role="status" className="mt-3 text-12 text-st-person empty:hidden">
        {left === undefined ? null : `A merge leaves out ${left}.`}
      </p>
      <FieldByField from={theirs.document} to={mine} />
    </Dialog>
  );
}

interface FieldByFieldProps {
  readonly from: OrgDocument;
  readonly to: OrgDocument;
}

/** Everything in which the two differ, texts word by word; folded until it is wanted. */
function FieldByField({ from, to }: FieldByFieldProps) {
  const diff = useMemo(() => diffOrgs(from, to), [from, to]);
  const [isOpen, setIsOpen] = useState(false);
  if (isEmptyDiff(diff)) return null;
  return (
    <details className="mt-3" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer text-12 font-medium pointer-coarse:min-h-11">
        Field by field, from the saved version to the one on your canvas
      </summary>
      <div className="mt-2">{isOpen ? <VersionDiff diff={diff} /> : null}</div>
    </details>
  );
}

interface DifferenceRowProps {
  readonly difference: AgentDifference;
  readonly choice: Side;
  readonly onChoose: (side: Side) => void;
}

function DifferenceRow({ difference, choice, onChoose }: DifferenceRowProps) {
  const sides: readonly { readonly side: Side; readonly word: string; readonly text: string }[] = [
    { side: "mine", word: "Yours", text: describeSide(difference.mine, difference.theirs) },
    {
      side: "theirs",
      word: "Theirs",
      text: describeSide(difference.theirs, difference.mine),
    },
  ];
  return (
    <li className="px-3 py-2.5">
      <fieldset>
        <legend className="mb-1.5 flex w-full items-baseline gap-2">
          <span className="font-semibold">{difference.name}</span>
          <span className="text-12 text-text-3">{describeChange(difference.mine, difference.theirs)}</span>
        </legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {sides.map(({ side, word, text }) => (
            <label
              key={side}
              className="flex min-w-0 cursor-pointer items-start gap-2 text-12 pointer-coarse:min-h-11"
            >
              <input
                type="radio"
                name={difference.agentId}
                checked={choice === side}
                onChange={() => onChoose(side)}
                className="mt-0.5 size-4 flex-none accent-accent-solid"
              />
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{word}:</span> {text}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </li>
  );
}
