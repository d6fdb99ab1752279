import { Play } from "lucide-react";
import Link from "next/link";
import type { OrgSummary } from "@/server/contract/api.ts";
import { Button } from "../../../_ui/button.tsx";

/** The org that came along, as long as there is nothing else and nobody has changed it. */
export function untouchedExample(orgs: readonly OrgSummary[]): OrgSummary | undefined {
  const [example, ...others] = orgs;
  const isUntouched = others.length === 0 && example?.slug === "research-desk" && example.version === 1;
  return isUntouched ? example : undefined;
}

interface FirstVisitProps {
  readonly orgs: readonly OrgSummary[];
}

/** What to do first, where nothing was done yet. */
export function FirstVisit({ orgs }: FirstVisitProps) {
  const example = untouchedExample(orgs);
  if (!example) return null;
  return (
    <section
      aria-label="First steps"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b bg-surface px-4 py-4 md:px-6"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-14">See an org at work</h2>
        <p className="mt-0.5 max-w-[42rem] text-13 text-text-2">
          {example.name} has its task typed in. Its agents follow a script: no key, no cost. Open it, press
          Run, and watch who asks whom for what.
        </p>
      </div>
      <Button asChild size={32} variant="primary">
        <Link href={`/orgs/${example.slug}`}>
          <Play />
          Open {example.name}
        </Link>
      </Button>
    </section>
  );
}
