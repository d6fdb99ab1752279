/** Folders and files of a workspace that no tool shows or touches: keys of people, and OpenHive's own. */
const HIDDEN_NAMES: readonly string[] = [".ssh", ".gnupg", ".aws", ".netrc"];

/** Names that begin so are OpenHive's own, such as a file that is still being written. */
export const OWN_PREFIX = ".openhive";

/** Whether a part of the path is one of those names, in whatever case: some file systems do not tell cases apart. */
export function isHidden(path: string): boolean {
  return path
    .toLowerCase()
    .normalize("NFKC")
    .split("/")
    .some((part) => HIDDEN_NAMES.includes(part) || part.startsWith(OWN_PREFIX));
}
