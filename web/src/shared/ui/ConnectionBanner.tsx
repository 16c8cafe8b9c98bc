import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import {
  connectionStatus,
  isLiveConnectionLost,
  onConnectionChange,
} from "../connection/connection-status.ts";
import { Icon } from "./Icon.tsx";

/** Banner while the device is offline, the server is unreachable or slow, or live updates are lost. */
export function ConnectionBanner() {
  const { t } = useLingui();
  const status = useSyncExternalStore(onConnectionChange, connectionStatus);
  const isLiveLost = useSyncExternalStore(onConnectionChange, isLiveConnectionLost);
  const text = () => {
    if (status === "slow") return t`The connection is slow. Still waiting for the server…`;
    if (status === "online")
      return t`Reconnecting… Updates from others will appear once you're back.`;
    return navigator.onLine
      ? t`Reconnecting… We can't reach the server. This page may be out of date, and you can't make changes.`
      : t`You're offline. This page may be out of date, and you can't make changes.`;
  };
  return (
    <div role="status" className="relative z-30">
      {(status !== "online" || isLiveLost) && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-medium text-warn">
          <Icon name={status === "offline" ? "offline" : "clock"} />
          {text()}
        </p>
      )}
    </div>
  );
}
