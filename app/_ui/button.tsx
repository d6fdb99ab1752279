"use client";

import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { Tooltip } from "./tooltip.tsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "danger-solid";

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: "border-accent-solid bg-accent-solid text-on-accent enabled-hover:bg-accent-solid-hover",
  secondary: "border-border-strong bg-surface text-text enabled-hover:bg-surface-3",
  ghost: "border-transparent bg-transparent text-text-2 enabled-hover:bg-surface-3",
  danger: "border-st-fail-line bg-surface text-st-fail enabled-hover:bg-st-fail-soft",
  "danger-solid": "border-st-fail bg-st-fail text-surface enabled-hover:opacity-90",
};

const base =
  "relative inline-flex flex-none items-center justify-center gap-1.5 before:absolute before:-inset-1 before:hidden pointer-coarse:before:block rounded-2 border font-medium whitespace-nowrap select-none transition-colors duration-80 ease-settle disabled:cursor-not-allowed disabled:border-border disabled:bg-surface-3 disabled:text-text-3 aria-disabled:border-border aria-disabled:bg-surface-3 aria-disabled:text-text-3 [&>.lucide]:size-3.5";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: ButtonVariant;
  /** Height in pixels; on touch screens 36 with a target of 44. */
  readonly size?: 28 | 32;
  /** Draws its only child (a link) as this button. */
  readonly asChild?: boolean;
}

/** A verb to press. One primary button a view. */
export function Button({
  variant = "secondary",
  size = 28,
  asChild = false,
  className,
  type = "button",
  ...rest
}: ButtonProps) {
  const Element = asChild ? Slot.Root : "button";
  return (
    <Element
      {...(asChild ? {} : { type })}
      className={classNames(
        base,
        variants[variant],
        size === 32 ? "h-8 px-3 text-13" : "h-7 px-2.5 text-12",
        "pointer-coarse:h-9 pointer-coarse:px-3",
        className,
      )}
      {...rest}
    />
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "aria-label" | "asChild"> {
  /** Its name: read aloud, and shown as a tooltip. */
  readonly label: string;
  /** Shown in the tooltip, for example ["Mod", "K"]. */
  readonly keys?: readonly string[];
  readonly side?: "top" | "right" | "bottom" | "left";
  readonly children: ReactNode;
}

/** A button that is only an icon. */
export function IconButton({
  label,
  keys,
  side,
  variant = "ghost",
  size = 28,
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} {...(keys ? { keys } : {})} {...(side ? { side } : {})}>
      <button
        type={type}
        aria-label={label}
        className={classNames(
          base,
          variants[variant],
          variant === "ghost" && "disabled:border-transparent disabled:bg-transparent disabled:opacity-45",
          size === 32 ? "size-8" : "size-7",
          "pointer-coarse:size-9",
          className,
        )}
        {...rest}
      />
    </Tooltip>
  );
}
