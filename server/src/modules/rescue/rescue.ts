import type { Place } from "@commonlane/contract/shapes";
import { notify } from "#modules/notices/index.ts";
import { areaOf } from "#modules/places/index.ts";
import { peopleByUid } from "#modules/profiles/index.ts";
import type { RideIndex } from "#modules/rides/index.ts";
import { joinStandby } from "#modules/seat-requests/index.ts";
import type { Context, InTransaction } from "#platform/context.ts";
import { beginAtPresent, type StoredEvent } from "#platform/db/outbox.ts";
import { namedFollower, type Step } from "#platform/events.ts";
import { Problem } from "#platform/http/problem.ts";
import { dayIn, timeZoneAt } from "#platform/time-zone.ts";
import { type Passing, ridesInstead } from "./replacements.ts";
import { driversWaitingFor, findStranded, type Stranded } from "./rescue.store.ts";

/**
 * Looks for other rides for everybody whom a host cancelled on, tells them, keeps them a place in line where one is full,
 * and tells those who drive about that way and wait for news of it.
 */
export const rescues = (ctx: Context, index: RideIndex): Step =>
  namedFollower(ctx, {
    name: NAME,
    reads: ["seat-request.cancelled"],
    take: async (ctx, events) => {
      for (const id of new Set(events.flatMap(cancelledOn))) await rescue(ctx, index, id);
    },
  });

/** Whoever was cancelled on before the first start of a release with this has found another way. */
export const beginRescue = ({ db }: Context): Promise<void> => beginAtPresent(db, NAME);

const NAME = "rescue";
const DRIVERS_MOST = 20;

function cancelledOn({ topic, fact }: StoredEvent): string[] {
  if (fact.type !== "seat-request.cancelled") return [];
  const { seatRequest } = fact;
  return seatRequest.endedBy === "host" && topic === `user:${seatRequest.seekerId}` ? [seatRequest.id] : [];
}

async function rescue(ctx: InTransaction, index: RideIndex, id: string): Promise<void> {
  const stranded = await findStranded(ctx, id);
  if (!stranded || stranded.pickup_at <= ctx.now()) return;
  const found = await ridesInstead(ctx, index, stranded);
  for (const { row, full } of found) if (full) await keepPlace(ctx, stranded, row.id);
  if (found.length > 0) await tellSeeker(ctx, stranded, found);
  await tellDrivers(ctx, stranded);
}

/** Where a seat came back just now, or the line is closed, there is nothing to keep. */
async function keepPlace(ctx: InTransaction, { seeker_id, seats, needs, pickup, dropoff }: Stranded, rideId: string) {
  try {
    await joinStandby(ctx, { uid: seeker_id }, rideId, { seats, needs, pickup, dropoff }, { kept: true });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

async function tellSeeker(ctx: InTransaction, stranded: Stranded, found: readonly Passing[]): Promise<void> {
  const hosts = await peopleByUid(
    ctx,
    found.map(({ row }) => row.host_id),
  );
  const choices = found.map(({ row, match, full }) => ({
    who: hosts.get(row.host_id)?.displayName ?? "",
    at: new Date(match.pickupAtMs).toISOString(),
    full,
  }));
  await notify(ctx, {
    to: stranded.seeker_id,
    kind: "rescue.found",
    cause: stranded.id,
    path: `/rides/${stranded.ride_id}`,
    details: { ...wayOf(stranded), choices },
    lateAt: new Date(Math.max(...found.map(({ match }) => match.pickupAtMs))),
  });
}

/** Of who lost a ride they are told about where and when, as strangers are. */
async function tellDrivers(ctx: InTransaction, stranded: Stranded): Promise<void> {
  const { seeker_id: seekerId, pickup, dropoff, pickup_at: at, id, seats } = stranded;
  const drivers = await driversWaitingFor(ctx, { seekerId, pickup, dropoff, at }, DRIVERS_MOST);
  if (drivers.length === 0) return;
  const [from, to] = [await areaOf(ctx, pickup), await areaOf(ctx, dropoff)];
  const details = { ...wayOf(stranded), from: from.label, to: to.label, seats };
  const way = new URLSearchParams({ from: written(from), to: written(to), on: dayIn(details.timeZone, at) });
  const notice = { kind: "rescue.wanted", cause: id, path: `/host?${way.toString()}`, details, lateAt: at } as const;
  await notify(ctx, ...drivers.map((to) => ({ to, ...notice })));
}

const written = ({ lat, lng, label }: Place) => `${lat},${lng},${label}`;

const wayOf = ({ pickup, dropoff, pickup_at }: Stranded) => ({
  from: pickup.label,
  to: dropoff.label,
  at: pickup_at.toISOString(),
  timeZone: timeZoneAt(pickup),
});
