import type { Ride } from "@commonlane/contract/rides";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { bindText } from "#shared/forms/bind-text.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { JourneyTimeline } from "#shared/ui/JourneyTimeline.tsx";
import { TextField } from "#shared/ui/fields/TextField.tsx";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { EstimateText } from "#shared/formatting/EstimateText.tsx";
import { durationBetweenS, formatDrivingTime } from "#shared/formatting/estimates.ts";
import { formatDay, townName, formatTimeZone, formatTime } from "#shared/formatting/format.ts";
import { getDeparture, shiftedTime } from "../draft/departure.ts";
import { RecurrenceFields } from "./RecurrenceFields.tsx";
import { departureDateRange } from "../draft/recurrence.ts";
import { errorFor, type StepProps } from "./wizard-steps.ts";
import { useRoutePreview } from "./use-route-preview.ts";

/** Departure in the local time of the origin. */
export function TimeStep({
  changing,
  ...fields
}: StepProps & { readonly changing: Ride | undefined }) {
  const { t } = useLingui();
  const { draft, change, errors } = fields;
  const error =
    errorFor(errors, "departsAt") ?? errorFor(errors, "time") ?? errorFor(errors, "firstDay");
  const [now] = useState(() => new Date());
  const { first, last } = departureDateRange(draft, now);
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
          {...bindText(draft.date, (date) => change({ date }))}
          error={error}
        />
        <TextField
          label={t`Departure`}
          type="time"
          required
          {...bindText(draft.time, (time) => change({ time }))}
          hint={<ZoneHint draft={draft} />}
        />
      </div>
      {shifted && (
        <p className="text-warn">{t`The clocks go forward that night and skip this time. The ride leaves at ${shifted}.`}</p>
      )}
      {!changing && <RecurrenceFields {...fields} now={now} />}
      <SchedulePreview draft={draft} />
    </div>
  );
}

function ZoneHint({ draft }: Pick<StepProps, "draft">) {
  const { t } = useLingui();
  const departure = getDeparture(draft);
  const zone = timeZoneOf(draft.origin.place);
  const name =
    departure && zone !== userTimeZone()
      ? formatTimeZone(departure.toISOString(), zone)
      : undefined;
  const town = draft.origin.place ? townName(draft.origin.place.label) : undefined;
  if (!name || !town) return undefined;
  return t`Local time in ${town}, not your time zone (${name}).`;
}

function SchedulePreview({ draft }: Pick<StepProps, "draft">) {
  const { t } = useLingui();
  const departure = getDeparture(draft);
  const places = [
    draft.origin,
    ...draft.stops.map(({ choice }) => choice),
    draft.destination,
  ].flatMap(({ place }) => place ?? []);
  const preview = useRoutePreview(places);
  if (!departure || places.length < 2) return null;
  const zone = timeZoneOf(draft.origin.place);
  const departs = departure.toISOString();
  const timeAfter = (seconds = 0) => new Date(departure.getTime() + seconds * 1000).toISOString();
  const drivingS = durationBetweenS(departs, timeAfter(preview.durationS));
  const time = formatDrivingTime(drivingS, preview);
  const firstDay = formatDay(departs, zone);
  const stops = places.map((place, n) => {
    const at = timeAfter(preview.etaS[n]);
    const day = formatDay(at, zone);
    const note = n === 0 || day !== firstDay ? day : undefined;
    return {
      key: `${n}-${place.label}`,
      time: formatTime(at, zone),
      place: townName(place.label),
      note,
    };
  });
  return (
    <div className="grid gap-4 card p-4">
      <JourneyTimeline label={t`Stops`} stops={stops} />
      <p className="border-t border-line pt-3 text-sm text-ink-3">
        <EstimateText text={t`${time} by car`} />
      </p>
    </div>
  );
}
