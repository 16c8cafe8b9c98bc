import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import type { AccessNeed } from "@commonlane/contract/profiles";
import type { Ride } from "@commonlane/contract/rides";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { formatList, townName } from "#shared/formatting/format.ts";
import { bindText } from "#shared/forms/bind-text.ts";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { NeedsFields } from "#shared/profile/NeedsFields.tsx";
import { needLabels } from "#shared/profile/preference-labels.ts";
import { findFreeSegments } from "#shared/seats/free-segments.ts";
import { buttonClasses } from "#shared/ui/button-classes.ts";
import { Button } from "#shared/ui/Button.tsx";
import { SeatStepper } from "#shared/ui/fields/SeatStepper.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { Link } from "#shared/ui/Link.tsx";
import { MoreOptions } from "#shared/ui/MoreOptions.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { PickupDropoffFields } from "./PickupDropoffFields.tsx";
import {
  getChosenStops,
  type RideSegmentProps,
  type SeatRequestDraft,
  type SegmentSummary,
} from "./seat-request-draft.ts";
import { pointsOf } from "./segment-availability.ts";
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

interface RequestNeedsFieldsProps {
  readonly needs: readonly AccessNeed[];
  readonly onChange: (needs: AccessNeed[]) => void;
}

/** Access needs for this ride. */
function RequestNeedsFields({ needs, onChange }: RequestNeedsFieldsProps) {
  const { t } = useLingui();
  return (
    <NeedsFields value={needs} onChange={onChange} hint={t`Only this ride's host sees this.`} />
  );
}

/** Needs that the vehicle is not known to meet. */
function MissingNeedsNotice({ ride, needs }: { ride: Ride; needs: readonly AccessNeed[] }) {
  const { t, i18n } = useLingui();
  const available = ride.vehicle?.access ?? [];
  const missing = needs.filter((need) => need !== "assistance-animal" && !available.includes(need));
  const missingText = formatList(missing.map((need) => i18n._(needLabels[need])));
  if (missing.length === 0) return null;
  return (
    <Notice tone="warn">
      {ride.approval === "instant"
        ? t`The vehicle isn't listed with: ${missingText}. Message the host before you book.`
        : t`The vehicle isn't listed with: ${missingText}. The host sees your needs with the request.`}
    </Notice>
  );
}

interface SegmentFullProps {
  readonly ride: Ride;
  readonly segment: SegmentSummary;
  readonly draft: SeatRequestDraft;
  readonly otherRides: string;
  readonly onChoose: (stops: Pick<SeatRequestDraft, "pickup" | "dropoff">) => void;
}

/** Explains that this segment is full, which segments are free, and links to other rides. */
function SegmentFull({ ride, segment, draft, otherRides, onChoose }: SegmentFullProps) {
  const { t } = useLingui();
  const points = pointsOf(ride);
  const pointName = (n: number) => townName(points[n]?.label ?? "");
  const { seats } = draft;
  const { pickup, dropoff } = getChosenStops(ride, segment, draft);
  const segmentText = pickup && dropoff && `${townName(pickup.label)} – ${townName(dropoff.label)}`;
  return (
    <Notice tone="warn">
      <p>
        {t`This part of the ride is full: ${plural(seats, {
          one: "# seat isn't",
          other: "# seats aren't",
        })} available for ${segmentText ?? ""}.`}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {findFreeSegments(ride, seats).map(({ from, to, seatsFree }) => (
          <Button
            key={from}
            variant="line"
            size="sm"
            onClick={() =>
              onChoose({
                pickup: `point-${from}`,
                dropoff: `point-${to}`,
              })
            }
          >
            {t`${pointName(from)} – ${pointName(to)}: ${seatsFree} free`}
          </Button>
        ))}
        <Link to={otherRides} className={buttonClasses("line", "sm")}>
          {t`Find other rides`}
        </Link>
      </div>
    </Notice>
  );
}
