"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Tooltip } from "../_ui/tooltip.tsx";
import { useIsMounted } from "../_ui/use-is-mounted.ts";

const next: Readonly<Record<string, string>> = { system: "light", light: "dark", dark: "system" };
const words: Readonly<Record<string, string>> = { system: "as the system", light: "light", dark: "dark" };

/** Steps through light, dark and what the system says. */
export function ThemeButton() {
  const { theme = "system", setTheme } = useTheme();
  const shown = useIsMounted() ? theme : "system";
  const Icon = shown === "light" ? Sun : shown === "dark" ? Moon : Monitor;
  const label = `Theme: ${words[shown] ?? shown}. Change to ${words[next[shown] ?? "system"]}`;
  return (
    <Tooltip label={label} side="right">
      <button
        type="button"
        aria-label={label}
        onClick={() => setTheme(next[shown] ?? "system")}
        className="grid size-10 flex-none place-items-center rounded-3 text-text-3 transition-colors duration-80 hover:bg-surface-3 hover:text-text"
      >
        <Icon className="size-[18px]" />
      </button>
    </Tooltip>
  );
}
