/** Something that OpenHive promises to people at a browser, and the story that holds it to it. */
export interface Requirement {
  /** Who is promised it. */
  readonly reader: "designer" | "watcher" | "skill author" | "everyone" | "operator";
  readonly promise: string;
  /** A file of the folder above. */
  readonly spec: string;
  /** Title of the story in that file, word for word. */
  readonly story: string;
}
