import type { CreateToolboxInput, Toolbox, UpdateToolboxInput } from "@/server/contract/toolbox.ts";

/**
 * What a person changed of a toolbox since it was opened, and nothing else: the rest may have been changed elsewhere. Its tools go with
 * those they were, for they are one list.
 */
export function toolboxChanges(
  opened: Pick<Toolbox, "name" | "description" | "tools">,
  { name, description, tools }: CreateToolboxInput,
): Omit<UpdateToolboxInput, "id"> {
  const isSame = tools.length === opened.tools.length && tools.every((tool, at) => tool === opened.tools[at]);
  return {
    ...(name === opened.name ? {} : { name }),
    ...(description === opened.description ? {} : { description }),
    ...(isSame ? {} : { tools, base: [...opened.tools] }),
  };
}
