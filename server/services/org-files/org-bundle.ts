import type { OrgDocument } from "../../contract/org-document.ts";

/** A file that is attached to the next run of an org. */
export interface BundledFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** Everything that travels with an org. It holds no secret: the document names providers and servers, never their keys. */
export interface OrgBundle {
  readonly slug: string | undefined;
  readonly document: OrgDocument;
  readonly sampleFiles: readonly BundledFile[];
  /** What of a file in the older format could not be taken along, in plain words. */
  readonly left?: readonly string[];
}

/** The first key of `org.yaml`: which form of the format it is. */
export const FORMAT_KEY = "openhive_org";
export const FORMAT = 1;
export const ORG_FILE = "org.yaml";

/** Bounds of what is read from files that may come from anybody. Bytes, but for the count. */
export const ORG_FILE_LIMITS = { files: 6_000, oneFile: 20_000_000, allFiles: 60_000_000 } as const;
