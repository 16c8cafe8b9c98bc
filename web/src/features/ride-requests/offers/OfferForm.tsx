import type { RideRequest } from "@commonlane/contract/ride-requests";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import type { FittingRide } from "@commonlane/contract/offers";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { bindText } from "#shared/forms/bind-text.ts";
import { ownProfile } from "#shared/profile/own-profile.ts";
import { Button } from "#shared/ui/Button.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { ErrorNotice } from "#shared/ui/ErrorNotice.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { StickyActions } from "#shared/ui/StickyActions.tsx";
import { SelectField } from "#shared/ui/fields/SelectField.tsx";
import { SkeletonForm } from "#shared/ui/SkeletonForm.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { formatDistance, formatDuration, formatTime } from "#shared/formatting/format.ts";
import { describeRide } from "../request-text.ts";
import { NewRideFields } from "./NewRideFields.tsx";
import { createOfferDraft } from "./offer-draft.ts";
import { OfferContributionFields } from "./OfferContributionFields.tsx";
import { errorFor } from "../post/request-validation.ts";
import { fittingRides } from "../ride-requests.queries.ts";
import { type OfferFormProps, useOfferForm } from "./use-offer-form.ts";

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
  const fields = { request, draft, change, errors };
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
