import { createStore } from "zustand/vanilla";

/** Something the palette can find or do. */
export interface Command {
  /** Unique among all commands of the page. */
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** A lucide element; 16 px. */
  readonly icon?: React.ReactNode;
  readonly keys?: readonly string[];
  /** Words it is also found by. */
  readonly keywords?: readonly string[];
  /** Names of tools, skills and functions are set in mono. */
  readonly isMono?: boolean;
  /** What can be done with it besides, the most likely first; made when somebody looks. */
  readonly actions?: () => readonly Command[];
  readonly onSelect: () => void;
}

export interface CommandGroup {
  /** "Agents", "Do", "Runs". Groups with the same heading are drawn as one. */
  readonly heading: string;
  /** Actions stay when the reader types ">" first; things to find do not. */
  readonly kind: "find" | "do";
  readonly commands: readonly Command[];
}

interface CommandState {
  readonly isOpen: boolean;
  /** What the page that is shown adds, by who added it. */
  readonly groups: ReadonlyMap<symbol, readonly CommandGroup[]>;
}

/** What the command palette shows: open or not, and the commands of the page. */
export const commandStore = createStore<CommandState>(() => ({ isOpen: false, groups: new Map() }));

export function openCommandPalette(): void {
  commandStore.setState({ isOpen: true });
}

export function closeCommandPalette(): void {
  commandStore.setState({ isOpen: false });
}

/** Adds a page's commands in front of the general ones; the answer takes them away again. */
export function addCommands(groups: readonly CommandGroup[]): () => void {
  const owner = Symbol("commands");
  commandStore.setState((state) => ({ groups: new Map(state.groups).set(owner, groups) }));
  return () => {
    commandStore.setState((state) => {
      const rest = new Map(state.groups);
      rest.delete(owner);
      return { groups: rest };
    });
  };
}
