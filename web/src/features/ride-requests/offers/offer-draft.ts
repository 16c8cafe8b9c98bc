import { HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { toExpiresIn, type ResponseDeadline } from "#shared/forms/response-deadline.ts";
import { communitySettings } from "#shared/community-settings.ts";
import { parseAmount, formatAmountInput } from "#shared/formatting/amount-input.ts";
import { toDateAndTime, toInstant } from "#shared/formatting/time-zones.ts";
import type { OfferPayload } from "../ride-requests.queries.ts";

/** An offer as it is being typed; the departure is on the clocks of where the request begins. */
export interface OfferDraft extends Record<string, unknown> {
  /** "" for a ride that is made when the offer is accepted. */
  readonly rideId: string;
  readonly date: string;
  readonly time: string;
  readonly seats: number;
  /** "usual": what the ride takes for that part. */
  readonly cost: "usual" | "amount" | "free";
  readonly amount: string;
  readonly currency: string;
  readonly vehicleId: string;
  readonly message: string;
  readonly patience: ResponseDeadline;
}

const QUARTER_MS = 900_000;
/** Who gave no time is expected to leave about then. */
const MORNING = "08:00";

/** What stands in a new form: within the window, and with what the seeker said. */
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
    amount: maxContribution ? formatAmountInput(maxContribution.amountMinor, maxContribution.currency) : "",
    currency: maxContribution?.currency ?? communitySettings.currency,
    vehicleId: vehicle?.id ?? "",
    message: "",
    patience: "usual",
  };
}

function proposeDeparture({ departsAfter, departsBefore, timeZone }: RideRequest, now: Date) {
  const earliestMs = Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  const [afterMs, beforeMs] = [Date.parse(departsAfter), Date.parse(departsBefore)];
  const { date, time } = toDateAndTime(timeZone, departsAfter);
  const morningMs = time === "00:00" ? (toInstant(timeZone, date, MORNING)?.getTime() ?? 0) : 0;
  const proposedMs = Math.max(afterMs, earliestMs, morningMs);
  return toDateAndTime(timeZone, new Date(proposedMs <= beforeMs ? proposedMs : Math.max(afterMs, now.getTime())));
}

/** When the new ride of a draft leaves; nothing while that is not whole. */
const getDeparture = ({ date, time }: OfferDraft, { timeZone }: RideRequest): Date | undefined =>
  toInstant(timeZone, date, time);

/** What is wrong with a draft, before the server is asked, by the server's names of the fields. */
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

function validateDeparture(draft: OfferDraft, request: RideRequest, now: Date): MessageDescriptor | undefined {
  const departs = getDeparture(draft, request);
  if (!departs) return msg`When do you leave? Enter a date and time.`;
  if (departs <= now) return msg`The departure must be in the future.`;
  const isTooEarly = departs.getTime() < Date.parse(request.departsAfter);
  const isTooLate = departs.getTime() > Date.parse(request.departsBefore);
  return isTooEarly || isTooLate ? msg`They need a ride at another time: see above.` : undefined;
}

/** What is sent for a whole draft. */
export function toOfferPayload(draft: OfferDraft, request: RideRequest): OfferPayload {
  const { rideId, cost, amount, currency, seats, vehicleId } = draft;
  const messageAndExpiry = { message: draft.message.trim() || null, ...toExpiresIn(draft.patience) };
  const explicitContribution = cost === "free" ? null : { amountMinor: parseAmount(amount, currency) ?? 0, currency };
  const contribution = cost === "usual" ? {} : { contribution: explicitContribution };
  if (rideId !== "") return { rideId, ...contribution, ...messageAndExpiry };
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
