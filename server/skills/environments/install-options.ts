import type { Sandbox } from "../../security/child-process/sandbox.ts";
import type { Interpreter } from "../interpreter.ts";
import type { IndexProxy } from "./index-proxy.ts";

/** `wheels` installs packages that need no building, `any` also those that run code of their own for it, `off` nothing. */
export type InstallMode = "wheels" | "any" | "off";

export interface MakeOptions {
  readonly interpreter: Interpreter;
  readonly sandbox: Sandbox;
  readonly helpersPath: string;
  readonly searchPath: string;
  /** The one way to the network out of the sandbox. */
  readonly proxy: Pick<IndexProxy, "socket">;
  /** Address of the package index. */
  readonly indexUrl: string;
  readonly mode: Exclude<InstallMode, "off">;
}

export interface InstallOptions extends Omit<MakeOptions, "mode"> {
  readonly mode: InstallMode;
}
