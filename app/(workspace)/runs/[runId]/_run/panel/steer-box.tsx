"use client";

import { useIsMutating, useMutation } from "@tanstack/react-query";
import { MessageSquareText } from "lucide-react";
import { type FormEvent, type KeyboardEvent, memo } from "react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Kbd } from "@/app/_ui/kbd.tsx";
import { TextField } from "@/app/_ui/text-field.tsx";
import { showToast } from "@/app/_ui/toast-store.ts";
import { usePageMemory } from "@/app/_ui/use-page-memory.ts";
import type { SessionId } from "@/server/contract/ids.ts";
import { useIsLowSheet } from "../question/low-sheet-context.tsx";
import { useRun, useRunContext } from "../store/run-context.tsx";
import type { SessionView } from "../view/run-view.ts";
import { afterSending, steerDrafts } from "./steer-drafts.ts";

interface SteerBoxProps {
  readonly session: SessionView;
}

/** Under the transcript of an agent at work: a message that it reads at its next turn. Not there when it is over. */
export const SteerBox = memo(function SteerBox({ session }: SteerBoxProps) {
  const { isReadOnly } = useRunContext();
  const isPast = useRun((state) => state.moment !== null);
  const isLow = useIsLowSheet();
  if (session.finishedAt !== null || isPast || isReadOnly || isLow) return null;
  return (
    <div className="flex flex-none flex-col gap-2 border-t bg-surface px-4 py-3">
      <Unread session={session} />
      <SteerForm session={session} />
    </div>
  );
});

function Unread({ session: { waitingMessages } }: SteerBoxProps) {
  if (waitingMessages.length === 0) return null;
  return (
    <ul aria-label="Sent, not read yet" className="flex flex-col gap-1 text-12">
      {waitingMessages.map((message) => (
        <li key={message.key} className="flex items-start gap-2 text-text-2">
          <MessageSquareText className="mt-0.5 size-3.5 flex-none text-text-3" />
          <span dir="auto" className="line-clamp-2 min-w-0 flex-1 wrap-anywhere">
            {message.text}
          </span>
          <span className="flex-none text-11 text-text-3">not read yet</span>
        </li>
      ))}
    </ul>
  );
}

function SteerForm({ session }: SteerBoxProps) {
  const { sessionId, agentName } = session;
  const [text = "", setText] = usePageMemory(steerDrafts, sessionId);
  const { send, isSending } = useSteering(sessionId);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (message !== "" && !isSending) send(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || text === "") return;
    event.preventDefault();
    setText("");
  };
  return (
    <form onSubmit={onSubmit} className="flex items-center gap-2">
      <TextField
        label={`Message to ${agentName}`}
        isLabelHidden
        fieldClassName="min-w-0 flex-1"
        placeholder={`Steer ${agentName}`}
        value={text}
        maxLength={20_000}
        autoComplete="off"
        dir="auto"
        data-steer=""
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        trailing={
          text === "" ? (
            <span className="flex-none text-11 text-text-3 max-sm:hidden">
              {session.parkedFor === null ? "read at its next turn" : "read when it goes on"}
            </span>
          ) : (
            <Kbd>⏎</Kbd>
          )
        }
      />
      {text.trim() === "" ? null : (
        <Button type="submit" size={32} disabled={isSending}>
          {isSending ? "Sending" : "Send"}
        </Button>
      )}
    </form>
  );
}

/** Sends messages to a session one after the other, also when the box is drawn anew meanwhile: what was typed since stays. */
function useSteering(sessionId: SessionId) {
  const { runId } = useRunContext();
  const trpc = useTRPC();
  const mutationKey = ["steer", sessionId];
  const isSending = useIsMutating({ mutationKey }) > 0;
  const { mutate } = useMutation({
    ...trpc.runs.steer.mutationOptions({
      onSuccess: (_sent, { text }) =>
        steerDrafts.write(sessionId, afterSending(steerDrafts.read(sessionId) ?? "", text)),
      onError: (error) => showToast({ kind: "fail", text: `The message was not sent. ${errorText(error)}` }),
    }),
    mutationKey,
  });
  return { send: (text: string) => mutate({ runId, sessionId, text }), isSending };
}
