import type { ArtifactReference } from "@/server/contract/tool-result.ts";
import { fileAddress } from "./file-kind.ts";

/** A file that can be looked into here, wherever it lies. */
export interface ShownFile {
  readonly name: string;
  readonly mediaType: string;
  /** Bytes. */
  readonly size: number;
  /** Where its bytes are. */
  readonly address: string;
  /** Its bytes never change under this address. */
  readonly isFixed: boolean;
}

/** A file that was kept with the run. */
export function artifactFile({ artifactId, name, mediaType, size }: ArtifactReference): ShownFile {
  return { name, mediaType, size, address: fileAddress(artifactId), isFixed: true };
}

/** A file of the folder that the run's agents work in: they may change it at any time. What it is only its name says. */
export function workspaceFile(
  runId: string,
  { path, size }: { readonly path: string; readonly size: number },
): ShownFile {
  const address = `/api/runs/${encodeURIComponent(runId)}/workspace?path=${encodeURIComponent(path)}`;
  return { name: path.split("/").at(-1) ?? path, mediaType: "", size, address, isFixed: false };
}
