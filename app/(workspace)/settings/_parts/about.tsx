import { CopyButton } from "../../../_ui/code-block.tsx";

export interface AboutFacts {
  readonly version: string;
  /** Absolute path. */
  readonly dataDir: string;
  /** A PostgreSQL of one's own, named by DATABASE_URL. */
  readonly hasOwnDatabase: boolean;
}

interface AboutProps {
  readonly facts: AboutFacts;
}

/** Version, data folder and database of this server. */
export function About({ facts }: AboutProps) {
  return (
    <dl className="overflow-hidden rounded-3 border">
      <Fact name="Version" value={<span className="num">{facts.version}</span>} />
      <Fact
        name="Data folder"
        value={
          <span className="flex min-w-0 items-center gap-1">
            <span className="mono min-w-0 text-12 wrap-anywhere">{facts.dataDir}</span>
            <CopyButton text={facts.dataDir} label="the data folder's path" />
          </span>
        }
        hint="On the machine that runs OpenHive. Back it up as a whole; OPENHIVE_DATA_DIR moves it."
      />
      <Fact
        name="Database"
        value={facts.hasOwnDatabase ? "Your PostgreSQL" : "PostgreSQL in the data folder"}
        hint={
          facts.hasOwnDatabase
            ? "Named by DATABASE_URL. Runs, orgs and settings are in it."
            : "Started and stopped with OpenHive. DATABASE_URL names another."
        }
      />
      <Fact
        name="Skills"
        value={<span className="mono text-12 wrap-anywhere">packages/skills, {facts.dataDir}/skills</span>}
        hint="Folders with a SKILL.md. A change is seen at once."
      />
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly value: React.ReactNode;
  readonly hint?: string;
}

function Fact({ name, value, hint }: FactProps) {
  return (
    <div className="grid gap-x-4 border-t px-3.5 py-2.5 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)]">
      <dt className="text-12 leading-5 text-text-3">{name}</dt>
      <dd className="min-w-0">
        {value}
        {hint ? <span className="block text-12 text-text-3">{hint}</span> : null}
      </dd>
    </div>
  );
}
