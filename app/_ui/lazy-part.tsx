"use client";

import { type ComponentType, type ReactNode, useEffect, useRef, useSyncExternalStore } from "react";
import { tellMissing } from "./missing-parts.ts";
import { createPartLoader, type PartLoader } from "./part-loader.ts";

const RETRY_MS = 5_000;

interface LazyPartOptions {
  /** It does without for a while: nothing is said while it cannot be loaded. */
  readonly isQuiet?: boolean;
}

interface LazyPartProps {
  /** Stands there until the part is loaded, and for as long as it cannot be. */
  readonly fallback?: ReactNode;
  /**
   * For what is opened: told false when it could not be loaded, so that it can be opened again, and true when "Retry" has loaded
   * it after all. A part without it stays and is tried again by itself.
   */
  readonly onShown?: (isShown: boolean) => void;
}

interface LazyPart<Props> {
  (props: Props & LazyPartProps): ReactNode;
  /** Loads it ahead of time; never rejects. */
  preload(): void;
}

/**
 * A part of a page whose script comes when it is first drawn. Where it cannot be loaded, as while the server is away, the page
 * and all that is typed into it stay: a message offers to try again, and each new drawing tries afresh.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false }: LazyPartOptions = {},
): LazyPart<Props> {
  const loader = createPartLoader(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, where a module begins
  function Part({ fallback = null, onShown, ...rest }: Props & LazyPartProps) {
    const Loaded = useSyncExternalStore(loader.subscribe, loader.read, () => undefined);
    useLoading(loader, isQuiet, onShown);
    // What is left are the part's own properties; TypeScript cannot subtract from a type parameter.
    return Loaded ? <Loaded {...(rest as unknown as Props)} /> : fallback;
  }
  return Object.assign(Part, { preload: () => void loader.load() });
}

/** Loads a part that is drawn for the first time. */
function useLoading<Props>(
  loader: PartLoader<ComponentType<Props>>,
  isQuiet: boolean,
  onShown: LazyPartProps["onShown"],
): void {
  const latest = useRef(onShown);
  useEffect(() => {
    latest.current = onShown;
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const again = async () => {
      if (await loader.load()) return;
      if (!isGone) timer = setTimeout(again, RETRY_MS);
    };
    const begin = async () => {
      if (loader.read() !== undefined || (await loader.load()) || isGone) return;
      const shown = latest.current;
      if (!isQuiet) tellMissing({ load: loader.load, onLoaded: () => shown?.(true) });
      if (shown) shown(false);
      else timer = setTimeout(again, RETRY_MS);
    };
    void begin();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [loader, isQuiet]);
}
