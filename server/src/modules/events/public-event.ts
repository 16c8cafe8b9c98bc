import { Id, type LatLng, type Money } from "@commonlane/contract/shapes";
import { maskText } from "#modules/privacy/index.ts";
import type { Context } from "#platform/context.ts";
import { listRidesThere } from "./event-rides.ts";
import {
  type EventRow,
  findPublicEventRow,
  findPublicEventRows,
  findPublicEventsOf,
} from "./events.store.ts";

/** All that a visitor without an account sees of an event. */
export interface PublicEvent {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  /** Label of its place, which is a public one. */
  readonly place: string;
  /** Position of its place. */
  readonly at: LatLng;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly timeZone: string;
  /** Rides there that every member sees, without their places and people. */
  readonly ridesThere: number;
  /** The lowest contribution of one of these rides; null if none is known or one is free. */
  readonly from: Money | null;
}

/** What a visitor sees of an event besides the rides there. */
export type PublicEventDetails = Omit<PublicEvent, "ridesThere" | "from">;

/** Public events, soonest first; none if public pages are switched off. */
export async function listPublicEvents(ctx: Context, limit: number): Promise<PublicEventDetails[]> {
  if (ctx.community.publicRides === "off") return [];
  return (await findPublicEventRows(ctx, limit)).map(viewPublicEvent);
}

/** Those of these events that are public. */
export async function findPublicEvents(
  ctx: Context,
  ids: readonly string[],
): Promise<PublicEventDetails[]> {
  if (ctx.community.publicRides === "off") return [];
  return (await findPublicEventsOf(ctx, ids)).map(viewPublicEvent);
}

const viewPublicEvent = (row: EventRow): PublicEventDetails => ({
  id: row.id,
  title: maskText(row.title, false),
  description: maskText(row.description, false),
  place: maskText(row.place.label, false),
  at: { lat: row.place.lat, lng: row.place.lng },
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  timeZone: row.time_zone,
});

/** A member of no group: sees what all members see. */
const ANY_MEMBER = { uid: "00000000-0000-0000-0000-000000000000" } as const;

/** Undefined for an event that is unknown, not open, over or hidden, and if public pages are switched off. */
export async function findPublicEvent(ctx: Context, id: string): Promise<PublicEvent | undefined> {
  if (ctx.community.publicRides === "off" || !Id.safeParse(id).success) return undefined;
  const row = await findPublicEventRow(ctx, id);
  if (!row) return undefined;
  const rides = await listRidesThere(ctx, ANY_MEMBER, row);
  const prices = rides.map(({ contribution }) => contribution);
  return {
    ...viewPublicEvent(row),
    ridesThere: rides.length,
    from: lowest(prices),
  };
}

function lowest(prices: readonly (Money | null)[]): Money | null {
  const amounts = prices.flatMap((price) => price ?? []);
  if (amounts.length < prices.length) return null;
  return amounts.toSorted((a, b) => a.amountMinor - b.amountMinor)[0] ?? null;
}
