import type { Metadata, Viewport } from "next";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { FrameBoundary } from "./_shell/frame-boundary.tsx";
import { earlyScript } from "./_trpc/early-script.ts";
import { ToastHost } from "./_ui/toast-host.tsx";
import { TooltipHost } from "./_ui/tooltip-host.tsx";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "OpenHive", template: "%s · OpenHive" },
  description: "Draw an org chart of agents, give it a task, watch it work.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#151719" },
  ],
};

interface RootLayoutProps {
  readonly children: ReactNode;
}

export default function RootLayout({ children }: RootLayoutProps) {
  return (
    <html lang="en" suppressHydrationWarning>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: written here, and the same for everybody */}
        <script dangerouslySetInnerHTML={{ __html: earlyScript }} />
        <ThemeProvider attribute="data-theme" defaultTheme="system" enableSystem disableTransitionOnChange>
          <FrameBoundary>{children}</FrameBoundary>
          <ToastHost />
          <TooltipHost />
        </ThemeProvider>
      </body>
    </html>
  );
}
