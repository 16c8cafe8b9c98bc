import type { QuietHours } from "@commonlane/contract/notification-channels";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CheckField } from "#shared/ui/fields/CheckField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { deviceTimeZone } from "#shared/formatting/user-time-zone.ts";
import { useChangeNotificationSettings } from "../notifications.queries.ts";

const DEFAULT_QUIET_HOURS = { from: "22:00", until: "07:00" };

/**
 * When one wants to be left alone; what cannot wait comes all the same. What could not be saved stands as it was, beside
 * the reason.
 */
export function QuietHoursFields({ quietHours: saved }: { quietHours: QuietHours | null }) {
  const { t } = useLingui();
  const save = useChangeNotificationSettings();
  const [typed, setTyped] = useState<QuietHours | null>();
  const quietHours = typed === undefined ? saved : typed;
  const change = (hours: QuietHours | null) => {
    setTyped(hours);
    // A time that is still being typed is nothing yet; nor is what the server would refuse.
    if (hours && (!hours.from || !hours.until || isEmptyRange(hours))) return;
    // What was typed since then is not what this was the answer to.
    const onSettled = () => setTyped((current) => (current === hours ? undefined : current));
    save.mutate({ quietHours: hours }, { onSettled });
  };
  const zone = quietHours?.timeZone.replaceAll("_", " ");
  return (
    <div className="grid gap-3">
      <CheckField
        label={t`Quiet hours`}
        hint={t`Nothing is sent then that can wait. What would be too late afterwards comes all the same.`}
        checked={quietHours !== null}
        onChange={(on) => change(on ? { ...DEFAULT_QUIET_HOURS, timeZone: deviceTimeZone() } : null)}
      />
      {quietHours && (
        <div className="ms-8 grid grid-cols-2 gap-3 sm:max-w-80">
          <TextField
            type="time"
            label={t`From`}
            value={quietHours.from}
            onChange={({ target }) => change({ ...quietHours, from: target.value })}
          />
          <TextField
            type="time"
            label={t`Until`}
            value={quietHours.until}
            onChange={({ target }) => change({ ...quietHours, until: target.value })}
            error={isEmptyRange(quietHours) ? t`Quiet hours must end at another time than they begin.` : undefined}
          />
          <p className="col-span-2 text-sm text-ink-3">{t`By the clock of ${zone}.`}</p>
        </div>
      )}
      {save.error && <Notice tone="bad">{save.error.message}</Notice>}
    </div>
  );
}

const isEmptyRange = ({ from, until }: QuietHours) => from !== "" && from === until;
