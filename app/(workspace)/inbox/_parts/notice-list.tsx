"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, CheckCheck } from "lucide-react";
import Link from "next/link";
import type { Notice } from "@/server/contract/notice.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { ListHeading } from "../../../_ui/list-detail.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { showToast } from "../../../_ui/toast-store.ts";
import { Tooltip } from "../../../_ui/tooltip.tsx";

/** What agents told people and nobody has read, newest first; nothing where there is none. */
export function NoticeList() {
  const trpc = useTRPC();
  const { data: notices = [] } = useQuery(trpc.waits.notices.queryOptions(undefined));
  const reading = useReading();
  if (notices.length === 0) return null;
  return (
    <section aria-label="Told by agents">
      <ListHeading count={notices.length}>Told by agents</ListHeading>
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} onRead={() => reading.mutate({ id: notice.id })} />
        ))}
      </ul>
      {notices.length > 1 ? (
        <div className="px-4 py-2.5">
          <Button variant="ghost" disabled={reading.isPending} onClick={() => reading.mutate({})}>
            <CheckCheck />
            Mark all as read
          </Button>
        </div>
      ) : null}
    </section>
  );
}

interface NoticeRowProps {
  readonly notice: Notice;
  readonly onRead: () => void;
}

function NoticeRow({ notice, onRead }: NoticeRowProps) {
  return (
    <li className="flex min-w-0 items-start gap-2 border-b py-2.5 pr-2 pl-4 leading-[1.125rem]">
      <Link href={`/runs/${notice.runId}`} className="min-w-0 flex-1 rounded-1">
        <span className="flex min-w-0 items-center justify-between gap-2">
          <span className="min-w-0 font-medium wrap-anywhere">{notice.title}</span>
          <TimeText iso={notice.at} className="num flex-none text-11 text-text-3" />
        </span>
        <span className="block whitespace-pre-line text-text-2 wrap-anywhere">{notice.body}</span>
        <span className="block truncate text-12 text-text-3">
          {notice.agentName}, {notice.orgName}
        </span>
      </Link>
      <Tooltip label="Mark as read">
        <button
          type="button"
          aria-label={`Mark as read: ${notice.title}`}
          onClick={onRead}
          className="grid size-7 flex-none place-items-center rounded-2 text-text-2 hover:bg-surface-3 pointer-coarse:size-11"
        >
          <Check className="size-3.5" />
        </button>
      </Tooltip>
    </li>
  );
}

function useReading() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.waits.readNotices.mutationOptions({
      onError: (error) => showToast({ kind: "fail", text: errorText(error), id: "notice" }),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.waits.notices.queryKey() }),
    }),
  );
}
