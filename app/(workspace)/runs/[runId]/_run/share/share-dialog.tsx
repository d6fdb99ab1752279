"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Trash2 } from "lucide-react";
import { useState } from "react";
import { errorText } from "@/app/_trpc/error-text.ts";
import { useTRPC } from "@/app/_trpc/use-trpc.ts";
import { Button, IconButton } from "@/app/_ui/button.tsx";
import { CodeBlock } from "@/app/_ui/code-block.tsx";
import { Dialog } from "@/app/_ui/dialog.tsx";
import { formatMoment } from "@/app/_ui/format-time.ts";
import { Note } from "@/app/_ui/note.tsx";
import { Select } from "@/app/_ui/select.tsx";
import { TimeText } from "@/app/_ui/time-text.tsx";
import { useRunContext } from "../store/run-context.tsx";

const LIFETIMES = [
  { value: "1", label: "One day" },
  { value: "7", label: "One week" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
];

interface ShareDialogProps {
  readonly onClose: () => void;
}

/** Makes and takes back links that show this run to people who may only look. */
export function ShareDialog({ onClose }: ShareDialogProps) {
  const { runId } = useRunContext();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [days, setDays] = useState("7");
  const [address, setAddress] = useState<string>();
  const shares = useQuery(trpc.runs.shares.queryOptions({ runId }));
  const refresh = () => queryClient.invalidateQueries({ queryKey: trpc.runs.shares.queryKey({ runId }) });
  const sharing = useMutation(
    trpc.runs.share.mutationOptions({
      onSuccess: ({ token }) => setAddress(`${window.location.origin}/share/${token}`),
      onSettled: refresh,
    }),
  );
  const taking = useMutation(
    trpc.runs.unshare.mutationOptions({ onSuccess: () => setAddress(undefined), onSettled: refresh }),
  );
  const error = sharing.error ?? taking.error ?? (shares.isLoadingError ? shares.error : null);
  const links = shares.data ?? [];
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Share this run"
      description="Whoever has the link sees this run with everything in it, and can change nothing. Files are named, not given out."
    >
      <div className="flex flex-col gap-4">
        <div className="flex items-end gap-2">
          <Select
            label="The link works for"
            value={days}
            onValueChange={setDays}
            options={LIFETIMES}
            fieldClassName="flex-1"
          />
          <Button
            size={32}
            variant="primary"
            className="pointer-coarse:h-11"
            disabled={sharing.isPending}
            onClick={() => sharing.mutate({ runId, days: Number(days) })}
          >
            <Link2 />
            {sharing.isPending ? "Making a link" : "Make a link"}
          </Button>
        </div>
        {address ? (
          <div className="flex flex-col gap-1.5" role="status">
            <CodeBlock code={address} label="Link to this run" />
            <p className="text-12 text-text-3">Copy it now: it is not kept, and not shown again.</p>
          </div>
        ) : null}
        {error ? <Note tone="fail">{errorText(error)}</Note> : null}
        {links.length > 0 ? (
          <ul aria-label="Links that work now" className="flex flex-col divide-y rounded-2 border">
            {links.map((share) => (
              <li key={share.id} className="flex items-center gap-2 py-1 pr-1 pl-3 text-12">
                <span className="min-w-0 flex-1">
                  Made <TimeText iso={share.createdAt} className="num" />
                  <span className="text-text-3">
                    , works until <span className="num">{formatMoment(share.expiresAt)}</span>
                  </span>
                </span>
                <IconButton
                  label="Take this link back"
                  variant="ghost"
                  disabled={taking.isPending}
                  onClick={() => taking.mutate({ runId, shareId: share.id })}
                >
                  <Trash2 />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-12 text-text-3">Nobody sees this run through a link now.</p>
        )}
      </div>
    </Dialog>
  );
}
