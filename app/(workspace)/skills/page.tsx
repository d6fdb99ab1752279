import type { Metadata } from "next";
import { Suspense } from "react";
import { SkillsPage } from "./_parts/skills-page.tsx";

export const metadata: Metadata = { title: "Skills" };

export default function Page() {
  return (
    <Suspense>
      <SkillsPage />
    </Suspense>
  );
}
