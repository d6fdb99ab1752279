import type { Metadata } from "next";
import { Suspense } from "react";
import { McpPage } from "./_parts/mcp-page.tsx";

export const metadata: Metadata = { title: "MCP" };

export default function Page() {
  return (
    <Suspense>
      <McpPage />
    </Suspense>
  );
}
