import { join } from "node:path";

/** Where the embedded PostgreSQL of one data folder keeps its things. */
export interface ClusterPaths {
  /** Holds everything below. */
  readonly home: string;
  /** PostgreSQL's own data directory. */
  readonly data: string;
  /** What OpenHive remembers about the cluster: port and password, readable by its owner alone. */
  readonly settings: string;
  readonly log: string;
  /** Locked while a process starts, attaches to or stops PostgreSQL. */
  readonly lock: string;
}

/** Where the embedded PostgreSQL of a data folder lives: a folder, or a link to one that the database's user can reach. */
export function toClusterHome(dataDir: string): string {
  return join(dataDir, "postgres");
}

/** Names the files of the embedded PostgreSQL that belongs to `dataDir`; `home` is the folder itself where that is a link. */
export function toClusterPaths(dataDir: string, home = toClusterHome(dataDir)): ClusterPaths {
  return {
    home,
    data: join(home, "data"),
    settings: join(home, "cluster.json"),
    log: join(home, "postgres.log"),
    lock: join(home, "starter.lock"),
  };
}
