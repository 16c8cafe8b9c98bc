import type { AccessNeed } from "@commonlane/contract/profiles";
import type { SeatRequest } from "@commonlane/contract/seat-requests";
import { NOTE_MAX_LENGTH } from "@commonlane/contract/limits";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useRef, useState } from "react";
import { useAgeCheck } from "#shared/age-check/use-age-check.tsx";
import { isProblem } from "#shared/api/api-error.ts";
import { ResponseDeadlineField } from "#shared/forms/ResponseDeadlineField.tsx";
import { useDraft } from "#shared/forms/use-draft.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { Button } from "#shared/ui/Button.tsx";
import { Notice } from "#shared/ui/Notice.tsx";
import { Stepper } from "#shared/ui/fields/Stepper.tsx";
import { TextAreaField } from "#shared/ui/fields/TextField.tsx";
import { useToast } from "#shared/ui/toasts/Toasts.tsx";
import { formatMoney } from "#shared/formatting/format.ts";
import { useMaskHint } from "#shared/masking/use-masked-details.ts";
import { MaskedTextNote } from "#shared/masking/MaskedTextNote.tsx";
import {
  type SeatRequestDraft,
  type RideSegmentProps,
  toNewSeatRequest,
  createDraft,
  getChosenStops,
  getAvailability,
} from "./seat-request-draft.ts";
import { RequestNeedsFields } from "./RequestNeedsFields.tsx";
import { PickupDropoffFields } from "./PickupDropoffFields.tsx";
import { SegmentFull } from "./SegmentFull.tsx";
import { useRequestSeats } from "../seat-requests.queries.ts";
import { SeatRequestStatusPill } from "../SeatRequestStatusPill.tsx";

interface SeatRequestFormProps extends RideSegmentProps {
  readonly draftName: string;
  /** Access needs from the profile. */
  readonly needs: readonly AccessNeed[];
  /** An earlier failed request on this ride. */
  readonly earlierRequest: SeatRequest | undefined;
}

/** Pickup, dropoff, seats and message. The server decides which seats are free. */
export function SeatRequestForm({ ride, segment, otherRides, draftName, needs, earlierRequest }: SeatRequestFormProps) {
  const { t } = useLingui();
  const [draft, change, clearDraft] = useDraft<SeatRequestDraft>(draftName, createDraft(ride, segment, needs));
  const { sendRequest, mutation, submitted, dialog } = useSendRequest({ ride, segment, draft, onDone: clearDraft });
  const availability = getAvailability(ride, segment, draft);
  const instant = ride.approval === "instant";
  const { seats } = draft;
  const hasTooFewSeats = availability !== undefined && availability.seatsFree < seats;
  const isFull = hasTooFewSeats || isProblem(mutation.error, "ride_full");
  const chooseStops = (changes: Partial<SeatRequestDraft>) => {
    mutation.reset();
    change(changes);
  };
  return (
    <section aria-labelledby="ask-title" className="grid gap-5 rounded-lg border border-line bg-surface p-4">
      <h2 id="ask-title" className="text-xl font-bold">
        {instant ? t`Book seats` : t`Ask for seats`}
      </h2>
      {earlierRequest && <EarlierRequest request={earlierRequest} />}
      <form
        noValidate
        aria-labelledby="ask-title"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void sendRequest();
        }}
      >
        <PickupDropoffFields ride={ride} segment={segment} draft={draft} change={change} submitted={submitted} />
        <Stepper
          label={t`Seats`}
          hint={availability && t`${availability.seatsFree} free on this part of the route`}
          value={seats}
          min={1}
          // On a full segment, standby allows as many seats as the ride has.
          max={availability?.seatsFree || ride.seatsTotal}
          onChange={(next) => change({ seats: next })}
          lessLabel={t`One seat fewer`}
          moreLabel={t`One seat more`}
        />
        <RequestNeedsFields ride={ride} needs={draft.needs} onChange={(next) => change({ needs: next })} />
        <TextAreaField
          label={t`Message to the host`}
          optional={t`optional`}
          maxLength={NOTE_MAX_LENGTH}
          value={draft.message}
          hint={useMaskHint(instant ? "" : draft.message)}
          onChange={(event) => change({ message: event.target.value })}
        />
        {!instant && <ResponseDeadlineField value={draft.patience} onChange={(patience) => change({ patience })} />}
        <ContributionTotal
          contribution={availability?.contribution ?? null}
          isFree={ride.contribution === null}
          seats={seats}
        />
        {isFull && (
          <SegmentFull ride={ride} segment={segment} draft={draft} otherRides={otherRides} onChoose={chooseStops} />
        )}
        {mutation.error && !isFull && <Notice tone="bad">{mutation.error.message}</Notice>}
        <SendButton instant={instant} seats={seats} busy={mutation.isPending} isFull={isFull} />
      </form>
      {dialog}
    </section>
  );
}

function SendButton({
  instant,
  seats,
  busy,
  isFull,
}: {
  instant: boolean;
  seats: number;
  busy: boolean;
  isFull: boolean;
}) {
  const { t } = useLingui();
  return (
    <Button type="submit" size="lg" variant={isFull ? "line" : "solid"} busy={busy}>
      {instant
        ? t`${plural(seats, { one: "Book # seat", other: "Book # seats" })}`
        : t`${plural(seats, { one: "Ask for # seat", other: "Ask for # seats" })}`}
    </Button>
  );
}

type SendRequestOptions = Pick<SeatRequestFormProps, "ride" | "segment"> & {
  readonly draft: SeatRequestDraft;
  readonly onDone: () => void;
};

/** Submits the request once, even on repeated clicks. */
function useSendRequest({ ride, segment, draft, onDone }: SendRequestOptions) {
  const { t } = useLingui();
  const [submitted, setSubmitted] = useState(false);
  const running = useRef(false);
  const mutation = useRequestSeats(ride.id);
  const ageCheck = useAgeCheck();
  const toast = useToast();
  const sendRequest = async () => {
    const { pickup, dropoff } = getChosenStops(ride, segment, draft);
    setSubmitted(true);
    if (!pickup || !dropoff || running.current) return;
    running.current = true;
    try {
      const request = await ageCheck.run(() => mutation.mutateAsync(toNewSeatRequest(ride, segment, draft)));
      if (!request) return;
      onDone();
      const booked = request.status === "accepted";
      toast({ message: booked ? t`Booked. You have a seat.` : t`Request sent.`, type: "success" });
    } catch {
      // The form shows the error from the mutation state.
    } finally {
      running.current = false;
    }
  };
  return { sendRequest, mutation, submitted, dialog: ageCheck.dialog };
}

interface ContributionTotalProps {
  readonly contribution: { amountMinor: number; currency: string } | null;
  readonly isFree: boolean;
  readonly seats: number;
}

function ContributionTotal({ contribution, isFree, seats }: ContributionTotalProps) {
  const { t } = useLingui();
  if (!contribution && !isFree) return null;
  const total = contribution && formatMoney({ ...contribution, amountMinor: contribution.amountMinor * seats });
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 border-t border-line pt-4">
      <p className="font-semibold">{t`Total price`}</p>
      <p className="num ms-auto text-2xl">{total ?? t`Free`}</p>
      <p className="w-full text-sm text-ink-3">
        {contribution && seats > 1 && `${t`${formatMoney(contribution)} per seat.`} `}
        {contribution
          ? t`Paid directly to the host; ${communitySettings.name} takes no payments.`
          : t`This ride is free.`}
      </p>
    </div>
  );
}

function EarlierRequest({ request }: { request: SeatRequest }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-1 rounded-md bg-sunken p-3 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        {t`Your earlier request:`} <SeatRequestStatusPill request={request} />
      </p>
      {request.reason && <p className="text-ink-2 wrap-anywhere">{request.reason}</p>}
      <MaskedTextNote text={request.reason} isOwn={request.endedBy === "seeker"} />
    </div>
  );
}
