import { useLingui } from "@lingui/react/macro";
import { useSyncExternalStore } from "react";
import { connection, onConnection } from "#shared/connection.ts";
import { Button } from "#shared/ui/Button.tsx";
import type { Outbox, Unsent } from "./outbox.ts";

/** A message that is on its way, or that the server would not have. */
export function UnsentBubble({ message, box }: { message: Unsent; box: Outbox }) {
  const { t } = useLingui();
  const offline = useSyncExternalStore(onConnection, connection) === "offline";
  const { clientId, text, place, refused } = message;
  return (
    <li className="grid max-w-[85%] justify-items-end gap-1 justify-self-end">
      <div className="rounded-lg border border-dashed border-edge px-3.5 py-2">
        <span className="sr-only">{t`You:`} </span>
        {place && <p className="font-semibold wrap-anywhere">{place.label}</p>}
        {text && <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>}
        <span className="block text-end text-xs text-ink-2">
          {refused !== undefined ? t`Not sent` : offline ? t`Waits for a connection` : t`Sending…`}
        </span>
      </div>
      {refused !== undefined && (
        <>
          <p role="alert" className="text-sm text-bad">
            {refused}
          </p>
          <div className="flex gap-2">
            <Button variant="ghost" size="sm" onClick={() => box.drop(clientId)}>
              {t`Discard`}
            </Button>
            <Button variant="line" size="sm" icon="refresh" onClick={() => box.again(clientId)}>
              {t`Send again`}
            </Button>
          </div>
        </>
      )}
    </li>
  );
}
