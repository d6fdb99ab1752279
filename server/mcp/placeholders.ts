/** Folders that a server's command, arguments and environment may refer to. */
export interface PlaceholderFolders {
  /** `${OPENHIVE_DATA_DIR}`: OpenHive's data folder. */
  readonly dataDir: string;
  /** `${OPENHIVE_RUN_DIR}`: the files of the run; in a connection test, the server's own folder. */
  readonly runDir: string;
}

const reference = /\$\{([A-Za-z_][A-Za-z0-9_]*)(:-[^}]*)?\}/g;

/** Replaces `${OPENHIVE_DATA_DIR}` and `${OPENHIVE_RUN_DIR}`; anything else stays as it is written. */
export function fillPlaceholders(text: string, folders: PlaceholderFolders): string {
  return text.replace(reference, (whole, name: string) => {
    if (name === "OPENHIVE_DATA_DIR") return folders.dataDir;
    return name === "OPENHIVE_RUN_DIR" ? folders.runDir : whole;
  });
}

/** Which references the texts hold: to the folder of the run, and to things that are not filled in. */
export function placeholders(texts: readonly string[]): {
  readonly usesRunDir: boolean;
  readonly unknown: readonly string[];
} {
  const found = texts.flatMap((text) => [...text.matchAll(reference)]);
  const unknown = found.filter(([, name]) => name !== "OPENHIVE_DATA_DIR" && name !== "OPENHIVE_RUN_DIR");
  return {
    usesRunDir: found.some(([, name]) => name === "OPENHIVE_RUN_DIR"),
    unknown: unknown.map(([whole]) => whole),
  };
}
