import type { PersonFile, RideFile } from "@commonlane/contract/moderation";
import { peopleWrittenToBy, reportsAbout } from "#modules/reports/index.ts";
import { findRide } from "#modules/rides/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import { actsAbout, noteFound } from "./acts.store.ts";
import { viewActs } from "./acts.ts";
import { accountFacts, findPeople, moderatedPeople } from "./people.store.ts";
import { hidingsOf } from "./hidings.store.ts";
import { viewHidings } from "./hidings.view.ts";
import { viewReports } from "./queue.ts";
import { viewModerated } from "./ratings.ts";
import { ratingsAbout } from "./ratings.store.ts";
import { type BriefRow, requestsOn, ridesOf } from "./rides.store.ts";

const FOUND = 20;
const SHOWN = { rides: 20, requests: 100, history: 50 };

/** The call is in a transaction with the line that was written about it. */
export function searchPeople(ctx: Context, words: string) {
  return transaction(ctx, async (ctx) => {
    const items = await findPeople(ctx, words, FOUND);
    const uids = items.map(({ uid }) => uid);
    await noteFound(ctx, words, uids);
    return { items };
  });
}

/** All about one person. Throws not_found. */
export async function personFile(ctx: Context, uid: string): Promise<PersonFile> {
  const person = (await moderatedPeople(ctx, [uid])).get(uid);
  const facts = person && (await accountFacts(ctx, uid));
  if (!facts) throw new Problem("not_found");
  return {
    person,
    joinedAt: facts.created_at.toISOString(),
    moderator: facts.moderator,
    suspendedFor: facts.suspended_for,
    bio: facts.bio,
    photo: facts.photo_id && `/api/photos/${facts.photo_id}/large`,
    phone: facts.phone,
    counts: {
      ridesHosted: facts.rides_hosted,
      ridesCancelled: facts.rides_cancelled,
      seatsAccepted: facts.seats_accepted,
      seatsCancelled: facts.seats_cancelled,
      peopleWrittenTo: (await peopleWrittenToBy(ctx, uid)).length,
      blockedBy: facts.blocked_by,
    },
    rides: (await ridesOf(ctx, uid, SHOWN.rides)).map(briefOf),
    ...(await historyOf(ctx, uid)),
  };
}

/** All about one ride. Throws not_found. */
export async function rideFile(ctx: Context, rideId: string): Promise<RideFile> {
  const ride = await findRide(ctx, rideId);
  if (!ride) throw new Problem("not_found");
  const requests = await requestsOn(ctx, rideId, SHOWN.requests);
  const people = await moderatedPeople(ctx, [ride.host_id, ...requests.map(({ seeker_id }) => seeker_id)]);
  const host = people.get(ride.host_id);
  if (!host) throw new Problem("not_found");
  const { vehicle, note } = ride;
  return {
    ride: briefOf(ride),
    host,
    points: ride.points.map(({ label, lat, lng }) => ({ label, lat, lng })),
    seatsTotal: ride.seats_total,
    note,
    vehicle: vehicle && `${vehicle.colour} ${vehicle.make} ${vehicle.model}, ${vehicle.plate}`,
    createdAt: ride.created_at.toISOString(),
    requests: requests.flatMap(({ seeker_id, created_at, ended_at, ...request }) => {
      const seeker = people.get(seeker_id);
      const times = { createdAt: created_at.toISOString(), endedAt: ended_at?.toISOString() ?? null };
      return seeker ? { ...request, seeker, ...times } : [];
    }),
    ...(await historyOf(ctx, rideId)),
  };
}

async function historyOf(ctx: Context, id: string) {
  const hidings = await hidingsOf(ctx, id, SHOWN.history);
  const ids = [id, ...hidings.flatMap(({ id, about_id }) => [id, about_id])];
  return {
    hidings: await viewHidings(ctx, hidings),
    reports: await viewReports(ctx, await reportsAbout(ctx, id, SHOWN.history)),
    ratings: await viewModerated(ctx, await ratingsAbout(ctx, id, SHOWN.history)),
    acts: await viewActs(ctx, await actsAbout(ctx, [...new Set(ids)], SHOWN.history)),
  };
}

function briefOf({ id, points, departs_at, time_zone, status }: BriefRow) {
  const [fromLabel, toLabel] = [points.at(0)?.label ?? "", points.at(-1)?.label ?? ""];
  return { id, fromLabel, toLabel, departsAt: departs_at.toISOString(), timeZone: time_zone, status };
}
