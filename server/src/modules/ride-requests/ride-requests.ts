import { randomUUID } from "node:crypto";
import type { PostedRequest, RideRequest, RideRequestChange } from "@commonlane/contract/ride-requests";
import { areaOf } from "#modules/places/index.ts";
import { genderOf, mustBeComplete } from "#modules/profiles/index.ts";
import { moneyOf, mustBeSelf, mustHaveGender } from "#modules/rides/index.ts";
import { mustNotBeTooNew } from "#modules/safety/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/route.ts";
import { timeZoneAt } from "#platform/time-zone.ts";
import { isOpen, mustBeAskable, mustBeFeasible, mustBeSeekers } from "./guards.ts";
import { endAllPending } from "./offers.store.ts";
import {
  endRideRequest,
  findRideRequest,
  findSameOpen,
  insertRideRequest,
  lockRideRequest,
  type RideRequestRow,
  type RideRequestTerms,
  updateRideRequest,
} from "./ride-requests.store.ts";
import { tellAsked, tellOfEnds, tellOfRideRequest } from "./telling.ts";
import { viewRideRequest } from "./views.ts";

export function postRideRequest(ctx: Context, seeker: Caller, said: PostedRequest): Promise<RideRequest> {
  mustBeSelf(seeker, said.seekerId);
  mustBeFeasible(ctx, said);
  return transaction(ctx, async (ctx) => {
    // One to everybody is sent to hosts who drive that way; together they count as one.
    const toWhom = said.driverUid === undefined ? { request: randomUUID() } : { person: said.driverUid };
    await mustNotBeTooNew(ctx, seeker.uid, toWhom);
    const { gender } = await mustBeComplete(ctx, seeker.uid);
    mustHaveGender(said.audience, gender);
    if (said.driverUid !== undefined) await mustBeAskable(ctx, seeker, said.driverUid);
    const who = { seeker_id: seeker.uid, seeker_gender: gender, driver_uid: said.driverUid ?? null };
    const terms = await termsOf(ctx, said);
    const row = await insertRideRequest(ctx, who, terms);
    if (!row) throw await alreadyPosted(ctx, who, terms);
    await tellAsked(ctx, row);
    return tellOfRideRequest(ctx, row, "ride-request.posted");
  });
}

async function alreadyPosted(
  ctx: Context,
  who: Parameters<typeof findSameOpen>[1],
  terms: RideRequestTerms,
): Promise<Problem> {
  const row = await findSameOpen(ctx, who, terms);
  return new Problem("already_posted", row ? { current: await viewRideRequest(ctx, row, who.seeker_id) } : {});
}

/** Changes what is named and leaves the rest. What drivers offered for stays as it is while one waits for an answer. */
export function changeRideRequest(
  ctx: Context,
  seeker: Caller,
  id: string,
  { seekerId, ...change }: RideRequestChange,
): Promise<RideRequest> {
  mustBeSelf(seeker, seekerId);
  return transaction(ctx, async (ctx) => {
    const before = await mustBeSeekers(lockRideRequest(ctx, id), seeker);
    if (!isOpen(ctx, before)) throw new Problem("request_over");
    const said = { ...saidOf(before), ...change };
    mustBeFeasible(ctx, said);
    if (change.audience) mustHaveGender(change.audience, await genderOf(ctx, seeker.uid));
    const firm = FIRM.some((field) => change[field] !== undefined);
    const row = await updateRideRequest(ctx, id, await termsOf(ctx, said), { firm });
    if (!row) throw new Problem("request_has_offers");
    return tellOfRideRequest(ctx, row, "ride-request.changed");
  });
}

const FIRM = [
  "origin",
  "destination",
  "departsAfter",
  "departsBefore",
  "seats",
  "audience",
  "needs",
  "luggage",
] as const;
const WITHDRAWN = "The request was withdrawn.";

/** The seeker withdraws an open request; the offers that waited are declined. */
export function cancelRideRequest(
  ctx: Context,
  seeker: Caller,
  id: string,
  reason: string | null | undefined,
): Promise<RideRequest> {
  return transaction(ctx, async (ctx) => {
    await mustBeSeekers(findRideRequest(ctx, id), seeker);
    const row = await endRideRequest(ctx, id, { status: "cancelled" });
    if (!row) throw await alreadySet(ctx, id, seeker.uid);
    const step = { status: "declined", endedBy: "seeker", reason: reason || WITHDRAWN } as const;
    const declined = await endAllPending(ctx, { requestIds: [id] }, step);
    await tellOfEnds(ctx, declined, () => row.seeker_id, "offer.declined");
    return tellOfRideRequest(ctx, row, "ride-request.cancelled");
  });
}

/** Too late, with the record as it stands (domain.md: repeating a decision). */
async function alreadySet(ctx: Context, id: string, viewerUid: string): Promise<Problem> {
  const row = await findRideRequest(ctx, id);
  return new Problem("status_already_set", row ? { current: await viewRideRequest(ctx, row, viewerUid) } : {});
}

type Said = Omit<PostedRequest, "seekerId" | "driverUid">;

async function termsOf(ctx: Context, said: Said): Promise<RideRequestTerms> {
  const [origin_area, destination_area] = [await areaOf(ctx, said.origin), await areaOf(ctx, said.destination)];
  return {
    origin: said.origin,
    destination: said.destination,
    origin_area,
    destination_area,
    departs_after: new Date(said.departsAfter),
    departs_before: new Date(said.departsBefore),
    time_zone: timeZoneAt(said.origin),
    seats: said.seats,
    max_contribution_minor: said.maxContribution?.amountMinor ?? null,
    currency: said.maxContribution?.currency ?? null,
    preferences: said.preferences,
    needs: said.needs,
    luggage: said.luggage,
    audience: said.audience,
    note: said.note || null,
  };
}

/** The same the other way: what the seeker would say to get this request as it is. */
const saidOf = (row: RideRequestRow): Said => ({
  origin: row.origin,
  destination: row.destination,
  departsAfter: row.departs_after.toISOString(),
  departsBefore: row.departs_before.toISOString(),
  seats: row.seats,
  maxContribution: moneyOf({ contribution_minor: row.max_contribution_minor, currency: row.currency }),
  preferences: row.preferences,
  needs: row.needs,
  luggage: row.luggage,
  audience: row.audience,
  note: row.note,
});
