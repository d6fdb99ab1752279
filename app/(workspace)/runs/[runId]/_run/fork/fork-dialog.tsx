"use client";

import { useMutation } from "@tanstack/react-query";
import { GitFork } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { Note } from "@/app/_ui/note.tsx";
import { Select } from "@/app/_ui/select.tsx";
import { TextArea } from "@/app/_ui/text-area.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";
import { type ForkTarget, readLast } from "./fork-target.ts";

interface ForkDialogProps {
  readonly target: ForkTarget;
  readonly onClose: () => void;
}

/** A new run from a turn on: which turn, and what its agent reads. */
export function ForkDialog({ target, onClose }: ForkDialogProps) {
  const session = useRun(({ view }) => view.sessions[target.sessionId]);
  return session ? <ForkForm session={session} turn={target.turn} onClose={onClose} /> : null;
}

interface ForkFormProps {
  readonly session: SessionView;
  readonly turn: number;
  readonly onClose: () => void;
}

function ForkForm({ session, turn: first, onClose }: ForkFormProps) {
  const { runId } = useRunContext();
  const router = useRouter();
  const trpc = useTRPC();
  const formId = useId();
  const [turn, setTurn] = useState(first);
  const [typed, setTyped] = useState<string>();
  const forking = useMutation(
    trpc.runs.fork.mutationOptions({
      onSuccess: (fork) => {
        onClose();
        router.push(`/runs/${fork.runId}`);
      },
    }),
  );
  const last = readLast(session, turn);
  const before = last.kind === "message" ? last.text : "";
  const text = typed ?? before;
  const isEdited = text.trim() !== "" && text.trim() !== before.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (forking.isPending) return;
    const { sessionId } = session;
    forking.mutate({ runId, sessionId, turn, ...(isEdited ? { message: text.trim() } : {}) });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`Fork from turn ${turn} of ${session.agentName}`}
      description="A new run that shares everything before this turn. This one stays as it is."
      footer={
        <Button type="submit" form={formId} size={32} variant="primary" disabled={forking.isPending}>
          <GitFork />
          {forking.isPending ? "Forking" : isEdited ? "Fork with this message" : "Fork"}
        </Button>
      }
    >
      <form id={formId} onSubmit={send} className="flex flex-col gap-4">
        <TextArea
          dir="auto"
          label={
            last.kind === "message"
              ? `What ${session.agentName} reads`
              : "A message after the results, if you like"
          }
          hint={
            last.kind === "message"
              ? "Change it, or leave it and only take the turn anew."
              : `${session.agentName} reads it together with what its tools answered.`
          }
          rows={5}
          className="max-h-72"
          maxLength={100_000}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
        {session.turns.length > 1 ? (
          <Select
            label="Turn"
            value={String(turn)}
            onValueChange={(value) => {
              setTurn(Number(value));
              setTyped(undefined);
            }}
            options={session.turns.map((one) => ({ value: String(one.turn), label: `Turn ${one.turn}` }))}
          />
        ) : null}
        {forking.error ? <Note tone="fail">{errorText(forking.error)}</Note> : null}
      </form>
    </Dialog>
  );
}
