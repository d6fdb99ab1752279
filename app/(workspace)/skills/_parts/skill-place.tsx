import Link from "next/link";
import type { SkillDetail } from "@/server/contract/api.ts";
import { Note } from "../../../_ui/note.tsx";

interface SkillPlaceProps {
  readonly skill: SkillDetail;
}

/** Which folder counts where several have a skill of this name, and why. Nothing where there is one alone. */
export function SkillPrecedence({ skill }: SkillPlaceProps) {
  if (skill.hides.length === 0) return null;
  return (
    <Note tone="warn" className="mt-3">
      <p>
        {skill.hides.length === 1 ? "Two folders" : `${skill.hides.length + 1} folders`} have a skill of this
        name. Agents get the one that comes last.
      </p>
      <ol aria-label="Folders in order of precedence" className="mt-1.5 flex flex-col gap-1 text-12">
        <Place word="Counts" root={skill.root} folder={skill.folder} />
        {skill.hides.map(({ root, folder }) => (
          <Place key={folder} word="Hidden" root={root} folder={folder} />
        ))}
      </ol>
    </Note>
  );
}

interface PlaceProps {
  readonly word: string;
  readonly root: string;
  readonly folder: string;
}

function Place({ word, root, folder }: PlaceProps) {
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-2">
      <span className="font-medium">{word}</span>
      <span className="min-w-0 wrap-anywhere">
        {root} <span className="mono text-11 text-text-2">{folder}</span>
      </span>
    </li>
  );
}

/** How many users are shown before the rest is only counted. */
const SHOWN = 12;

/** The agents that were granted a skill, by their orgs, each a way to its chart. */
export function SkillUsers({ skill }: SkillPlaceProps) {
  if (skill.users.length === 0) return null;
  const shown = skill.users.slice(0, SHOWN);
  const more = Math.max(skill.usedBy, skill.users.length) - shown.length;
  const orgs = [...Map.groupBy(shown, ({ orgSlug }) => orgSlug)];
  return (
    <section aria-label="Granted to" className="mt-3 flex flex-col gap-1 text-12">
      <h3 className="text-12 font-medium">Granted to</h3>
      <ul className="flex flex-col gap-1">
        {orgs.map(([slug, users]) => (
          <li key={slug} className="min-w-0 text-text-2 wrap-anywhere">
            <Link href={`/orgs/${slug}`} className="text-text underline decoration-border underline-offset-2">
              {users[0]?.orgName}
            </Link>
            : {users.map(({ agentName }) => agentName).join(", ")}
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="num text-text-3">and {more} more</p> : null}
    </section>
  );
}
