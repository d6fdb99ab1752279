import type { ReactNode } from "react";
import { WorkspaceShell } from "../_shell/workspace-shell.tsx";
import { TrpcProvider } from "../_trpc/trpc-provider.tsx";

interface WorkspaceLayoutProps {
  readonly children: ReactNode;
}

export default function WorkspaceLayout({ children }: WorkspaceLayoutProps) {
  return (
    <TrpcProvider>
      <WorkspaceShell>{children}</WorkspaceShell>
    </TrpcProvider>
  );
}
