import { Id, type LatLng, type Money, type RidePlace } from "@commonlane/contract/shapes";
import { shownMinute } from "@commonlane/contract/shown-time";
import {
  approximateArrival,
  isListedPublicPlace,
  namePlace,
} from "#modules/privacy/approximate/index.ts";
import { createGeoNamesGeocoder } from "#modules/places/index.ts";
import { maskText } from "#modules/privacy/index.ts";
import { viewFirstName, viewRating } from "#modules/profiles/index.ts";
import type { Context } from "#platform/context.ts";
import { toPublicRide } from "../route/ride-forms.ts";
import { toMoney } from "../rides.view.ts";
import { findPublicRideIds, findPublicRideRow, type PublicRideRow } from "./public-ride.store.ts";

/** All that a visitor without an account sees of a ride (decision 47). */
export interface PublicRide {
  readonly id: string;
  /** In driving order, at least two. */
  readonly towns: readonly PublicTown[];
  readonly departsAt: Date;
  /** Estimated without the detours for passengers, to five minutes. */
  readonly arrivesAt: Date;
  readonly timeZone: string;
  /** Free seats for the whole route. */
  readonly seatsLeft: number;
  readonly contribution: Money | null;
  readonly hostFirstName: string;
  /** Null unless the host shows it and has ratings. */
  readonly hostRating: HostRating | null;
}

export interface HostRating {
  /** From 1 to 5. */
  readonly mean: number;
  readonly count: number;
}

/** A town by its name, which is all that a visitor learns of a place of the ride. */
export interface PublicTown {
  readonly name: string;
  /** The town's own position in our list of places, never one of the ride; undefined if the list lacks it. */
  readonly at: LatLng | undefined;
}

/** The label of a place in the visitor's language. */
type LabelOf = (place: Pick<RidePlace, "label" | "lat" | "lng">) => string;

/** Returns undefined for a ride that is unknown, not public, over or hidden, and if public rides are switched off. */
export async function findPublicRide(
  ctx: Context,
  id: string,
  labelOf: LabelOf,
): Promise<PublicRide | undefined> {
  if (ctx.community.publicRides === "off" || !Id.safeParse(id).success) return undefined;
  const row = await findPublicRideRow(ctx, id);
  if (!row) return undefined;
  const { points, leg_duration_s } = toPublicRide({
    ...row,
    driven_route: null,
  });
  const durationS = leg_duration_s.reduce((sum, seconds) => sum + seconds, 0);
  return {
    id: row.id,
    towns: await Promise.all(points.map((point) => townOf(ctx, point, labelOf))),
    departsAt: shownMinute(row.departs_at),
    arrivesAt: approximateArrival(row.departs_at.getTime() + durationS * 1000),
    timeZone: row.time_zone,
    seatsLeft: Math.min(...row.seats_left),
    contribution: toMoney(row),
    hostFirstName: maskText(viewFirstName(row), false),
    hostRating: ratingForVisitors(row),
  };
}

function ratingForVisitors(row: PublicRideRow): HostRating | null {
  const { mean, count } = viewRating(row);
  return row.shows_rating && mean !== null ? { mean, count } : null;
}

/** Ids of at most `limit` public rides, soonest first; none if public rides are switched off. */
export async function listPublicRideIds(ctx: Context, limit: number): Promise<string[]> {
  return ctx.community.publicRides === "off" ? [] : findPublicRideIds(ctx, limit);
}

/** The name of an approximate place far from any known town. */
const POSITION = /^-?[\d.]+, -?[\d.]+$/;
const TOWN_ID = /^(?:gn|cl):/;

/** Members may see a stop or an end exactly; visitors see the town near its approximate place. */
async function townOf(ctx: Context, point: RidePlace, labelOf: LabelOf): Promise<PublicTown> {
  const { placeId } = point;
  if (placeId && TOWN_ID.test(placeId) && (await isListedPublicPlace(ctx, point))) {
    const listed = await createGeoNamesGeocoder(ctx).findPlace(placeId);
    return toTown(labelOf(point), listed);
  }
  const named = await namePlace(ctx, point);
  return toTown(labelOf(named), named.town);
}

function toTown(label: string, at: LatLng | undefined): PublicTown {
  const name = POSITION.test(label) ? label : label.split(/[,،]/u)[0]?.trim() || label;
  return {
    name: maskText(name, false),
    at: at && { lat: at.lat, lng: at.lng },
  };
}
