"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

interface IntentLinkProps extends Omit<ComponentProps<typeof Link>, "href" | "prefetch"> {
  readonly href: string;
}

/**
 * A link whose page is loaded ahead when the pointer or the focus is on it. For those that stand on every page: loaded ahead
 * because they are in view, all places would come with the first one.
 */
export function IntentLink({ href, onPointerEnter, onFocus, ...rest }: IntentLinkProps) {
  const router = useRouter();
  return (
    <Link
      {...rest}
      href={href}
      prefetch={false}
      onPointerEnter={(event) => {
        router.prefetch(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        router.prefetch(href);
        onFocus?.(event);
      }}
    />
  );
}
