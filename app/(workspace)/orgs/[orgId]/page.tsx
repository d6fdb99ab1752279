import type { Metadata } from "next";
import { EditorPage } from "./_canvas/components/editor-page.tsx";

export const metadata: Metadata = { title: "Org" };

interface OrgPageProps {
  readonly params: Promise<{ readonly orgId: string }>;
}

/** The editor of one org, by id or slug. */
export default async function OrgPage({ params }: OrgPageProps) {
  const { orgId } = await params;
  return <EditorPage idOrSlug={decodeURIComponent(orgId)} />;
}
