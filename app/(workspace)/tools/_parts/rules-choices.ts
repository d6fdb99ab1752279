import { TOOL_PROFILES } from "@/server/contract/tool-policy.ts";
import { profileTexts } from "./profile-texts.ts";

/** One of the rules that is chosen, with its label and its options in the words of the form. */
interface RulesChoice {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** The choices of the rules, by their names in a draft. */
export const rulesChoices = {
  profile: {
    label: "Profile",
    options: TOOL_PROFILES.map((name) => ({ value: name, label: profileTexts[name] })),
  },
  security: {
    label: "Programs",
    options: [
      { value: "full", label: "May run" },
      { value: "allowlist", label: "Only what is listed" },
      { value: "deny", label: "Never run" },
    ],
  },
  ask: {
    label: "Ask a person",
    options: [
      { value: "off", label: "Never" },
      { value: "on-miss", label: "What is not listed" },
      { value: "always", label: "Each time" },
    ],
  },
  destructive: {
    label: "Calls that may destroy",
    options: [
      { value: "ask", label: "Ask a person" },
      { value: "allow", label: "May run" },
      { value: "deny", label: "Never run" },
    ],
  },
} as const satisfies Readonly<Record<string, RulesChoice>>;
