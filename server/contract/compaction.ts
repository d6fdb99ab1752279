/** Old turns of a session, told in short to its model. The transcript keeps them whole. */
export interface Compaction {
  /** Messages from the transcript's start that the summary stands for. */
  readonly covers: number;
  readonly summary: string;
}
