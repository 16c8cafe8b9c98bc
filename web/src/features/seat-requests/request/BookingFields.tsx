import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { useLingui } from "@lingui/react/macro";
import { townName } from "#shared/formatting/format.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { PickupDropoffFields } from "./PickupDropoffFields.tsx";
import {
  getChosenStops,
  type RideSegmentProps,
  type SeatRequestDraft,
} from "./seat-request-draft.ts";
import { MissingNeedsNotice, RequestNeedsFields } from "./RequestNeedsFields.tsx";
import { SegmentFull } from "./SegmentFull.tsx";
import type { Booking } from "./use-booking.ts";

/** Seats and message, or what to do about a full segment; then everything else. */
export function BookingFields({
  ride,
  segment,
  otherRides,
  booking,
}: RideSegmentProps & { booking: Booking }) {
  const { t } = useLingui();
  const { draft, change, availability, isFull, isRefused, submitted, error } = booking;
  const maskHint = useMaskHint(ride.approval === "instant" ? "" : draft.message);
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const isStopMissing = submitted && !(pickup && dropoff);
  return (
    <>
      <SeatStepper
        label={t`Seats`}
        hint={availability && t`${availability.seatsFree} free on this part of the route`}
        value={draft.seats}
        // On a full segment, the waitlist takes as many seats as the ride has.
        max={availability?.seatsFree || ride.seatsTotal}
        onChange={(seats) => change({ seats })}
      />
      {isFull || isRefused ? (
        <SegmentFull
          ride={ride}
          segment={segment}
          draft={draft}
          otherRides={otherRides}
          onChoose={change}
        />
      ) : (
        <TextAreaField
          label={t`Message to the host`}
          optional={t`optional`}
          rows={2}
          maxLength={NOTE_MAX_LENGTH}
          {...bindText(draft.message, (message) => change({ message }))}
          hint={maskHint}
        />
      )}
      <MissingNeedsNotice ride={ride} needs={draft.needs} />
      <RequestOptions
        ride={ride}
        segment={segment}
        draft={draft}
        change={change}
        submitted={submitted}
        needsAttention={segment.exceedsMaxDetour || isStopMissing}
      />
      {error && !isRefused && <Notice tone="bad">{error.message}</Notice>}
    </>
  );
}

interface RequestOptionsProps extends Pick<RideSegmentProps, "ride" | "segment"> {
  readonly draft: SeatRequestDraft;
  readonly change: (changes: Partial<SeatRequestDraft>) => void;
  readonly submitted: boolean;
  /** Something in here needs attention. */
  readonly needsAttention: boolean;
}

/** What is filled in and rarely changed: pickup and dropoff, access needs and the time to answer. */
function RequestOptions({
  ride,
  segment,
  draft,
  change,
  submitted,
  needsAttention,
}: RequestOptionsProps) {
  const { t } = useLingui();
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const summary = pickup && dropoff && t`${townName(pickup.label)} to ${townName(dropoff.label)}`;
  return (
    <MoreOptions summary={summary || undefined} needsAttention={needsAttention}>
      <PickupDropoffFields
        ride={ride}
        segment={segment}
        draft={draft}
        change={change}
        submitted={submitted}
      />
      <RequestNeedsFields needs={draft.needs} onChange={(needs) => change({ needs })} />
      {ride.approval === "manual" && (
        <ResponseDeadlineField
          value={draft.patience}
          onChange={(patience) => change({ patience })}
        />
      )}
    </MoreOptions>
  );
}
