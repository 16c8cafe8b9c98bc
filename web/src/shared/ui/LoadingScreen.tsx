import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { connectionStatus, onConnectionChange } from "../connection/connection-status.ts";
import { Button } from "./Button.tsx";

/** Full-window loading screen; `stalled` means that the server does not answer. */
export function LoadingScreen({ stalled, onRetry }: { stalled?: boolean; onRetry?: () => void }) {
  const { t } = useLingui();
  const status = useSyncExternalStore(onConnectionChange, connectionStatus);
  const messages = {
    online: t`Loading…`,
    slow: t`This is taking longer than usual…`,
    offline: t`You're offline. Waiting for the network…`,
  };
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-paper p-6 outline-none"
    >
      <div className="grid justify-items-center gap-5 text-center">
        <svg
          viewBox="0 0 96 48"
          aria-hidden="true"
          className="h-16"
          fill="none"
          strokeLinecap="round"
        >
          <path d="M14 38C14 10 82 38 82 10" stroke="var(--c-line)" strokeWidth="6" />
          <path
            d="M14 38C14 10 82 38 82 10"
            stroke="var(--c-route)"
            strokeWidth="6"
            pathLength={1}
            className="loading-line"
          />
          <circle
            cx="14"
            cy="38"
            r="6"
            stroke="var(--c-route)"
            strokeWidth="4"
            fill="var(--c-surface)"
          />
          <circle cx="82" cy="10" r="7" fill="var(--c-route)" />
        </svg>
        <div role="status" className="text-ink-2">
          {stalled && status !== "offline"
            ? t`The server isn't responding. Trying again…`
            : messages[status]}
        </div>
        {stalled && onRetry && (
          <Button variant="line" icon="refresh" onClick={onRetry}>
            {t`Try now`}
          </Button>
        )}
      </div>
    </main>
  );
}
