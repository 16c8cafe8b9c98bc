import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { connection, isLineAway, onConnection } from "../connection.ts";
import { Icon } from "./Icon.tsx";

/** Says that there is no network, that the server is out of reach or takes its time, or that the live line is away, for as long as that is so. */
export function ConnectionBanner() {
  const { t } = useLingui();
  const line = useSyncExternalStore(onConnection, connection);
  const away = useSyncExternalStore(onConnection, isLineAway);
  return (
    <div role="status" className="relative z-30">
      {(line !== "online" || away) && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name={line === "offline" ? "offline" : "clock"} />
          {line === "offline"
            ? navigator.onLine
              ? t`Reconnecting… The server cannot be reached. What you see may be old, and changes have to wait.`
              : t`You are offline. What you see may be old, and changes have to wait.`
            : line === "slow"
              ? t`The connection is slow. Still waiting for the server…`
              : t`Reconnecting… What others do is shown as soon as the line is back.`}
        </p>
      )}
    </div>
  );
}
