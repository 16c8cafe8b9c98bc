import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { connection, onConnection } from "../connection.ts";
import { Icon } from "./Icon.tsx";

/** Says that there is no network, or that the server takes its time, for as long as that is so. */
export function ConnectionBanner() {
  const { t } = useLingui();
  const line = useSyncExternalStore(onConnection, connection);
  return (
    <div role="status" className="relative z-30">
      {line !== "online" && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name={line === "offline" ? "offline" : "clock"} />
          {line === "offline"
            ? t`You are offline. What you see may be old, and changes have to wait.`
            : t`The connection is slow. Still waiting for the server…`}
        </p>
      )}
    </div>
  );
}
