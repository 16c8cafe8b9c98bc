import { HOUR_MS } from "@commonlane/contract/durations";
import type { Profile } from "@commonlane/contract/profiles";
import type { RideRequest } from "@commonlane/contract/ride-requests";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { expiresIn, type Patience } from "#shared/forms/patience.ts";
import { operator } from "#shared/operator.ts";
import { readAmount, writeAmount } from "#shared/wording/amount.ts";
import { dateAndTimeIn, instantIn } from "#shared/wording/instants.ts";
import type { OfferTerms } from "./ride-requests.queries.ts";

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
  readonly patience: Patience;
}

const QUARTER_MS = 900_000;
/** Who gave no time is expected to leave about then. */
const MORNING = "08:00";

/** What stands in a new form: within the window, and with what the seeker said. */
export function offerDraft(
  request: RideRequest,
  rideId: string,
  vehicles: Profile["vehicles"],
  now = new Date(),
): OfferDraft {
  const { maxContribution: most, seats } = request;
  const [vehicle] = vehicles;
  return {
    rideId,
    ...usualDeparture(request, now),
    seats: Math.max(seats, vehicle?.seats ?? seats),
    cost: rideId === "" ? "amount" : "usual",
    amount: most ? writeAmount(most.amountMinor, most.currency) : "",
    currency: most?.currency ?? operator.currency,
    vehicleId: vehicle?.id ?? "",
    message: "",
    patience: "usual",
  };
}

function usualDeparture({ departsAfter, departsBefore, timeZone }: RideRequest, now: Date) {
  const soonMs = Math.ceil((now.getTime() + HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  const [afterMs, beforeMs] = [Date.parse(departsAfter), Date.parse(departsBefore)];
  const { date, time } = dateAndTimeIn(timeZone, departsAfter);
  const morningMs = time === "00:00" ? (instantIn(timeZone, date, MORNING)?.getTime() ?? 0) : 0;
  const wantedMs = Math.max(afterMs, soonMs, morningMs);
  return dateAndTimeIn(timeZone, new Date(wantedMs <= beforeMs ? wantedMs : Math.max(afterMs, now.getTime())));
}

/** When the new ride of a draft leaves; nothing while that is not whole. */
const departureOf = ({ date, time }: OfferDraft, { timeZone }: RideRequest): Date | undefined =>
  instantIn(timeZone, date, time);

/** What is wrong with a draft, before the server is asked, by the server's names of the fields. */
export function offerProblems(
  draft: OfferDraft,
  request: RideRequest,
  now = new Date(),
): Record<string, MessageDescriptor> {
  const minor = readAmount(draft.amount, draft.currency);
  const wrongAmount = draft.cost === "amount" && (minor === undefined || minor > 10_000_000);
  const departure = draft.rideId === "" ? departureProblem(draft, request, now) : undefined;
  return {
    ...(wrongAmount && { contribution: msg`Give an amount like 7.50, or take them along for free.` }),
    ...(departure && { departsAt: departure }),
  };
}

function departureProblem(draft: OfferDraft, request: RideRequest, now: Date): MessageDescriptor | undefined {
  const departs = departureOf(draft, request);
  if (!departs) return msg`When do you leave? Give a date and a time.`;
  if (departs <= now) return msg`The departure must lie in the future.`;
  const early = departs.getTime() < Date.parse(request.departsAfter);
  const late = departs.getTime() > Date.parse(request.departsBefore);
  return early || late ? msg`They look for a ride at another time: see above.` : undefined;
}

/** What is sent for a whole draft. */
export function offerTerms(draft: OfferDraft, request: RideRequest): OfferTerms {
  const { rideId, cost, amount, currency, seats, vehicleId } = draft;
  const said = { message: draft.message.trim() || null, ...expiresIn(draft.patience) };
  const asked = cost === "free" ? null : { amountMinor: readAmount(amount, currency) ?? 0, currency };
  const contribution = cost === "usual" ? {} : { contribution: asked };
  if (rideId !== "") return { rideId, ...contribution, ...said };
  const departs = departureOf(draft, request);
  if (!departs) throw new RangeError("The draft has no departure.");
  return { departsAt: departs.toISOString(), seats, ...contribution, vehicleId: vehicleId || null, ...said };
}
