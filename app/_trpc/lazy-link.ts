import type { TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import type { AppRouter } from "@/server/trpc/root";

type Link = TRPCLink<AppRouter>;

/** A link that is loaded with the first operation that takes it. Who leaves before it is there never starts it. */
export function createLazyLink(load: () => Promise<Link>): Link {
  return (runtime) => (operation) =>
    observable((observer) => {
      let isOver = false;
      let stop: (() => void) | undefined;
      load().then(
        (link) => {
          if (isOver) return;
          const subscription = link(runtime)(operation).subscribe(observer);
          stop = () => subscription.unsubscribe();
        },
        (error) => observer.error(error),
      );
      return () => {
        isOver = true;
        stop?.();
      };
    });
}
