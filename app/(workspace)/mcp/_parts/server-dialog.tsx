"use client";

import { useState } from "react";
import type { McpServerSummary } from "@/server/contract/mcp-servers.ts";
import { Dialog } from "../../../_ui/dialog.tsx";
import { TabPanel, Tabs } from "../../../_ui/tabs.tsx";
import { ImportForm } from "./import-form.tsx";
import { ServerForm } from "./server-form.tsx";

interface ServerDialogProps {
  /** The server to edit; undefined adds one. */
  readonly server: McpServerSummary | undefined;
  readonly onClose: () => void;
}

/** Adds a server by its command or from a `.mcp.json`, or edits one. */
export function ServerDialog({ server, onClose }: ServerDialogProps) {
  const [tab, setTab] = useState<"form" | "import">("form");
  if (server) {
    return (
      <Dialog isOpen onOpenChange={onClose} title={`Edit ${server.name}`} className="max-w-[36rem]">
        <ServerForm server={server} onDone={onClose} />
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Add a server"
      description="It runs on this machine, with your rights. Add only what you trust."
      className="max-w-[36rem]"
    >
      <Tabs
        label="How to add"
        value={tab}
        onValueChange={setTab}
        listClassName="px-0"
        tabs={[
          { value: "form", label: "By its command" },
          { value: "import", label: "From .mcp.json" },
        ]}
      >
        <TabPanel value="form" className="pt-4">
          <ServerForm server={undefined} onDone={onClose} />
        </TabPanel>
        <TabPanel value="import" className="pt-4">
          <ImportForm onDone={onClose} />
        </TabPanel>
      </Tabs>
    </Dialog>
  );
}
