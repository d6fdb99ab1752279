import {
  BadgeCheck,
  BookOpen,
  Bot,
  Calendar,
  ChartColumn,
  ClipboardList,
  CodeXml,
  Compass,
  Database,
  FileText,
  Globe,
  GraduationCap,
  Languages,
  Lightbulb,
  type LucideIcon,
  Mail,
  Megaphone,
  PenLine,
  Scale,
  Search,
  ShieldCheck,
  Sigma,
  SquareTerminal,
  Telescope,
  UserRound,
  Wrench,
} from "lucide-react";
import { ownValue } from "@/server/contract/own-value.ts";

const icons: Readonly<Record<string, LucideIcon>> = {
  bot: Bot,
  compass: Compass,
  telescope: Telescope,
  search: Search,
  globe: Globe,
  "file-text": FileText,
  "book-open": BookOpen,
  "pen-line": PenLine,
  "badge-check": BadgeCheck,
  "shield-check": ShieldCheck,
  scale: Scale,
  sigma: Sigma,
  "chart-column": ChartColumn,
  database: Database,
  "code-xml": CodeXml,
  "square-terminal": SquareTerminal,
  wrench: Wrench,
  "clipboard-list": ClipboardList,
  calendar: Calendar,
  mail: Mail,
  megaphone: Megaphone,
  languages: Languages,
  lightbulb: Lightbulb,
  "graduation-cap": GraduationCap,
  "user-round": UserRound,
};

/** Names an agent's `icon` may have; any other is drawn as "bot". */
export const agentIconNames: readonly string[] = Object.keys(icons);

interface AgentIconProps {
  readonly name: string;
  /** A size utility; 16 px unless told. */
  readonly className?: string;
}

/** The icon an agent was given. */
export function AgentIcon({ name, className = "size-4" }: AgentIconProps) {
  const Icon = ownValue(icons, name) ?? Bot;
  return <Icon className={className} />;
}
