import { AppError } from "../../contract/app-error.ts";
import { ORG_FILE, ORG_FILE_LIMITS } from "./org-bundle.ts";

/** Whether a path is one of an exported org: a few known places, one level deep. Hidden files are none. */
export function isOrgPath(path: string): boolean {
  return (
    path === ORG_FILE ||
    /^agents\/[^./\\][^/\\]*\.md$/.test(path) ||
    /^files\/[^./\\][^/\\]{0,199}$/.test(path)
  );
}

/** Adds up sizes; throws `too_large` where one file, or all together, are larger than an org can be. */
export function createSizeCheck(): (path: string, size: number) => void {
  let total = 0;
  return (path, size) => {
    total += size;
    if (size > ORG_FILE_LIMITS.oneFile || total > ORG_FILE_LIMITS.allFiles)
      throw new AppError("too_large", `${path} is larger than an org can be.`);
  };
}
