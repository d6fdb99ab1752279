"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, Ellipsis, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { SkillDetail } from "@/server/contract/api.ts";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { IconButton } from "../../../../_ui/button.tsx";
import { ConfirmDialog } from "../../../../_ui/dialog.tsx";
import { DropdownMenu } from "../../../../_ui/menu.tsx";
import { showToast } from "../../../../_ui/toast-store.ts";
import { agentsText } from "../skill-texts.ts";
import { useIsReadOnly } from "../use-is-read-only.ts";

interface SkillMenuProps {
  readonly skill: SkillDetail;
}

/** What can be done with a skill as a whole. */
export function SkillMenu({ skill }: SkillMenuProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const isReadOnly = useIsReadOnly(skill.root);
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation(
    trpc.skills.remove.mutationOptions({
      onSuccess: () => {
        router.push("/skills");
        void queryClient.invalidateQueries(trpc.skills.list.queryFilter());
      },
      onError: (error) => showToast({ kind: "fail", text: errorText(error) }),
      onSettled: () => setIsAsking(false),
    }),
  );
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <IconButton label={`More about ${skill.name}`}>
            <Ellipsis />
          </IconButton>
        }
        entries={[
          {
            kind: "action",
            label: "Download as .zip",
            icon: <Download />,
            isDisabled: !skill.isUsable,
            onSelect: () => location.assign(`/api/skills/${encodeURIComponent(skill.name)}/archive`),
          },
          {
            kind: "action",
            label: "Delete",
            icon: <Trash2 />,
            isDanger: true,
            isDisabled: isReadOnly,
            onSelect: () => setIsAsking(true),
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`Delete ${skill.name}?`}
        description={`Its folder is deleted from the disk. It is granted to ${agentsText(skill.usedBy)}. Runs that have activated it go on with their copy.`}
        confirmLabel="Delete"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ name: skill.name })}
      />
    </>
  );
}
