import { HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { communitySettings } from "#shared/community-settings.ts";
import { formatAmountInput, parseAmount } from "#shared/formatting/amount-input.ts";
import { toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";
import type { OfferPayload } from "../ride-requests.queries.ts";
import { type ResponseDeadline, toExpiresIn } from "#shared/forms/ResponseDeadlineField.tsx";

/** An offer while it is being edited; the departure is in the local time of the request's origin. */
export interface OfferDraft extends Record<string, unknown> {
  /** "" for a new ride, created on acceptance. */
  readonly rideId: string;
  readonly date: string;
  readonly time: string;
  readonly seats: number;
  /** "usual" is the ride's own price for the segment. */
  readonly cost: "usual" | "amount" | "free";
  readonly amount: string;
  readonly currency: string;
  readonly vehicleId: string;
  readonly message: string;
  readonly patience: ResponseDeadline;
}

const QUARTER_MS = 900_000;
/** Suggested departure if the request names no time. */
const MORNING = "08:00";

/** Values of a new form: within the window and with the seeker's details. */
export function createOfferDraft(
  request: RideRequest,
  rideId: string,
  vehicles: Profile["vehicles"],
  now = new Date(),
): OfferDraft {
  const { maxContribution, seats } = request;
  const [vehicle] = vehicles;
  return {
    rideId,
    ...proposeDeparture(request, now),
    seats: Math.max(seats, vehicle?.seats ?? seats),
    cost: rideId === "" ? "amount" : "usual",
    amount: maxContribution
      ? formatAmountInput(maxContribution.amountMinor, maxContribution.currency)
      : "",
    currency: maxContribution?.currency ?? communitySettings.currency,
    vehicleId: vehicle?.id ?? "",
    message: "",
    patience: "usual",
  };
}

function proposeDeparture({ departsAfter, departsBefore, timeZone }: RideRequest, now: Date) {
  const earliestMs = Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  const afterMs = Date.parse(departsAfter);
  const beforeMs = Date.parse(departsBefore);
  const { date, time } = toDateAndTime(timeZone, departsAfter);
  const morningMs = time === "00:00" ? (toInstant(timeZone, date, MORNING)?.getTime() ?? 0) : 0;
  const proposedMs = Math.max(afterMs, earliestMs, morningMs);
  return toDateAndTime(
    timeZone,
    new Date(proposedMs <= beforeMs ? proposedMs : Math.max(afterMs, now.getTime())),
  );
}

/** Departure of the draft's new ride; undefined while incomplete. */
function getDeparture({ date, time }: OfferDraft, { timeZone }: RideRequest): Date | undefined {
  return toInstant(timeZone, date, time);
}

/** Client-side errors of a draft, by the server's field names. */
export function validateOffer(
  draft: OfferDraft,
  request: RideRequest,
  now = new Date(),
): Record<string, MessageDescriptor> {
  const minor = parseAmount(draft.amount, draft.currency);
  const isAmountInvalid = draft.cost === "amount" && (minor === undefined || minor > 10_000_000);
  const departure = draft.rideId === "" ? validateDeparture(draft, request, now) : undefined;
  return {
    ...(isAmountInvalid && { contribution: msg`Enter an amount such as 7.50, or choose Free.` }),
    ...(departure && { departsAt: departure }),
  };
}

function validateDeparture(
  draft: OfferDraft,
  request: RideRequest,
  now: Date,
): MessageDescriptor | undefined {
  const departs = getDeparture(draft, request);
  if (!departs) return msg`When do you leave? Enter a date and time.`;
  if (departs <= now) return msg`The departure must be in the future.`;
  const isTooEarly = departs.getTime() < Date.parse(request.departsAfter);
  const isTooLate = departs.getTime() > Date.parse(request.departsBefore);
  return isTooEarly || isTooLate ? msg`They need a ride at another time: see above.` : undefined;
}

/** Payload of a complete draft. */
export function toOfferPayload(draft: OfferDraft, request: RideRequest): OfferPayload {
  const { rideId, cost, amount, currency, seats, vehicleId } = draft;
  const messageAndExpiry = {
    message: draft.message.trim() || null,
    ...toExpiresIn(draft.patience),
  };
  const explicitContribution =
    cost === "free"
      ? null
      : {
          amountMinor: parseAmount(amount, currency) ?? 0,
          currency,
        };
  const contribution = cost === "usual" ? {} : { contribution: explicitContribution };
  if (rideId !== "")
    return {
      rideId,
      ...contribution,
      ...messageAndExpiry,
    };
  const departs = getDeparture(draft, request);
  if (!departs) throw new RangeError("The draft has no departure.");
  return {
    departsAt: departs.toISOString(),
    seats,
    ...contribution,
    vehicleId: vehicleId || null,
    ...messageAndExpiry,
  };
}
