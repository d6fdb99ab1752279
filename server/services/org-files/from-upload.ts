import type { OrgFile } from "../../contract/org-files.ts";
import { ORG_FILE } from "./org-bundle.ts";
import { fromZip } from "./org-zip.ts";

/** Whether bytes are an archive: it begins with these two letters, and no YAML of an org does. */
export function isArchive(content: Uint8Array): boolean {
  return content[0] === 0x50 && content[1] === 0x4b;
}

/** The files of an org in one file from anywhere: an archive of an export, or one text. Throws like `fromZip`. */
export async function fromUpload(content: Uint8Array): Promise<readonly OrgFile[]> {
  return isArchive(content) ? fromZip(content) : [{ path: ORG_FILE, content }];
}
