"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { SkillMendPlan } from "@/server/contract/skill-desk.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Button } from "../../../../_ui/button.tsx";
import { Dialog } from "../../../../_ui/dialog.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { showToast } from "../../../../_ui/toast-store.ts";
import { FileDiff } from "./file-diff.tsx";

interface MendDialogProps {
  readonly skill: string;
  /** Undefined mends everything that is safe to mend. */
  readonly rule: string | undefined;
  readonly onClose: () => void;
}

/** What a mend changes, line by line, before anything is written. */
export function MendDialog({ skill, rule, onClose }: MendDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const input = { name: skill, ...(rule === undefined ? {} : { rule }) };
  const plan = useQuery(trpc.skills.previewMend.queryOptions(input, { gcTime: 0, staleTime: 0 }));
  const mend = useMutation(
    trpc.skills.mend.mutationOptions({
      onSuccess: ({ mends }) => {
        showToast({
          kind: "done",
          text: mends.length === 1 ? "1 thing mended" : `${mends.length} things mended`,
        });
        void queryClient.invalidateQueries(trpc.skills.pathFilter());
        onClose();
      },
    }),
  );
  const isEmpty = plan.data?.changes.length === 0;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      className="max-w-[46rem]"
      title={rule === undefined ? `Mend ${skill}` : `Mend ${rule}`}
      description="Nothing is written before you say so."
      footer={
        <>
          <Button size={32} onClick={onClose}>
            Leave it
          </Button>
          <Button
            size={32}
            variant="primary"
            disabled={!plan.data || isEmpty || mend.isPending}
            onClick={() => mend.mutate(input)}
          >
            {mend.isPending ? "Mending" : "Mend"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {plan.isPending ? <p className="text-12 text-text-3">Reading the folder</p> : null}
        {plan.isLoadingError ? <Note tone="fail">{errorText(plan.error)}</Note> : null}
        {isEmpty ? <p className="text-12 text-text-2">There is nothing to mend any more.</p> : null}
        {plan.data ? <Plan plan={plan.data} /> : null}
        {mend.isError ? <Note tone="fail">{errorText(mend.error)}</Note> : null}
      </div>
    </Dialog>
  );
}

interface PlanProps {
  readonly plan: SkillMendPlan;
}

function Plan({ plan }: PlanProps) {
  return (
    <>
      {plan.changes.map((change) => (
        <section key={change.file} aria-label={`Changes of ${change.file}`} className="flex flex-col gap-2">
          <h3 className="mono text-12 font-medium">
            {change.newName ? `${change.file} becomes ${change.newName}` : change.file}
          </h3>
          <ul className="list-disc pl-4 text-12 text-text-2">
            {plan.mends
              .filter((mend) => mend.file === change.file)
              .map((mend) => (
                <li key={`${mend.rule} ${mend.mend}`}>{mend.mend}</li>
              ))}
          </ul>
          <FileDiff before={change.before} after={change.after} />
        </section>
      ))}
    </>
  );
}
