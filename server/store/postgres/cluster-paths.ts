import { join } from "node:path";

/** Where the embedded PostgreSQL of one data folder keeps its things. */
export interface ClusterPaths {
  /** Holds everything below; a link to a reachable place when the data folder itself is out of the database user's reach. */
  readonly home: string;
  /** PostgreSQL's own data directory. */
  readonly data: string;
  /** What OpenHive remembers about the cluster: port and password, readable by its owner alone. */
  readonly settings: string;
  readonly log: string;
  /** Locked while a process starts, attaches to or stops PostgreSQL. */
  readonly lock: string;
}

/** Names the files of the embedded PostgreSQL that belongs to `dataDir`. */
export function toClusterPaths(dataDir: string): ClusterPaths {
  const home = join(dataDir, "postgres");
  return {
    home,
    data: join(home, "data"),
    settings: join(home, "cluster.json"),
    log: join(home, "postgres.log"),
    lock: join(home, "starter.lock"),
  };
}
