"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type CreateToolboxInput,
  createToolboxInput,
  type ToolboxSummary,
} from "@/server/contract/toolbox.ts";
import { errorText } from "../../../_trpc/error-text.ts";
import { useTRPC } from "../../../_trpc/use-trpc.ts";
import { Button } from "../../../_ui/button.tsx";
import { Checkbox } from "../../../_ui/checkbox.tsx";
import { Dialog } from "../../../_ui/dialog.tsx";
import { Note } from "../../../_ui/note.tsx";
import { SearchField } from "../../../_ui/search-field.tsx";
import { TextArea } from "../../../_ui/text-area.tsx";
import { TextField } from "../../../_ui/text-field.tsx";
import { toolboxChanges } from "./toolbox-changes.ts";
import { type ToolboxProblem, toolboxProblem } from "./toolbox-problem.ts";

interface ToolboxDialogProps {
  /** The toolbox to edit; undefined makes one. */
  readonly toolbox: ToolboxSummary | undefined;
  readonly onClose: () => void;
}

/** Name, description and members of a toolbox. */
export function ToolboxDialog({ toolbox: present, onClose }: ToolboxDialogProps) {
  // As it was opened: it may be changed elsewhere meanwhile.
  const [toolbox] = useState(present);
  const [name, setName] = useState(toolbox?.name ?? "");
  const [description, setDescription] = useState(toolbox?.description ?? "");
  const [tools, setTools] = useState<readonly string[]>(toolbox?.tools ?? []);
  const [problem, setProblem] = useState<ToolboxProblem>();
  const errorAt = (field: ToolboxProblem["field"]) =>
    problem?.field === field ? problem.message : undefined;
  const save = useSave(toolbox, onClose);
  const submit = () => {
    const parsed = createToolboxInput.safeParse({ name, description, tools });
    setProblem(parsed.success ? undefined : toolboxProblem({ tools }, parsed.error));
    if (parsed.success) save.mutate(parsed.data);
  };
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={toolbox ? `Edit ${toolbox.name}` : "New toolbox"}
      description="A specialist needs few tools. List only those."
      className="max-w-[36rem]"
      footer={
        <>
          <Button size={32} onClick={onClose}>
            Cancel
          </Button>
          <Button size={32} variant="primary" disabled={save.isPending} onClick={submit}>
            {save.isPending ? "Saving" : "Save"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TextField
          label="Name"
          value={name}
          error={errorAt("name")}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Description"
          value={description}
          error={errorAt("description")}
          onChange={(event) => setDescription(event.target.value)}
        />
        <MemberChoice tools={tools} error={errorAt("tools")} onChange={setTools} />
        {save.isError ? <Note tone="fail">{errorText(save.error)}</Note> : null}
      </div>
    </Dialog>
  );
}

interface MemberChoiceProps {
  readonly tools: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (tools: readonly string[]) => void;
}

function MemberChoice({ tools, error, onChange }: MemberChoiceProps) {
  const trpc = useTRPC();
  const native = useQuery(trpc.tools.builtin.queryOptions());
  const [search, setSearch] = useState("");
  const names = (native.data ?? []).map((tool) => tool.name);
  const known = new Set([...names, "*"]);
  const found = names.filter((name) => name.includes(search.trim().toLowerCase()));
  const others = tools.filter((name) => !known.has(name));
  const [text, setText] = useState<string | null>(null);
  const set = (name: string, isIn: boolean) =>
    onChange(isIn ? [...tools, name] : tools.filter((one) => one !== name));
  return (
    <>
      <Checkbox
        label="Every native and custom tool"
        hint="Not the tools of MCP servers and plugins: list those by their names below."
        isChecked={tools.includes("*")}
        onChange={(isIn) => set("*", isIn)}
      />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1.5 text-12 font-medium">Tools</legend>
        <SearchField label={`Filter ${names.length} tools`} value={search} onChange={setSearch} />
        <div className="grid max-h-48 grid-cols-1 gap-1.5 overflow-y-auto rounded-2 border p-2.5 sm:grid-cols-2">
          {found.map((name) => (
            <Checkbox
              key={name}
              label={<span className="mono text-12">{name}</span>}
              className="pointer-coarse:min-h-9.5"
              isChecked={tools.includes(name)}
              onChange={(isIn) => set(name, isIn)}
            />
          ))}
          {found.length === 0 ? <p className="text-12 text-text-2">No tool is called that.</p> : null}
        </div>
      </fieldset>
      <TextArea
        label="Other names, one a line"
        isMono
        rows={2}
        placeholder="mcp__github__create_issue"
        hint="Names that are not there yet are kept and shown as such."
        error={error}
        value={text ?? others.join("\n")}
        onChange={(event) => {
          setText(event.target.value);
          const typed = event.target.value.split(/[\s,]+/).filter((name) => name !== "");
          onChange([...tools.filter((name) => known.has(name)), ...typed]);
        }}
      />
    </>
  );
}

function useSave(toolbox: ToolboxSummary | undefined, onDone: () => void) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const create = useMutation(trpc.toolboxes.create.mutationOptions());
  const update = useMutation(trpc.toolboxes.update.mutationOptions());
  const readAnew = () => queryClient.invalidateQueries({ queryKey: trpc.toolboxes.list.queryKey() });
  return useMutation({
    async mutationFn(input: CreateToolboxInput) {
      if (!toolbox) return create.mutateAsync(input);
      const changes = toolboxChanges(toolbox, input);
      return Object.keys(changes).length === 0 ? toolbox : update.mutateAsync({ id: toolbox.id, ...changes });
    },
    async onSuccess() {
      await readAnew();
      onDone();
    },
    // Perhaps because it was changed elsewhere: opened anew, it shows what it is by now.
    onError: () => void readAnew(),
  });
}
