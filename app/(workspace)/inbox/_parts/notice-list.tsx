"use client";

import { Check, CheckCheck, MessageSquareText } from "lucide-react";
import Link from "next/link";
import type { Notice } from "@/server/contract/notice.ts";
import { Button } from "../../../_ui/button.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { ListHeading } from "../../../_ui/list-detail.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { Tooltip } from "../../../_ui/tooltip.tsx";
import { useNotices } from "./use-notices.ts";

/** What agents told people and nobody has read, newest first; nothing where there is none. */
export function NoticeList() {
  const { notices, error, retry, markRead, isMarking } = useNotices();
  if (notices.length === 0 && error)
    return (
      <ErrorState title="What agents told could not be read" error={error} onRetry={retry} className="p-4" />
    );
  if (notices.length === 0) return null;
  return (
    <section aria-label="Told by agents">
      <ListHeading count={notices.length}>Told by agents</ListHeading>
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onRead={() => markRead([notice])} />
        ))}
      </ul>
      {notices.length > 1 ? (
        <div className="px-2 py-2">
          <Button
            variant="ghost"
            disabled={isMarking}
            onClick={(event) => {
              focusMain(event.currentTarget);
              markRead(notices);
            }}
          >
            <CheckCheck />
            Mark all as read
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** The row of the button goes: whoever walks by keys goes on from the next one, or the one before. */
function focusNeighbour(button: Element): void {
  const row = button.closest("li");
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector("button");
  if (target) target.focus();
  else focusMain(button);
}

function focusMain(inside: Element): void {
  inside.closest("main")?.focus();
}

interface NoticeRowProps {
  readonly notice: Notice;
  readonly onRead: () => void;
}

function NoticeRow({ notice, onRead }: NoticeRowProps) {
  return (
    <li className="flex min-w-0 items-start gap-1 border-b py-2.5 pr-2 pl-4 leading-[1.125rem]">
      <Link href={`/runs/${notice.runId}`} className="flex min-w-0 flex-1 gap-2.5 rounded-1">
        <MessageSquareText className="mt-0.5 size-3.5 text-text-3" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-baseline justify-between gap-2">
            <span dir="auto" className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
              {notice.title}
            </span>
            <TimeText iso={notice.at} className="num flex-none text-11 text-text-3" />
          </span>
          <span dir="auto" className="line-clamp-6 whitespace-pre-line text-text-2 wrap-anywhere">
            {notice.body.replace(/\n{2,}/g, "\n")}
          </span>
          <span className="block truncate text-12 text-text-3">
            <bdi>{notice.agentName}</bdi>, <bdi>{notice.orgName}</bdi>
          </span>
        </span>
      </Link>
      <Tooltip label="Mark as read">
        <button
          type="button"
          aria-label={`Mark as read: ${notice.title}`}
          onClick={(event) => {
            focusNeighbour(event.currentTarget);
            onRead();
          }}
          className="-mt-1 grid size-7 flex-none place-items-center rounded-2 text-text-2 hover:bg-surface-3 pointer-coarse:size-11"
        >
          <Check className="size-3.5" />
        </button>
      </Tooltip>
    </li>
  );
}
