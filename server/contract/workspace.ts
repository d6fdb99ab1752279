export interface WorkspaceFile {
  /** Below the workspace, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly changedAt: string;
}

/** What a run's agents work in, as it is now. */
export interface WorkspaceListing {
  /** Whether it is the org's, which other runs change as well. */
  readonly isShared: boolean;
  /** By path. Empty too where the files lie in another process's data folder. */
  readonly files: readonly WorkspaceFile[];
  /** Whether there are more. */
  readonly isCut: boolean;
}
