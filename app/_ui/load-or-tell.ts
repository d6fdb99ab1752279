import { tellMissing } from "./missing-parts.ts";

interface LoadRequest<Loaded> {
  readonly load: () => Promise<Loaded>;
  /** Does the whole once more, after "Retry" has loaded it. */
  readonly again: () => void;
}

/**
 * Loads what a key or a button needs only now. Undefined where it could not be loaded, as while the server is away: that is told,
 * with a way to try again. Never rejects.
 */
export async function loadOrTell<Loaded>({ load, again }: LoadRequest<Loaded>): Promise<Loaded | undefined> {
  try {
    return await load();
  } catch {
    tellMissing({ load: () => load().then(isThere, isAway), onLoaded: again });
    return undefined;
  }
}

const isThere = () => true;
const isAway = () => false;
