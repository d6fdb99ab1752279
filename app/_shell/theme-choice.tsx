"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Segmented, type SegmentedOption } from "../_ui/segmented.tsx";
import { useIsMounted } from "../_ui/use-is-mounted.ts";

type Theme = "system" | "light" | "dark";

const options: readonly SegmentedOption<Theme>[] = [
  { value: "system", label: "System", icon: <Monitor /> },
  { value: "light", label: "Light", icon: <Sun /> },
  { value: "dark", label: "Dark", icon: <Moon /> },
];

/** Light, dark, or as the system says. */
export function ThemeChoice() {
  const { theme, setTheme } = useTheme();
  const isMounted = useIsMounted();
  const shown = options.find((option) => isMounted && option.value === theme)?.value ?? "system";
  return <Segmented label="Theme" value={shown} onValueChange={setTheme} options={options} />;
}
