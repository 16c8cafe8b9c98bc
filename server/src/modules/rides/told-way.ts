import type { Place } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { drivenAsTold, etaOf } from "./driven-way.ts";
import { type RideWay, sameWay, wayThrough } from "./ride-way.ts";
import { type RideRow, toldWaysOf } from "./rides.store.ts";

/** A place that a driver learned from a seeker, and what strangers are told of it (domain.md, Privacy by stage). */
export interface Learned {
  readonly place: Place;
  readonly area: Place;
}
export type KnownWay = RideWay & Pick<RideRow, "told_way">;

const SAME_PLACE_M = 25;

/**
 * A ride as strangers are told of it: with about where somebody lives or gets in instead of where, and lengths, hours and line that
 * follow from it. Whatever is found, measured or shown for somebody who is not aboard begins with this.
 */
export function asTold<Row extends Toldable>(row: Row): Row {
  if (!row.told_way && !row.driven_way) return row;
  const driven_way = row.driven_way ? drivenAsTold(row.driven_way) : null;
  const told = { ...row, ...row.told_way, told_way: null, driven_way };
  const { leg_duration_s } = told;
  const arrives_at = leg_duration_s && etaOf({ ...told, leg_duration_s }).at(-1);
  return { ...told, ...(arrives_at && { arrives_at }) };
}

type Toldable = Pick<RideRow, "told_way" | "departs_at"> &
  Partial<Pick<RideRow, "driven_way">> & { readonly leg_duration_s: number[] | null };

/**
 * The way through `points`, and what strangers are told of it: what this host learned from a seeker stays theirs to know,
 * also on the rides that they host later.
 */
export async function hostedWay(
  ctx: Context,
  points: Place[],
  departsAt: Date,
  { hostId, learned }: { readonly hostId: string; readonly learned: readonly Learned[] },
): Promise<KnownWay> {
  const way = await wayThrough(ctx, points, departsAt);
  const earlier = (await toldWaysOf(ctx, hostId)).flatMap(learnedIn).filter(({ place }) => !isTown(place));
  const told = points.map((point) => areaFor(point, [...learned, ...earlier]) ?? point);
  if (sameWay(told, points)) return { ...way, told_way: null };
  const { leg_distance_m, leg_duration_s, leg_points, polyline } = await wayThrough(ctx, told, departsAt);
  return { ...way, told_way: { points: told, leg_distance_m, leg_duration_s, leg_points, polyline } };
}

const areaFor = (point: Place, learned: readonly Learned[]): Place | undefined =>
  learned.find(({ place }) => distanceM(place, point) < SAME_PLACE_M)?.area;

/** The places of a ride that strangers are told about where they are. */
export const learnedIn = ({ points, told_way }: Pick<RideRow, "points" | "told_way">): Learned[] =>
  points.flatMap((place, n) => {
    const area = told_way?.points[n];
    return area && !sameWay([place], [area]) ? [{ place, area }] : [];
  });

/** A town is nobody's own, whoever named it first. */
const isTown = ({ placeId }: Place): boolean => placeId?.startsWith("gn:") ?? false;
