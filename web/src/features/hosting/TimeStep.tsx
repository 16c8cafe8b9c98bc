import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { JourneyTimeline } from "#shared/ui/JourneyTimeline.tsx";
import { TextField } from "#shared/ui/TextField.tsx";
import { ownTimeZone } from "#shared/wording/own-time-zone.ts";
import { dayText, durationText, timeText, townOf, zoneText } from "#shared/wording/wording.ts";
import { departureOf, shiftedTime, zoneOf } from "./departure.ts";
import { RepeatFields } from "./RepeatFields.tsx";
import { datesOf } from "./repeats.ts";
import { errorOf } from "./steps.ts";
import type { StepFields } from "./wizard-props.ts";
import { previewOf } from "./way-preview.ts";

/** When the ride leaves, on the clocks of the place where it begins. */
export function TimeStep({ changing, ...fields }: StepFields & { readonly changing: Ride | undefined }) {
  const { t } = useLingui();
  const { draft, change, errors } = fields;
  const error = errorOf(errors, "departsAt") ?? errorOf(errors, "time") ?? errorOf(errors, "firstDay");
  const [now] = useState(() => new Date());
  const { first, last } = datesOf(draft, now);
  const shifted = shiftedTime(draft);
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={draft.repeats ? t`First day` : t`Date`}
          type="date"
          required
          min={first}
          max={last}
          value={draft.date}
          error={error}
          onChange={(event) => change({ date: event.target.value })}
        />
        <TextField
          label={t`Departure`}
          type="time"
          required
          value={draft.time}
          hint={<ZoneHint draft={draft} />}
          onChange={(event) => change({ time: event.target.value })}
        />
      </div>
      {shifted && (
        <p className="text-warn">{t`Clocks go forward that night and skip this time: the ride leaves at ${shifted}.`}</p>
      )}
      {!changing && <RepeatFields {...fields} now={now} />}
      <Preview draft={draft} />
    </div>
  );
}

function ZoneHint({ draft }: Pick<StepFields, "draft">) {
  const { t } = useLingui();
  const departs = departureOf(draft);
  const zone = zoneOf(draft);
  const name = departs && zone !== ownTimeZone() ? zoneText(departs.toISOString(), zone) : undefined;
  const town = draft.origin.place ? townOf(draft.origin.place.label) : undefined;
  if (!name || !town) return undefined;
  return t`On the clocks of ${town}, which differ from yours (${name}).`;
}

function Preview({ draft }: Pick<StepFields, "draft">) {
  const { t } = useLingui();
  const departs = departureOf(draft);
  const places = [draft.origin, ...draft.stops.map(({ choice }) => choice), draft.destination].flatMap(
    ({ place }) => place ?? [],
  );
  if (!departs || places.length < 2) return null;
  const zone = zoneOf(draft);
  const { afterS, durationS } = previewOf(places);
  const firstDay = dayText(departs.toISOString(), zone);
  const stops = places.map((place, n) => {
    const at = new Date(departs.getTime() + (afterS[n] ?? 0) * 1000).toISOString();
    const day = dayText(at, zone);
    const note = n === 0 || day !== firstDay ? day : undefined;
    return { key: `${n}-${place.label}`, time: timeText(at, zone), place: townOf(place.label), note };
  });
  return (
    <div className="grid gap-4 rounded-lg border border-line bg-surface p-4">
      <JourneyTimeline label={t`When you are where, about`} stops={stops} />
      <p className="border-t border-line pt-3 text-sm text-ink-3">
        {t`About ${durationText(durationS)} of driving; times after the departure are about, too.`}
      </p>
    </div>
  );
}
