import type { OrgSummary } from "./api.ts";
import type { OrgDocument } from "./org-document.ts";
import type { OrgProblem } from "./org-graph.ts";

/** Largest archive or text that an org is read from, in bytes. */
export const LARGEST_ORG_ARCHIVE = 30_000_000;

/** One file of an exported org: a path with forward slashes, and its bytes. */
export interface OrgFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** An org as files: `org.yaml`, one Markdown file an agent, and what comes along. */
export interface ExportedOrg {
  readonly slug: string;
  readonly name: string;
  readonly version: number;
  readonly files: readonly OrgFile[];
}

/** The same org as one text. */
export interface ExportedOrgText extends Omit<ExportedOrg, "files"> {
  readonly text: string;
}

export interface ImportOrgInput {
  readonly files: readonly OrgFile[];
  /** Instead of the slug that the files name. */
  readonly slug?: string | undefined;
  /** What happens when the slug is taken: the import is refused, or the slug gets a number. */
  readonly onTaken: "refuse" | "number";
  /** Only looks: reads and checks everything and adds nothing. */
  readonly isDryRun: boolean;
}

/** What an import did or, when it only looked, would do. */
export interface ImportedOrg {
  /** Absent when it only looked. */
  readonly org?: Pick<OrgSummary, "id" | "slug" | "version">;
  readonly name: string;
  readonly agentCount: number;
  /** What the org refers to and is missing here, and what is odd about the drawing. */
  readonly problems: readonly OrgProblem[];
}

/** A ready-made org that a new one can begin as. */
export interface OrgTemplate {
  /** Also the name of its folder. */
  readonly name: string;
  readonly document: OrgDocument;
  readonly sampleFiles: readonly { readonly name: string; readonly size: number }[];
}
