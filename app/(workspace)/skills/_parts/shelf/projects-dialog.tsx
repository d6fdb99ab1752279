"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { errorText } from "../../../../_trpc/error-text.ts";
import { useTRPC } from "../../../../_trpc/use-trpc.ts";
import { Button, IconButton } from "../../../../_ui/button.tsx";
import { Dialog } from "../../../../_ui/dialog.tsx";
import { Note } from "../../../../_ui/note.tsx";
import { TextField } from "../../../../_ui/text-field.tsx";

interface ProjectsDialogProps {
  readonly onClose: () => void;
}

/** The projects whose skills are used on this machine, and every place that is looked at, in order. */
export function ProjectsDialog({ onClose }: ProjectsDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const projects = useQuery(trpc.skills.projects.queryOptions());
  const [path, setPath] = useState("");
  const readAnew = () => queryClient.invalidateQueries(trpc.skills.pathFilter());
  const add = useMutation(
    trpc.skills.addProject.mutationOptions({
      onSuccess: () => {
        setPath("");
        return readAnew();
      },
    }),
  );
  const remove = useMutation(trpc.skills.removeProject.mutationOptions({ onSuccess: readAnew }));
  const known = projects.data ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ path: path.trim() });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      className="max-w-[40rem]"
      title="Project folders"
      description="Skills in .agents/skills and .claude/skills of these projects are used as well. Name only projects whose skills you trust."
    >
      <div className="flex flex-col gap-5">
        <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <TextField
            label="Folder of a project on the server"
            isMono
            fieldClassName="min-w-56 flex-1"
            placeholder="/home/me/project"
            value={path}
            error={add.isError ? errorText(add.error) : undefined}
            onChange={(event) => setPath(event.target.value)}
          />
          <Button
            type="submit"
            size={32}
            className="pointer-coarse:h-11"
            disabled={path.trim() === "" || add.isPending}
          >
            Add
          </Button>
        </form>
        {projects.isLoadingError ? <Note tone="fail">{errorText(projects.error)}</Note> : null}
        {remove.isError ? <Note tone="fail">{errorText(remove.error)}</Note> : null}
        {known.length > 0 ? (
          <ul aria-label="Projects" className="divide-y rounded-2 border">
            {known.map((project) => (
              <li key={project} className="flex min-h-9 items-center gap-2 px-2.5">
                <span className="mono min-w-0 flex-1 text-12 wrap-anywhere">{project}</span>
                <IconButton
                  label={`Remove ${project}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ path: project })}
                >
                  <X />
                </IconButton>
              </li>
            ))}
          </ul>
        ) : null}
        <Places />
      </div>
    </Dialog>
  );
}

function Places() {
  const folders = useQuery(useTRPC().skills.folders.queryOptions());
  return (
    <section aria-label="Where skills are looked for" className="flex flex-col gap-1">
      <h3 className="text-12 font-medium">Where skills are looked for</h3>
      <p className="text-12 text-text-3">Of two skills with one name, the one further down counts.</p>
      <ol className="divide-y">
        {(folders.data ?? []).map((folder) => (
          <li key={folder.path} className="flex items-baseline gap-3 py-1.5 text-12">
            <span className="min-w-0 flex-1">
              {folder.label}
              <span className="mono block text-11 text-text-3 wrap-anywhere">{folder.path}</span>
            </span>
            <span className="num flex-none text-text-3">
              {folder.isThere ? `${folder.skillCount} skills` : "Not there"}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
