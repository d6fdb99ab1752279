"use client";

import { KeyRound, type LucideIcon, MessageCircleQuestionMark, ShieldQuestionMark } from "lucide-react";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import type { OpenWait } from "@/server/contract/api.ts";
import { GiveTaskLink } from "../../../_shell/give-task-link.tsx";
import { NoticeButton } from "../../../_shell/notice-button.tsx";
import { PageFrame } from "../../../_shell/page-frame.tsx";
import { useOpenWaits } from "../../../_shell/use-open-waits.ts";
import { replaceAddressQuery } from "../../../_ui/address-query.ts";
import { Button } from "../../../_ui/button.tsx";
import { EmptyState } from "../../../_ui/empty-state.tsx";
import { ErrorState } from "../../../_ui/error-state.tsx";
import { Kbd } from "../../../_ui/kbd.tsx";
import { lazyPart } from "../../../_ui/lazy-part.tsx";
import { ListDetail, ListHeading, ListLink } from "../../../_ui/list-detail.tsx";
import { ListLoading } from "../../../_ui/list-loading.tsx";
import { questionLine } from "../../../_ui/question-line.ts";
import { Segmented } from "../../../_ui/segmented.tsx";
import { TimeText } from "../../../_ui/time-text.tsx";
import { useChosen } from "../../../_ui/use-chosen.ts";
import type { FormFocus } from "../../../_ui/use-form-focus.ts";
import { useServerClock } from "../../../_ui/use-server-clock.ts";
import { AnsweredDetail } from "./answered-detail.tsx";
import { AnsweredToday } from "./answered-today.tsx";
import { NoticeList } from "./notice-list.tsx";
import { useAnsweredToday } from "./use-answered-today.ts";
import { useMoveKeys } from "./use-move-keys.ts";
import { useNotices } from "./use-notices.ts";
import { WholeWait } from "./whole-wait.tsx";

const AnsweredWaits = lazyPart(async () => (await import("./answered-waits.tsx")).AnsweredWaits);

type Shown = "open" | "answered";

/** Everything that waits for a person, oldest first, answered where it is shown, with what was answered today below; and all that was answered. */
export function InboxPage() {
  const { waits, error, retry } = useOpenWaits();
  const { shown, show } = useShown();
  useServerClock();
  const isOpen = shown === "open";
  return (
    <PageFrame
      title="Inbox"
      isScrolling={false}
      ground="canvas"
      actions={<NoticeButton />}
      meta={
        <Segmented<Shown>
          label="Requests"
          value={shown}
          onValueChange={show}
          options={[
            { value: "open", label: "Open", count: waits?.length },
            { value: "answered", label: "Answered" },
          ]}
        />
      }
    >
      {isOpen ? null : <AnsweredWaits />}
      {isOpen && waits ? <Waits waits={oldestFirst(waits)} /> : null}
      {isOpen && !waits && !error ? <ListLoading label="Loading the inbox" /> : null}
      {isOpen && error ? (
        <ErrorState title="The inbox could not be read" error={error} onRetry={retry} />
      ) : null}
    </PageFrame>
  );
}

/** Which of both lists, kept in the address. */
function useShown() {
  const shown: Shown = useSearchParams().get("show") === "answered" ? "answered" : "open";
  const show = (next: Shown) =>
    replaceAddressQuery(new URLSearchParams(next === "open" ? {} : { show: next }));
  return { shown, show };
}

interface WaitsProps {
  readonly waits: readonly OpenWait[];
}

function Waits({ waits }: WaitsProps) {
  const answered = useAnsweredToday();
  const open = useChosen(
    "wait",
    waits.map((wait) => wait.id),
  );
  // A parameter of its own: whoever has answered a request goes on to the next one that waits.
  const past = useChosen(
    "answered",
    answered.map((wait) => wait.id),
  );
  const shownPast = past.isNamed ? answered.find((wait) => wait.id === past.chosen) : undefined;
  const shown = shownPast ? undefined : waits.find((wait) => wait.id === open.chosen);
  const hrefs = [
    ...waits.map((wait) => open.hrefOf(wait.id)),
    ...answered.map((wait) => past.hrefOf(wait.id)),
  ];
  const isWalked = useMoveKeys(
    hrefs,
    shownPast ? waits.length + answered.indexOf(shownPast) : placeOf(waits, open),
  );
  const today = <AnsweredToday waits={answered} hrefOf={past.hrefOf} chosen={shownPast?.id} />;
  if (!shown && !shownPast) return <NothingWaits answered={answered.length > 0 ? today : undefined} />;
  return (
    <ListDetail
      label="Inbox"
      isDetailNamed={open.isNamed || past.isNamed}
      listHref={open.listHref}
      list={
        <>
          <ListHeading count={waits.length}>Waiting for you</ListHeading>
          {waits.map((wait) => (
            <WaitLink key={wait.id} wait={wait} href={open.hrefOf(wait.id)} isChosen={wait === shown} />
          ))}
          {waits.length === 0 ? (
            <p className="px-4 py-3 text-12 text-text-2">Nothing waits for you.</p>
          ) : null}
          <NoticeList />
          {today}
          <p className="mt-auto flex items-center gap-1.5 px-4 py-3 text-12 text-text-3 pointer-coarse:hidden">
            <Kbd>J</Kbd>
            <Kbd>K</Kbd> next, previous
          </p>
        </>
      }
      detail={
        shownPast ? (
          <AnsweredDetail key={shownPast.id} wait={shownPast} />
        ) : shown ? (
          <WholeWait key={shown.id} wait={shown} focus={focusOf(open.isNamed, isWalked)} />
        ) : null
      }
    />
  );
}

/** From where J and K walk. A request that nobody chose is the first that J goes to: its form has no keys before. */
function placeOf(waits: readonly OpenWait[], open: ReturnType<typeof useChosen>): number {
  const drawn = waits.findIndex(({ id }) => id === open.chosen);
  return open.isNamed ? drawn : drawn - 1;
}

/** Into the form of a request that was chosen. */
function focusOf(isNamed: boolean, isWalked: boolean): FormFocus | undefined {
  if (!isNamed) return undefined;
  return isWalked ? "form" : "field";
}

interface NothingWaitsProps {
  /** What was answered today; undefined where nothing was. */
  readonly answered: ReactNode | undefined;
}

/** What agents told stands first then. */
function NothingWaits({ answered }: NothingWaitsProps) {
  const { notices, error } = useNotices();
  const hasNotices = notices.length > 0 || Boolean(error);
  const isAlone = !hasNotices && answered === undefined;
  const nothing = (
    <EmptyState
      title="Nothing waits for you"
      isInline={!isAlone}
      action={
        <>
          <GiveTaskLink size={isAlone ? 32 : 28} variant={isAlone ? "primary" : "secondary"} />
          <Button asChild size={isAlone ? 32 : 28}>
            <Link href="/runs">Look at the runs</Link>
          </Button>
        </>
      }
    >
      When an agent asks a question, it is here and on the run&#39;s canvas. The agent costs nothing while it
      waits; its run goes on with what does not depend on the answer.
    </EmptyState>
  );
  if (isAlone) return nothing;
  return (
    <div className="h-full overflow-y-auto">
      {hasNotices ? (
        <Sheet>
          <NoticeList />
        </Sheet>
      ) : null}
      <div className="mx-auto w-full max-w-[44rem]">{nothing}</div>
      {answered === undefined ? null : <Sheet>{answered}</Sheet>}
    </div>
  );
}

function Sheet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="mx-auto my-6 w-full max-w-[44rem] overflow-hidden bg-surface md:rounded-3 md:border">
      {children}
    </div>
  );
}

const ICONS: Readonly<Record<OpenWait["kind"], LucideIcon>> = {
  question: MessageCircleQuestionMark,
  approval: ShieldQuestionMark,
  secret: KeyRound,
};

interface WaitLinkProps {
  readonly wait: OpenWait;
  readonly href: string;
  readonly isChosen: boolean;
}

function WaitLink({ wait, href, isChosen }: WaitLinkProps) {
  const Icon = ICONS[wait.kind];
  return (
    <ListLink href={href} isChosen={isChosen}>
      <span className="flex min-w-0 gap-2.5">
        <Icon className="mt-0.5 size-3.5 text-st-person" />
        <span className="min-w-0 flex-1">
          <span className="flex min-w-0 items-center justify-between gap-2">
            <span dir="auto" className="truncate font-medium">
              {questionLine(wait.questions[0])}
            </span>
            <TimeText iso={wait.askedAt} className="num flex-none text-11 text-text-3" />
          </span>
          <span className="block truncate text-12 text-text-2">
            <bdi>{wait.agentName}</bdi>, <bdi>{wait.orgName}</bdi>
          </span>
        </span>
      </span>
    </ListLink>
  );
}

function oldestFirst(waits: readonly OpenWait[]): readonly OpenWait[] {
  return [...waits].sort((left, right) => left.askedAt.localeCompare(right.askedAt));
}
