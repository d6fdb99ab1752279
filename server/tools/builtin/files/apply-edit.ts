import { count } from "./change-file.ts";
import { FileProblem } from "./file-problem.ts";

export interface Edit {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all: boolean;
}

/** The text with one edit made: exactly what `old_string` says, which has to be there, and once unless all are meant. */
export function applyEdit(text: string, edit: Edit): string {
  const { old_string: from, new_string: to } = withLineEnds(text, edit);
  if (from === to)
    throw new FileProblem("invalid_input", "The two texts are the same.", "Leave this edit out.");
  const found = count(text, from);
  if (found === 0)
    throw new FileProblem(
      "invalid_input",
      "old_string is not in the file.",
      "Copy it exactly from read_file: spaces and line ends count, line numbers do not belong to it.",
    );
  if (found > 1 && !edit.replace_all)
    throw new FileProblem(
      "invalid_input",
      `old_string is in the file ${found} times.`,
      "Add lines around it until it is unique, or set replace_all.",
    );
  return text.split(from).join(to);
}

/** `read_file` shows line feeds alone; a file with carriage returns before them keeps these. */
function withLineEnds(text: string, edit: Edit): Edit {
  if (text.includes(edit.old_string) || !text.includes("\r\n")) return edit;
  const convert = (part: string): string => part.replaceAll("\r\n", "\n").replaceAll("\n", "\r\n");
  return { ...edit, old_string: convert(edit.old_string), new_string: convert(edit.new_string) };
}
