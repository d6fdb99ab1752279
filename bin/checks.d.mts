/** Refuses a Node that cannot run even the installation. */
export function checkNode(): void;
/** The version of the Python that skills run on. Throws a `StartProblem` where there is none, or one that is too old. */
export function checkPython(command: string): Promise<string>;
/** Refuses an address that is not free. */
export function checkPort(host: string, port: number): Promise<void>;
/** The sentence for an address that cannot be listened on. */
export function toListenProblem(error: NodeJS.ErrnoException, host: string, port: number): Error;
