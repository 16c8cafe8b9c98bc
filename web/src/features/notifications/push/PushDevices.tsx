import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { formatDevice } from "#shared/formatting/device-name.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Pill } from "#shared/ui/Pill.tsx";
import { timeAgoText } from "../time-ago.ts";
import { pushDevices } from "../notifications.queries.ts";
import { usePush } from "./use-push.ts";

/** Push notifications in this browser, and the other devices that receive them. */
export function PushDevices() {
  const { t } = useLingui();
  const push = usePush();
  const devicesQuery = useQuery(pushDevices);
  const { data: devices = [], dataUpdatedAt } = devicesQuery;
  // The browser's own record is not enough: the server drops devices that no longer respond.
  const isMissingOnServer =
    push.on &&
    devicesQuery.isSuccess &&
    !devicesQuery.isFetching &&
    !devices.some(({ current }) => current);
  const hasRetried = useRef(false);
  const renew = useEffectEvent(() => push.renew());
  useEffect(() => {
    if (!isMissingOnServer || hasRetried.current) return;
    hasRetried.current = true;
    renew();
  }, [isMissingOnServer]);
  const isOn = push.on && !(isMissingOnServer && push.problem);
  return (
    <div className="grid gap-3">
      <div className="flex min-h-16 items-center gap-3 card p-2 ps-4">
        <div className="min-w-0 flex-1">
          <h3 className="font-semibold">{t`Push on this device`}</h3>
          <p className="text-sm text-ink-3">
            {isOn
              ? t`Notifications arrive right away, even when the app is closed.`
              : t`E-mail only`}
          </p>
        </div>
        <Button
          variant={isOn ? "ghost" : "soft"}
          busy={push.busy}
          onClick={() => push.setEnabled(!isOn)}
        >
          {isOn ? t`Turn off` : t`Turn on`}
        </Button>
      </div>
      <ErrorNotice error={push.problem} />
      {devices.length > 0 && (
        <ul aria-label={t`Devices with push`} className="grid divide-y divide-line card">
          {devices.map(({ id, device, current, pushedAt, failure }) => {
            const ago = pushedAt && timeAgoText(pushedAt, dataUpdatedAt);
            return (
              <li key={id} className="flex min-h-16 items-center gap-3 p-2 px-4">
                <div className="min-w-0 flex-1">
                  <p className="font-semibold">
                    {device === null ? t`Unknown device` : formatDevice(device)}
                  </p>
                  <p className="text-sm text-ink-3">
                    {failure ?? (ago ? t`Last push ${ago}` : t`No push yet`)}
                  </p>
                </div>
                {failure ? (
                  <Pill tone="bad" icon="error">{t`Failed`}</Pill>
                ) : (
                  current && <Pill tone="ok" icon="check-circle">{t`This device`}</Pill>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
