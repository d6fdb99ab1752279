import type { Metadata } from "next";
import packageFile from "@/package.json";
import { readEnvironment } from "@/server/env.ts";
import { SettingsPage } from "./_parts/settings-page.tsx";

export const metadata: Metadata = { title: "Settings" };
export const dynamic = "force-dynamic";

export default function Page() {
  const { dataDir, databaseUrl } = readEnvironment();
  return (
    <SettingsPage
      about={{ version: packageFile.version, dataDir, hasOwnDatabase: databaseUrl !== undefined }}
    />
  );
}
