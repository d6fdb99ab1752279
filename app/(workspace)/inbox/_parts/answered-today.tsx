import Link from "next/link";
import type { AnsweredWait } from "@/server/contract/api.ts";
import { ListHeading } from "../../../_ui/list-detail.tsx";
import { AnsweredLink } from "./answered-link.tsx";

interface AnsweredTodayProps {
  readonly waits: readonly AnsweredWait[];
  readonly hrefOf: (id: string) => string;
  readonly chosen: string | undefined;
}

/** What came of today's requests, below those that still wait; nothing where there were none. */
export function AnsweredToday({ waits, hrefOf, chosen }: AnsweredTodayProps) {
  if (waits.length === 0) return null;
  return (
    <section aria-label="Answered today">
      <ListHeading count={waits.length}>Answered today</ListHeading>
      {waits.map((wait) => (
        <AnsweredLink key={wait.id} wait={wait} href={hrefOf(wait.id)} isChosen={wait.id === chosen} />
      ))}
      <Link
        href="/inbox?show=answered"
        className="flex h-9 items-center px-4 text-12 text-accent underline-offset-2 hover:underline pointer-coarse:h-11"
      >
        Everything that was answered
      </Link>
    </section>
  );
}
