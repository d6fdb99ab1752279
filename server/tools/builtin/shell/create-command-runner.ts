import type { CommandRunner } from "./command-runner.ts";
import { CONTAINER_ENGINES } from "./container-engine.ts";
import { createContainerRunner } from "./container-runner.ts";
import { createHostRunner } from "./host-runner.ts";
import type { ShellPlaceOptions } from "./shell-place.ts";

/** Builds the place that the setting names. Nothing is started before the first command. */
export function createCommandRunner(options: ShellPlaceOptions): CommandRunner {
  switch (options.sandbox) {
    case "docker":
    case "podman":
      return createContainerRunner(options, CONTAINER_ENGINES[options.sandbox]);
    case "bubblewrap":
    case "off":
      return createHostRunner(options, { isSandboxed: options.sandbox === "bubblewrap" });
  }
}
