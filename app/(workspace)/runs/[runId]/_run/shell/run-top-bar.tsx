"use client";

import { useMutation } from "@tanstack/react-query";
import { CloudOff, Square } from "lucide-react";
import Link from "next/link";
import { TopBar } from "@/app/_shell/top-bar.tsx";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button } from "@/app/_ui/button.tsx";
import { Chip } from "@/app/_ui/chip.tsx";
import { StateBadge } from "@/app/_ui/state-badge.tsx";
import { showToast } from "@/app/_ui/toast-store.ts";
import { useRun, useRunContext } from "../store/run-context.tsx";
import { firstLine } from "../view/plain-text.ts";
import { statusLook } from "../view/run-status.ts";
import { ForkOrigin } from "./fork-origin.tsx";
import { PauseButton } from "./pause-button.tsx";
import { RunFigures } from "./run-figures.tsx";
import { RunMenu } from "./run-menu.tsx";

const crumbs = [{ label: "Runs", href: "/runs" }];

/** What the run is, how it stands, what it has used, and the ways to hold and to stop it. */
export function RunTopBar() {
  const task = useRun(({ view }) => view.task);
  const { isReadOnly } = useRunContext();
  const title = firstLine(task) || "Run";
  return (
    <TopBar
      crumbs={isReadOnly ? [] : crumbs}
      hasPalette={!isReadOnly}
      title={
        <span className="flex min-w-0 flex-col md:max-w-[34ch] xl:max-w-[48ch]" title={task}>
          <span className="truncate leading-5">{title}</span>
          <span className="flex h-4 items-center gap-x-2 leading-4 font-normal tracking-normal md:hidden">
            <RunStatusBadge />
            <LostMark />
          </span>
        </span>
      }
      isMetaWhole
      meta={<RunMeta />}
      actions={
        <>
          <span className="flex items-center gap-3 max-md:hidden">
            <RunFigures />
          </span>
          <RunControls />
        </>
      }
    />
  );
}

function RunStatusBadge({ isPill = false }: { readonly isPill?: boolean }) {
  const word = useRun(({ shown }) => statusLook(shown).word);
  const state = useRun(({ shown }) => statusLook(shown).state);
  return <StateBadge state={state} word={word} isPill={isPill} />;
}

function RunMeta() {
  const { orgId } = useRunContext();
  const name = useRun(({ view }) => view.orgName);
  const version = useRun(({ view }) => view.orgVersion);
  const isScripted = useRun(({ view }) => view.isScripted);
  const connection = useRun((state) => state.connection);
  const org = `${name}, version ${version}`;
  return (
    <span className="flex items-center gap-3 max-md:hidden">
      <span className="flex-none">
        <RunStatusBadge isPill />
      </span>
      {name === "" ? null : (
        <span className="max-w-[28ch] truncate text-12 text-text-3 max-xl:hidden">
          {orgId === null ? (
            org
          ) : (
            <Link href={`/orgs/${orgId}`} className="rounded-1 hover:text-text">
              {org}
            </Link>
          )}
        </span>
      )}
      <ForkOrigin />
      {isScripted ? <Chip className="max-lg:hidden">Scripted</Chip> : null}
      {connection === "lost" ? (
        <Chip icon={<CloudOff />} className="max-lg:hidden">
          Connection lost, trying again
        </Chip>
      ) : null}
      <LostMark />
      {connection === "connecting" ? <Chip className="appear-late">Connecting</Chip> : null}
    </span>
  );
}

/** In a narrow window, where there is no room for the words. */
function LostMark() {
  const isLost = useRun((state) => state.connection === "lost");
  if (!isLost) return null;
  return (
    <span title="Connection lost, trying again" className="flex-none text-text-3 lg:hidden">
      <CloudOff className="size-3.5" />
      <span className="sr-only">Connection lost, trying again</span>
    </span>
  );
}

function RunControls() {
  const { isReadOnly } = useRunContext();
  const isOver = useRun(({ view }) => view.finishedAt !== null);
  if (isReadOnly) return null;
  return (
    <>
      <span className="h-5 w-px bg-border max-md:hidden" />
      {isOver ? null : (
        <>
          <PauseButton />
          <StopButton />
        </>
      )}
      <RunMenu />
    </>
  );
}

function StopButton() {
  const { runId } = useRunContext();
  const trpc = useTRPC();
  const stopping = useMutation(
    trpc.runs.cancel.mutationOptions({
      onSuccess: () =>
        showToast({ kind: "info", text: "The run was stopped. What it has found stays here." }),
      onError: (error) => showToast({ kind: "fail", text: `The run was not stopped. ${errorText(error)}` }),
    }),
  );
  return (
    <Button
      variant="danger"
      disabled={stopping.isPending}
      onClick={() => stopping.mutate({ runId })}
      className="max-lg:aspect-square max-lg:px-0!"
    >
      <Square />
      <span className="max-lg:sr-only">{stopping.isPending ? "Stopping" : "Stop"}</span>
    </Button>
  );
}
