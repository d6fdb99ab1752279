"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleDashed, CircleQuestionMark, Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { ToolboxSummary } from "@/server/contract/toolbox.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Chip } from "../../../_ui/chip.tsx";
import { Note } from "../../../_ui/note.tsx";
import { ToolboxDialog } from "./toolbox-dialog.tsx";

interface ToolboxDetailProps {
  readonly toolbox: ToolboxSummary;
}

/** One toolbox: what it grants, what of it is not there, and who has it. */
export function ToolboxDetail({ toolbox }: ToolboxDetailProps) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <div className="flex max-w-[48rem] flex-col gap-4 px-4 py-4 md:px-6">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-16 wrap-anywhere">{toolbox.name}</h2>
          <p className="text-12 text-text-2 wrap-anywhere">{toolbox.description || "No description"}</p>
          <p className="num mt-1 text-12 text-text-3">
            {toolbox.isBuiltin ? "Comes with OpenHive, cannot be changed. " : ""}
            {usersText(toolbox.usedBy)}
          </p>
        </div>
        {toolbox.isBuiltin ? null : (
          <div className="flex gap-2">
            <Button onClick={() => setIsEditing(true)}>
              <Pencil />
              Edit
            </Button>
            <DeleteButton toolbox={toolbox} />
          </div>
        )}
      </header>
      <Members toolbox={toolbox} />
      <Note>
        Every agent has the core floor without any toolbox: files, the shell, questions to people and its own
        to-do list. Toolboxes add to it.
      </Note>
      {isEditing ? <ToolboxDialog toolbox={toolbox} onClose={() => setIsEditing(false)} /> : null}
    </div>
  );
}

function usersText(count: number): string {
  if (count === 0) return "No agent has it.";
  return count === 1 ? "One agent has it." : `${count} agents have it.`;
}

function Members({ toolbox }: ToolboxDetailProps) {
  const planned = new Set(toolbox.planned);
  const missing = new Set(toolbox.missing);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-12 font-medium tracking-normal">Tools</h3>
      {toolbox.tools.length === 0 ? <p className="text-12 text-text-2">It lists no tool yet.</p> : null}
      <ul className="flex flex-wrap gap-1.5">
        {toolbox.tools.map((name) => (
          <li key={name} className="min-w-0">
            {name === "*" ? (
              <Chip tone="accent">Every native and custom tool</Chip>
            ) : planned.has(name) ? (
              <Chip tone="line" isMono icon={<CircleDashed />}>
                {name}, planned
              </Chip>
            ) : missing.has(name) ? (
              <Chip tone="person" isMono icon={<CircleQuestionMark />}>
                {name}, not there
              </Chip>
            ) : (
              <Chip isMono>{name}</Chip>
            )}
          </li>
        ))}
      </ul>
      {planned.size > 0 ? (
        <p className="text-12 text-text-3">
          Planned tools are not built yet. Agents get them, once they are, without any change here.
        </p>
      ) : null}
      {missing.size > 0 ? (
        <p className="text-12 text-text-3">
          What is not there gives nothing: connect what offers it, or correct the name.
        </p>
      ) : null}
    </section>
  );
}

function DeleteButton({ toolbox }: ToolboxDetailProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [isSure, setIsSure] = useState(false);
  const remove = useMutation(
    trpc.toolboxes.remove.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.toolboxes.list.queryKey() }),
    }),
  );
  if (!isSure) {
    return (
      <Button variant="danger" onClick={() => setIsSure(true)}>
        <Trash2 />
        Delete
      </Button>
    );
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <div className="flex gap-2">
        <Button onClick={() => setIsSure(false)}>Keep</Button>
        <Button
          variant="danger-solid"
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id: toolbox.id })}
        >
          Delete {toolbox.name}
        </Button>
      </div>
      {remove.isError ? <p className="text-12 text-st-fail">{errorText(remove.error)}</p> : null}
    </div>
  );
}
