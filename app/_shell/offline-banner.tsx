"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CloudOff, DatabaseZap } from "lucide-react";
import { useEffect } from "react";
import { tryConnection } from "../_trpc/connection.ts";
import { useConnectionReturns, useMissing, useOfflineSince } from "../_trpc/use-connection.ts";
import { Button } from "../_ui/button.tsx";

const RETRY_MS = 3_000;

/** Says that the server or its database does not answer, asks again every three seconds, and refreshes the page when it does. */
export function OfflineBanner() {
  const offlineSince = useOfflineSince();
  const missing = useMissing();
  const returns = useConnectionReturns();
  const queryClient = useQueryClient();
  const isOffline = offlineSince !== null;

  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(() => void tryConnection(), RETRY_MS);
    return () => clearInterval(timer);
  }, [isOffline]);

  useEffect(() => {
    if (returns > 0) void queryClient.invalidateQueries();
  }, [returns, queryClient]);

  return (
    <div role="status">
      {isOffline ? (
        <div className="flex items-center gap-2 border-b bg-st-person-soft px-4 py-1.5 text-12">
          {missing === "database" ? (
            <DatabaseZap className="size-3.5 shrink-0 text-st-person" />
          ) : (
            <CloudOff className="size-3.5 shrink-0 text-st-person" />
          )}
          <span className="min-w-0 flex-1">
            {missing === "database" ? (
              <>
                <span className="font-medium">
                  No database since <Clock moment={offlineSince} />.
                </span>{" "}
                OpenHive cannot reach PostgreSQL: look whether it runs. Nothing is lost; runs and this page go
                on by themselves when it is back.
              </>
            ) : (
              <>
                <span className="font-medium">
                  Offline since <Clock moment={offlineSince} />.
                </span>{" "}
                The server does not answer. What you see is from before; the page goes on when it is back.
              </>
            )}
          </span>
          <Button onClick={() => void tryConnection()}>Try now</Button>
        </div>
      ) : null}
    </div>
  );
}

function Clock({ moment }: { readonly moment: number }) {
  const when = new Date(moment);
  return (
    <time dateTime={when.toISOString()} className="num">
      {when.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" })}
    </time>
  );
}
