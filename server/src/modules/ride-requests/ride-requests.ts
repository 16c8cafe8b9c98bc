import { assertOwnAudience } from "#modules/groups/index.ts";
import { translatable } from "@commonlane/contract/message";
import { randomUUID } from "node:crypto";
import type {
  RideRequestInput,
  RideRequest,
  RideRequestChange,
} from "@commonlane/contract/ride-requests";
import { approximatePlace } from "#modules/privacy/approximate/index.ts";
import { assertMayContact } from "#modules/privacy/index.ts";
import { assertProfileComplete } from "#modules/profiles/index.ts";
import { toMoney } from "#modules/rides/index.ts";
import { assertSelf, genderForAudience } from "#modules/rides/rules/index.ts";
import { type Context, type InTransaction, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import {
  isOpenRequest,
  assertCanAskDriver,
  assertFeasible,
  requireRideRequest,
  filterAskableDrivers,
} from "./guards.ts";
import { endPendingOffers } from "./offers/offers.store.ts";
import {
  endRequestsWithoutMembership,
  endRideRequest,
  findRideRequest,
  findDuplicateOpenRequest,
  insertRideRequest,
  lockRideRequest,
  type RideRequestRow,
  type RideRequestTerms,
  updateRideRequest,
} from "./ride-requests.store.ts";
import {
  notifyAskedDrivers,
  publishOfferEnds,
  publishRideRequestEvent,
} from "./ride-request-events.ts";
import { viewRideRequest } from "./ride-requests.view.ts";

/** Posts a request; the addressed driver and the drivers nearby are notified at once, each of them once. */
export async function postRideRequest(
  ctx: Context,
  seeker: Caller,
  input: RideRequestInput,
): Promise<RideRequest> {
  assertSelf(seeker, input.seekerId);
  assertFeasible(ctx, input);
  const nearbyUids = await filterAskableDrivers(ctx, seeker, input.nearbyDriverUids);
  return transaction(ctx, async (ctx) => {
    // A public request is sent to several hosts, which together count as one contact.
    const contact =
      input.driverUid === undefined ? { request: randomUUID() } : { person: input.driverUid };
    await assertMayContact(ctx, seeker.uid, contact);
    await assertProfileComplete(ctx, seeker.uid);
    const gender = await genderForAudience(ctx, seeker.uid, input.audience);
    await assertOwnAudience(ctx, seeker.uid, input.membersOf);
    if (input.driverUid !== undefined) await assertCanAskDriver(ctx, seeker, input.driverUid);
    const parties = {
      seeker_id: seeker.uid,
      seeker_gender: gender,
      driver_uid: input.driverUid ?? null,
    };
    const terms = await termsOf(ctx, input);
    const row = await insertRideRequest(ctx, parties, terms);
    if (!row) throw await alreadyPosted(ctx, parties, terms);
    const askedUids = new Set([
      ...nearbyUids,
      ...(row.driver_uid === null ? [] : [row.driver_uid]),
    ]);
    await notifyAskedDrivers(ctx, row, [...askedUids]);
    return publishRideRequestEvent(ctx, row, "ride-request.posted");
  });
}

async function alreadyPosted(
  ctx: Context,
  parties: Parameters<typeof findDuplicateOpenRequest>[1],
  terms: RideRequestTerms,
): Promise<Problem> {
  const row = await findDuplicateOpenRequest(ctx, parties, terms);
  return new Problem(
    "already_posted",
    row ? { current: await viewRideRequest(ctx, row, parties.seeker_id) } : {},
  );
}

/** Changes only the given fields. Terms that drivers made offers for cannot change while an offer is pending. */
export function changeRideRequest(
  ctx: Context,
  seeker: Caller,
  id: string,
  { seekerId, ...change }: RideRequestChange,
): Promise<RideRequest> {
  assertSelf(seeker, seekerId);
  return transaction(ctx, async (ctx) => {
    const before = await requireRideRequest(
      ctx,
      seeker,
      "rideRequests.change",
      lockRideRequest(ctx, id),
    );
    if (!isOpenRequest(ctx, before)) throw new Problem("request_over");
    const input = { ...contentOf(before), ...change };
    assertFeasible(ctx, input);
    const seeker_gender = await genderForAudience(ctx, seeker.uid, input.audience);
    if (change.membersOf) await assertOwnAudience(ctx, seeker.uid, change.membersOf);
    const changesOfferedTerms = OFFERED_TERMS.some((field) => change[field] !== undefined);
    const row = await updateRideRequest(
      ctx,
      id,
      {
        ...(await termsOf(ctx, input)),
        seeker_gender,
      },
      { changesOfferedTerms },
    );
    if (!row) throw new Problem("request_has_offers");
    return publishRideRequestEvent(ctx, row, "ride-request.changed");
  });
}

const OFFERED_TERMS = [
  "origin",
  "destination",
  "departsAfter",
  "departsBefore",
  "seats",
  "audience",
  "membersOf",
  "needs",
  "luggage",
] as const;
const REQUEST_WITHDRAWN = translatable("The request was withdrawn.");

/** The seeker withdraws an open request; pending offers are declined. */
export function cancelRideRequest(
  ctx: Context,
  seeker: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<RideRequest> {
  return transaction(ctx, async (ctx) => {
    await requireRideRequest(ctx, seeker, "seatRequests.end#wish", findRideRequest(ctx, id));
    const row = await endRideRequest(ctx, id, { status: "cancelled" });
    if (!row) throw await statusAlreadySet(ctx, id, seeker.uid);
    const end = {
      status: "declined",
      endedBy: "seeker",
      reason: reason || REQUEST_WITHDRAWN,
    } as const;
    const declined = await endPendingOffers(ctx, { requestIds: [id] }, end);
    await publishOfferEnds(ctx, declined, "offer.declined");
    return publishRideRequestEvent(ctx, row, "ride-request.cancelled");
  });
}

const NO_MEMBER = translatable(
  "This request was for members of a group to which its seeker no longer belongs.",
);

/** Cancels the open requests of a user to the members of a mark or group that the user no longer has. */
export async function cancelRequestsWithoutMembership(
  ctx: InTransaction,
  uid: string,
): Promise<void> {
  for (const row of await endRequestsWithoutMembership(ctx, uid)) {
    const end = {
      status: "declined",
      endedBy: "system",
      reason: NO_MEMBER,
    } as const;
    const declined = await endPendingOffers(ctx, { requestIds: [row.id] }, end);
    await publishOfferEnds(ctx, declined, "offer.declined");
    await publishRideRequestEvent(ctx, row, "ride-request.cancelled");
  }
}

/** The error for a decision that comes too late, with the current record (domain.md: repeating a decision). */
async function statusAlreadySet(ctx: Context, id: string, viewerUid: string): Promise<Problem> {
  const row = await findRideRequest(ctx, id);
  return new Problem(
    "status_already_set",
    row ? { current: await viewRideRequest(ctx, row, viewerUid) } : {},
  );
}

type RideRequestContent = Omit<RideRequestInput, "seekerId" | "driverUid" | "nearbyDriverUids">;

async function termsOf(ctx: Context, input: RideRequestContent): Promise<RideRequestTerms> {
  const approximate_origin = await approximatePlace(ctx, input.origin);
  const approximate_destination = await approximatePlace(ctx, input.destination);
  return {
    origin: input.origin,
    destination: input.destination,
    approximate_origin,
    approximate_destination,
    departs_after: new Date(input.departsAfter),
    departs_before: new Date(input.departsBefore),
    time_zone: timeZoneAt(input.origin),
    seats: input.seats,
    max_contribution_minor: input.maxContribution?.amountMinor ?? null,
    currency: input.maxContribution?.currency ?? null,
    preferences: input.preferences,
    needs: input.needs,
    luggage: input.luggage,
    audience: input.audience,
    members_of: input.membersOf,
    note: input.note || null,
  };
}

/** The inverse of `termsOf`: the input that would create this request. */
const contentOf = (row: RideRequestRow): RideRequestContent => ({
  origin: row.origin,
  destination: row.destination,
  departsAfter: row.departs_after.toISOString(),
  departsBefore: row.departs_before.toISOString(),
  seats: row.seats,
  maxContribution: toMoney({
    contribution_minor: row.max_contribution_minor,
    currency: row.currency,
  }),
  preferences: row.preferences,
  needs: row.needs,
  luggage: row.luggage,
  audience: row.audience,
  membersOf: row.members_of,
  note: row.note,
});
