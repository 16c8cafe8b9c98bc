import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextField } from "#shared/ui/TextField.tsx";
import { dateAndTimeIn } from "#shared/wording/instants.ts";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { townOf, zoneText } from "#shared/wording/wording.ts";
import { windowOf, zoneOf } from "./request-draft.ts";
import { errorOn } from "./request-problems.ts";
import type { RequestFields } from "./request-fields.ts";

/** Between when and when one can be picked up, on the clocks of where the way begins. */
export function WindowFields({ draft, change, errors }: RequestFields) {
  const { t } = useLingui();
  const [now] = useState(() => new Date());
  const today = dateAndTimeIn(zoneOf(draft), now).date;
  const { afterDate, afterTime, beforeDate, beforeTime } = draft;
  // A window whose first day moves past its last takes that along.
  const moveStart = (date: string) => change({ afterDate: date, ...(date > beforeDate && { beforeDate: date }) });
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Earliest day`}
          type="date"
          required
          min={today}
          value={afterDate}
          error={errorOn(errors, "departsAfter")}
          onChange={(event) => moveStart(event.target.value)}
        />
        <TextField
          label={t`Earliest time`}
          type="time"
          required
          value={afterTime}
          onChange={(event) => change({ afterTime: event.target.value })}
        />
      </div>
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Latest day`}
          type="date"
          required
          min={afterDate || today}
          value={beforeDate}
          error={errorOn(errors, "departsBefore")}
          onChange={(event) => change({ beforeDate: event.target.value })}
        />
        <TextField
          label={t`Latest time`}
          type="time"
          required
          value={beforeTime}
          onChange={(event) => change({ beforeTime: event.target.value })}
        />
      </div>
      <p className="text-sm text-ink-3">
        {t`The wider the window, the more drivers can offer.`} <ZoneHint {...{ draft }} />
      </p>
    </div>
  );
}

function ZoneHint({ draft }: Pick<RequestFields, "draft">) {
  const { t } = useLingui();
  const { after } = windowOf(draft);
  const zone = zoneOf(draft);
  const name = after && zone !== ownTimeZone() ? zoneText(after.toISOString(), zone) : undefined;
  const town = draft.origin.place ? townOf(draft.origin.place.label) : undefined;
  return name && town ? <>{t`On the clocks of ${town}, which differ from yours (${name}).`}</> : null;
}
