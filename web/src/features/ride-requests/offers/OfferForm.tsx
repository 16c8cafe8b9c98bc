import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { FittingRide } from "@commonlane/contract/offers";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { communitySettings } from "#shared/community-settings.ts";
import { FairShare } from "#shared/contribution/FairShare.tsx";
import {
  formatDistance,
  formatDuration,
  formatMoney,
  formatTime,
} from "#shared/formatting/format.ts";
import { toDateAndTime } from "#shared/formatting/time-zones.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { vehicleName } from "#shared/profile/vehicle-form.ts";
import { Button } from "#shared/ui/Button.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { NumberField } from "#shared/ui/fields/NumberField.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { SegmentedChoice } from "#shared/ui/fields/SegmentedChoice.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { TextAreaField, TextField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { StickyActions } from "#shared/ui/StickyActions.tsx";
import { errorFor } from "../post/request-validation.ts";
import { describeRide, windowText } from "../request-text.ts";
import { fittingRides } from "../ride-requests.queries.ts";
import { createOfferDraft, type OfferDraft } from "./offer-draft.ts";
import { type OfferFieldProps, type OfferFormProps, useOfferForm } from "./use-offer-form.ts";

/** Form to answer a request with a ride that fits, or a new one. */
export function OfferForm({ request }: { request: RideRequest }) {
  const [search] = useSearchParams();
  // Fixed, so that the departure does not shift while the form is open.
  const [now] = useState(() => new Date());
  const fitting = useQuery(fittingRides(request.id));
  const profile = useQuery(ownProfile);
  if (fitting.isPending || profile.isPending) return <SkeletonForm />;
  // Offers work without the viewer's rides or profile, only with fewer choices.
  const rides = fitting.data?.items ?? [];
  const requestedRideId = search.get("ride") ?? "";
  const isRequestedFitting = rides.some(({ ride }) => ride.id === requestedRideId);
  const rideId = isRequestedFitting ? requestedRideId : (rides[0]?.ride.id ?? "");
  const vehicles = profile.data?.vehicles ?? [];
  return (
    <OfferFormFields
      key={rideId}
      request={request}
      rides={rides}
      isRideUnfit={fitting.isSuccess && requestedRideId !== "" && !isRequestedFitting}
      vehicles={vehicles}
      initial={createOfferDraft(request, rideId, vehicles, now)}
    />
  );
}

function OfferFormFields(props: OfferFormProps) {
  const { t } = useLingui();
  const { request, rides, isRideUnfit, vehicles } = props;
  const { form, draft, change, errors, problem, busy, submit, dialog } = useOfferForm(props);
  const fields = {
    request,
    draft,
    change,
    errors,
  };
  const name = request.seeker.displayName;
  const chosen = rides.find(({ ride }) => ride.id === draft.rideId);
  return (
    <section aria-labelledby="make-offer" className="grid gap-5 card p-5">
      <h2 id="make-offer" className="text-xl font-bold">{t`Offer ${name} a ride`}</h2>
      <form
        ref={form}
        noValidate
        aria-labelledby="make-offer"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isRideUnfit && (
          <Notice tone="info">{t`The ride you came from doesn't fit this request: route, time or seats differ.`}</Notice>
        )}
        {rides.length > 0 && (
          <SelectField
            label={t`Which ride`}
            value={chosen ? draft.rideId : ""}
            options={[
              ...rides.map(({ ride }) => ({ value: ride.id, label: describeRide(ride) })),
              { value: "", label: t`A new ride, created when they accept` },
            ]}
            hint={chosen && <RideDetourHint fitting={chosen} />}
            onChange={(rideId) => change({ rideId, cost: rideId === "" ? "amount" : "usual" })}
          />
        )}
        {!chosen && <NewRideFields {...fields} vehicles={vehicles} />}
        <OfferContributionFields {...fields} />
        <TextAreaField
          label={t`Message to ${name}`}
          optional={t`optional`}
          placeholder={t`Meeting point, luggage space…`}
          maxLength={NOTE_MAX_LENGTH}
          {...bindText(draft.message, (message) => change({ message }))}
          hint={useMaskHint(draft.message)}
          error={errorFor(errors, "message")}
        />
        <MoreOptions summary={t`Time to answer`} needsAttention={false}>
          <ResponseDeadlineField
            value={draft.patience}
            onChange={(patience) => change({ patience })}
          />
        </MoreOptions>
        <p className="text-sm text-ink-3">
          {t`Your offer reserves no seats until it's accepted. ${name} may have other offers.`}
        </p>
        <ErrorNotice error={problem} />
        {/* On phones it is there from the start: below the details of the request, the form begins out of sight. */}
        <StickyActions className="bg-surface max-lg:fixed max-lg:inset-x-0 max-lg:z-20 max-lg:px-(--gutter)">
          <Button type="submit" size="lg" busy={busy} className="w-full">
            {t`Send offer`}
          </Button>
        </StickyActions>
        <div aria-hidden="true" className="h-16 lg:hidden" />
      </form>
      {dialog}
    </section>
  );
}

/** What a request costs on one of the viewer's rides. */
function RideDetourHint({
  fitting: { detourS, detourM, pickupAt, ride },
}: {
  fitting: FittingRide;
}) {
  const { t } = useLingui();
  const detourText =
    detourS < 30
      ? t`No detour`
      : t`+${formatDuration(detourS)} and ${formatDistance(detourM)} for you`;
  return t`${detourText}, pickup around ${formatTime(pickupAt, ride.timeZone)}.`;
}

/** Departure, seats and vehicle of a new ride for this request. */
function NewRideFields({
  request,
  draft,
  change,
  errors,
  vehicles,
}: OfferFieldProps & { readonly vehicles: Profile["vehicles"] }) {
  const { t } = useLingui();
  const { timeZone, departsAfter, departsBefore, seats } = request;
  const seatsError = errorFor(errors, "seats");
  return (
    <>
      <div className="grid gap-3 min-[23rem]:grid-cols-[1.3fr_1fr]">
        <TextField
          label={t`Date`}
          type="date"
          required
          min={toDateAndTime(timeZone, departsAfter).date}
          max={toDateAndTime(timeZone, departsBefore).date}
          {...bindText(draft.date, (date) => change({ date }))}
          error={errorFor(errors, "departsAt")}
          hint={t`They need ${windowText(request)}.`}
        />
        <TextField
          label={t`Departure`}
          type="time"
          required
          {...bindText(draft.time, (time) => change({ time }))}
        />
      </div>
      <div className="grid gap-2">
        <SeatStepper
          label={t`Seats you offer`}
          hint={seats > 1 ? t`For ${seats}; more can join later.` : t`More people can join later.`}
          value={draft.seats}
          min={seats}
          onChange={(next) => change({ seats: next })}
        />
        <ErrorNotice error={seatsError} />
      </div>
      <SelectField
        label={t`Vehicle`}
        value={vehicles.some(({ id }) => id === draft.vehicleId) ? draft.vehicleId : ""}
        options={[
          { value: "", label: t`Not specified` },
          ...vehicles.map((vehicle) => ({
            value: vehicle.id,
            label: vehicleName(vehicle),
          })),
        ]}
        error={errorFor(errors, "vehicleId")}
        hint={vehicles.length === 0 && <AddVehicle />}
        onChange={(vehicleId) => change({ vehicleId })}
      />
    </>
  );
}

function AddVehicle() {
  const { t } = useLingui();
  return (
    <Link to="/settings/vehicles" className="underline underline-offset-4">
      {t`Add a vehicle to your profile so passengers can recognise you.`}
    </Link>
  );
}

/** Price per seat: the ride's own price for the segment, an amount, or free. */
function OfferContributionFields({ request, draft, change, errors }: OfferFieldProps) {
  const { t } = useLingui();
  const options: {
    value: OfferDraft["cost"];
    label: string;
  }[] = [
    ...(draft.rideId === ""
      ? []
      : [
          {
            value: "usual" as const,
            label: t`Ride's price`,
          },
        ]),
    { value: "amount", label: t`Amount` },
    { value: "free", label: t`Free` },
  ];
  return (
    <div className="grid gap-3">
      <SegmentedChoice
        label={t`Price`}
        value={draft.cost}
        options={options}
        onChange={(cost) => change({ cost })}
      />
      {draft.cost === "amount" && (
        <NumberField
          label={t`Amount per seat (${draft.currency})`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={draft.amount}
          error={errorFor(errors, "contribution")}
          hint={<ContributionHint request={request} draft={draft} change={change} />}
          onChange={(amount) => change({ amount })}
        />
      )}
      <p className="text-sm text-ink-3">
        {draft.cost === "usual" && `${t`Your ride's price for this part of the route.`} `}
        {t`Paid directly between you; ${communitySettings.name} takes no payments.`}
      </p>
    </div>
  );
}

/** The seeker's maximum and the suggested fair share. */
function ContributionHint({ request, draft, change }: Omit<OfferFieldProps, "errors">) {
  const { t } = useLingui();
  const { origin, destination, maxContribution } = request;
  const { rideId, seats, amount, currency } = draft;
  return (
    <span className="grid gap-2">
      {maxContribution && t`They would pay up to ${formatMoney(maxContribution)}.`}
      {rideId === "" && (
        <FairShare
          route={[origin, destination]}
          seats={seats}
          amount={amount}
          currency={currency}
          onUse={change}
        />
      )}
    </span>
  );
}
