import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { connectionStatus, onConnectionChange } from "#shared/connection/connection-status.ts";
import { Button } from "#shared/ui/Button.tsx";
import type { Outbox, UnsentMessage } from "../outbox.ts";

/** A message that is being sent, could not be sent yet, or was refused by the server. */
export function UnsentBubble({ message, outbox }: { message: UnsentMessage; outbox: Outbox }) {
  const { t } = useLingui();
  const isOffline = useSyncExternalStore(onConnectionChange, connectionStatus) === "offline";
  const { clientId, text, place, refusedReason } = message;
  const isRefused = refusedReason !== undefined;
  const canRetry = isRefused || (message.hasFailed === true && !isOffline);
  const stateText = () => {
    if (isRefused) return t`Not sent`;
    if (isOffline) return t`Waiting for connection`;
    return message.hasFailed ? t`Not sent yet. Trying again…` : t`Sending…`;
  };
  return (
    <li className="grid max-w-[85%] justify-items-end gap-1 justify-self-end">
      <div className="rounded-lg border border-dashed border-edge px-3.5 py-2">
        <span className="sr-only">{t`You:`} </span>
        {place && <p className="font-semibold wrap-anywhere">{place.label}</p>}
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <span className="block text-end text-xs text-ink-2">{stateText()}</span>
      </div>
      {isRefused && (
        <p role="alert" className="text-sm text-bad">
          {refusedReason}
        </p>
      )}
      {canRetry && (
        <div className="flex gap-2">
          <Button variant="ghost" size="sm" onClick={() => outbox.drop(clientId)}>
            {t`Discard`}
          </Button>
          <Button variant="line" size="sm" icon="refresh" onClick={() => outbox.retry(clientId)}>
            {t`Send again`}
          </Button>
        </div>
      )}
    </li>
  );
}
