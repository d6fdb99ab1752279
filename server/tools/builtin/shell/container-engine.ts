/** Whose files the workspace holds. */
interface Owner {
  readonly user: number;
  readonly group: number;
}

/** A program that runs containers and takes docker's arguments. */
export interface ContainerEngine {
  readonly program: string;
  /** Arguments with which a command is its owner to the workspace, inside the container as outside. */
  runAs(owner: Owner): readonly string[];
}

const asUser = ({ user, group }: Owner): readonly string[] => ["--user", `${user}:${group}`];

/** By its name in `OPENHIVE_SHELL_SANDBOX`. */
export const CONTAINER_ENGINES = {
  docker: { program: "docker", runAs: asUser },
  podman: {
    program: "podman",
    // Anybody but root has containers in a user namespace, where every number means somebody else unless it is kept.
    runAs: (owner) => [...asUser(owner), ...(owner.user === 0 ? [] : ["--userns", "keep-id"])],
  },
} as const satisfies Record<string, ContainerEngine>;
