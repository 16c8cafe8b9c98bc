import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { townName, formatTimeZone } from "#shared/formatting/format.ts";
import { todayAt } from "#shared/formatting/time-zones.ts";
import { timeZoneOf } from "#shared/places/place-choice.ts";
import { userTimeZone } from "#shared/formatting/user-time-zone.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { PlaceField } from "#shared/places/PlaceField.tsx";
import { stopsOnMap } from "#shared/places/route-on-map.ts";
import { needLabels, statedPreferences } from "#shared/profile/preference-labels.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { StickyActions } from "#shared/ui/StickyActions.tsx";
import { getPickupWindow } from "./request-draft.ts";
import { errorFor } from "./request-validation.ts";
import { RequestOptions } from "./RequestOptions.tsx";
import {
  type RequestFieldProps,
  type RequestFormProps,
  useRequestForm,
} from "./use-request-form.ts";

/** Route, time window, seats and note; everything else has sensible values and waits under "More options". */
export function RequestForm(props: RequestFormProps) {
  const { t } = useLingui();
  const { form, fields, waitingOffers, problem, busy, submit, startOver, isTouched, dialog } =
    useRequestForm(props);
  return (
    <>
      <form
        ref={form}
        noValidate
        aria-labelledby="request-form"
        className="grid gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {waitingOffers > 0 && <LockedNotice waitingOffers={waitingOffers} />}
        <fieldset disabled={waitingOffers > 0} className="grid min-w-0 gap-7">
          <legend className="sr-only">
            {t({
              comment: "The rides there and back that someone asks for.",
              message: "Trip",
            })}
          </legend>
          <RouteFields {...fields} />
          <WindowFields {...fields} />
          <SeatStepper
            label={t`Seats`}
            value={fields.draft.seats}
            onChange={(seats) => fields.change({ seats })}
          />
        </fieldset>
        <TextAreaField
          label={t`Note to drivers`}
          optional={t`optional`}
          placeholder={t`Luggage, pickup point, who's travelling with you…`}
          maxLength={NOTE_MAX_LENGTH}
          {...bindText(fields.draft.note, (note) => fields.change({ note }))}
          hint={useMaskHint(fields.draft.note)}
          error={errorFor(fields.errors, "note")}
        />
        <RequestOptions
          {...fields}
          isLocked={waitingOffers > 0}
          gender={props.profile?.gender ?? null}
        />
        <ShownFromProfile draft={fields.draft} />
        <ErrorNotice error={problem} />
        <StickyActions className="flex flex-wrap gap-2 bg-paper">
          {isTouched && (
            <Button variant="ghost" onClick={startOver}>
              {t`Start over`}
            </Button>
          )}
          <Button type="submit" busy={busy} className="ms-auto">
            {props.changing ? t`Save changes` : (props.sendLabel ?? t`Post request`)}
          </Button>
        </StickyActions>
      </form>
      {dialog}
    </>
  );
}

/** What comes from the profile and is folded away is said before it is published. */
function ShownFromProfile({ draft }: Pick<RequestFieldProps, "draft">) {
  const { t, i18n } = useLingui();
  const texts = [
    ...draft.needs.map((need) => needLabels[need]),
    ...statedPreferences(draft.preferences).map(({ words }) => words),
  ].map((text) => i18n._(text));
  if (texts.length === 0) return null;
  const details = texts.join(" · ");
  return (
    <p className="text-sm text-ink-2">
      {t`Drivers also see from your profile: ${details}. You can change it under More options.`}
    </p>
  );
}

function LockedNotice({ waitingOffers }: { waitingOffers: number }) {
  const { t } = useLingui();
  return (
    <Notice tone="info">
      {t`You have ${plural(waitingOffers, {
        one: "# open offer",
        other: "# open offers",
      })}. To change the route, time or seats, decline open offers first.`}
    </Notice>
  );
}

function RouteFields({ draft, change, errors }: RequestFieldProps) {
  const { t } = useLingui();
  const mapStops = stopsOnMap(draft.origin, draft.destination);
  return (
    <div className="grid gap-4">
      <PlaceField
        label={t`From`}
        value={draft.origin}
        onChange={(origin) => change({ origin })}
        error={errorFor(errors, "origin")}
        offerHere
        onMap={mapStops}
        otherPlaces={[draft.destination]}
      />
      <PlaceField
        label={t`To`}
        value={draft.destination}
        onChange={(destination) => change({ destination })}
        error={errorFor(errors, "destination")}
        onMap={mapStops}
        otherPlaces={[draft.origin]}
      />
      <p className="text-sm text-ink-3">
        {t`Drivers see an approximate location. Only the driver you accept sees the exact one.`}
      </p>
    </div>
  );
}

/** Pickup window, in the local time of the origin. */
function WindowFields({ draft, change, errors }: RequestFieldProps) {
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
        {t`A wider time window means more offers.`} <ZoneHint draft={draft} />
      </p>
    </div>
  );
}

function ZoneHint({ draft }: Pick<RequestFieldProps, "draft">) {
  const { t } = useLingui();
  const { after } = getPickupWindow(draft);
  const zone = timeZoneOf(draft.origin.place);
  const name =
    after && zone !== userTimeZone() ? formatTimeZone(after.toISOString(), zone) : undefined;
  const town = draft.origin.place ? townName(draft.origin.place.label) : undefined;
  return name && town ? <>{t`Local time in ${town}, not your time zone (${name}).`}</> : null;
}
