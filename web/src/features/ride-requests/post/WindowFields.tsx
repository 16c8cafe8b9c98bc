import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { todayAt } from "#shared/formatting/time-zones.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { townName, formatTimeZone } from "#shared/formatting/format.ts";
import { getPickupWindow, timeZoneOf } from "./request-draft.ts";
import { errorFor } from "./request-validation.ts";
import type { RequestFieldProps } from "./use-request-form.ts";

/** Pickup window, in the local time of the origin. */
export function WindowFields({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  const [now] = useState(() => new Date());
  const today = todayAt(draft.origin.place?.timeZone, now);
  const { afterDate, afterTime, beforeDate, beforeTime } = draft;
  // If the first day moves past the last day, the last day moves along.
  const changeStartDate = (date: string) =>
    change({
      afterDate: date,
      ...(date > beforeDate && { beforeDate: date }),
    });
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Earliest day`}
          type="date"
          required
          min={today}
          {...bindText(afterDate, changeStartDate)}
          error={errorFor(errors, "departsAfter")}
        />
        <TextField
          label={t`Earliest time`}
          type="time"
          required
          {...bindText(afterTime, (afterTime) => change({ afterTime }))}
        />
      </div>
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Latest day`}
          type="date"
          required
          min={afterDate || today}
          {...bindText(beforeDate, (beforeDate) => change({ beforeDate }))}
          error={errorFor(errors, "departsBefore")}
        />
        <TextField
          label={t`Latest time`}
          type="time"
          required
          {...bindText(beforeTime, (beforeTime) => change({ beforeTime }))}
        />
      </div>
      <p className="text-sm text-ink-3">
        {t`A wider time window means more offers.`} <ZoneHint {...{ draft }} />
      </p>
    </div>
  );
}

function ZoneHint({ draft }: Pick<RequestFieldProps, "draft">) {
  const { t } = useLingui();
  const { after } = getPickupWindow(draft);
  const zone = timeZoneOf(draft);
  const name =
    after && zone !== userTimeZone() ? formatTimeZone(after.toISOString(), zone) : undefined;
  const town = draft.origin.place ? townName(draft.origin.place.label) : undefined;
  return name && town ? <>{t`Local time in ${town}, not your time zone (${name}).`}</> : null;
}
