import type { ToolContext } from "../../../engine/tool.ts";
import { PLACEHOLDER } from "../../../security/scrub/secret-families.ts";
import type { FileDesk } from "./file-desk.ts";
import { FileProblem } from "./file-problem.ts";
import { hashOf, toText } from "./file-text.ts";
import type { KnownFile } from "./read-log.ts";
import { MAX_FILE, type WorkspaceFile } from "./workspace.ts";

const NEW_FILE_MODE = 0o644;

export interface Change {
  readonly path: string;
  /** Whether the whole content is replaced: the session has to know the whole. */
  readonly isReplacement: boolean;
  /** The text that the file shall have. Throws `FileProblem` when it cannot be made. */
  toNew(current: WorkspaceFile | undefined): string;
}

export interface Changed {
  readonly located: string;
  readonly isNew: boolean;
  /** Bytes. */
  readonly size: number;
}

/**
 * Changes one file after every check: the session knows the content that is there, it is still the same, and no secret is
 * overwritten by the mark that stood in its place. Nothing is written when a check fails.
 */
export async function changeFile(desk: FileDesk, change: Change, context: ToolContext): Promise<Changed> {
  const workspace = await desk.open(context);
  const located = await workspace.locate(change.path);
  const key = desk.keyOf(context, located);
  return desk.alone(key, async () => {
    const current = await workspace.read(located);
    const known = desk.log.get(context.sessionId, key);
    if (current !== undefined) refuseUnread(current, known, change);
    const text = change.toNew(current);
    refusePlaceholder(text, current);
    const bytes = Buffer.from(text, "utf8");
    if (bytes.length > MAX_FILE)
      throw new FileProblem(
        "limit_reached",
        `The file would have ${bytes.length} bytes.`,
        "Use several files.",
      );
    context.signal.throwIfAborted();
    await workspace.replace(located, { bytes, mode: current?.mode ?? NEW_FILE_MODE });
    const isWhole = change.isReplacement || known?.isWhole === true;
    desk.log.set(context.sessionId, key, { hash: hashOf(bytes), shown: [], isWhole });
    return { located, isNew: current === undefined, size: bytes.length };
  });
}

function refuseUnread(current: WorkspaceFile, known: KnownFile | undefined, { isReplacement }: Change): void {
  if (known === undefined)
    throw new FileProblem(
      "denied",
      "The file exists and you have not read it in this session.",
      "Call read_file first, then decide again.",
    );
  if (known.hash !== hashOf(current.bytes))
    throw new FileProblem(
      "denied",
      "The file was changed by somebody else after you read it.",
      "Read it again and make your change on what is there now.",
    );
  if (isReplacement && !known.isWhole)
    throw new FileProblem(
      "denied",
      "You have read a part of this file only, and would replace all of it.",
      "Read the rest, or change the part with edit_file.",
    );
}

/** Text that has more marks than the file would put a mark where a secret stands. */
function refusePlaceholder(text: string, current: WorkspaceFile | undefined): void {
  const before = current === undefined ? "" : (toText(current.bytes) ?? "");
  if (count(text, PLACEHOLDER) <= count(before, PLACEHOLDER)) return;
  throw new FileProblem(
    "denied",
    `${PLACEHOLDER} stands for a secret that you were not shown; writing it would destroy the secret.`,
    "Change the lines around it with edit_file and leave that one out.",
  );
}

/** How often a part occurs. */
export function count(text: string, part: string): number {
  return text.split(part).length - 1;
}
