import type { LatLng, Place, RidePlace } from "@commonlane/contract/shapes";
import { distanceM } from "@commonlane/matching/geo";
import type { Context } from "#platform/context.ts";
import { areaOf, isPublicPlace } from "#modules/places/index.ts";
import { drivenAsTold, etaOf } from "./driven-way.ts";
import { type RideWay, samePlaces, wayThrough } from "./ride-way.ts";
import { ownPlacesOf, type RideRow, toldWaysOf } from "./rides.store.ts";

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
 * The way through `points`, and what strangers are told of it. Areas stand for what this host learned from a seeker, which
 * stays so on the rides that they host later, and for what the host does not show exactly.
 */
export async function hostedWay(
  ctx: Context,
  points: RidePlace[],
  departsAt: Date,
  { hostId, learned }: { readonly hostId: string; readonly learned: readonly Learned[] },
): Promise<KnownWay> {
  const way = await wayThrough(ctx, points, departsAt);
  const told = await toldPoints(ctx, points, { hostId, learned });
  const areas = told.map(({ area }, n) => area ?? points[n]).flatMap((place) => place ?? []);
  if (samePlaces(areas, points)) return { ...way, told_way: null };
  const { leg_distance_m, leg_duration_s, leg_points, polyline } = await wayThrough(ctx, areas, departsAt);
  const ofSeekers = told.map((point) => point.learned);
  return {
    ...way,
    told_way: { points: areas, learned: ofSeekers, leg_distance_m, leg_duration_s, leg_points, polyline },
  };
}

/** The points that strangers are told in the place of these. */
export async function publicPoints(ctx: Context, points: RidePlace[], hostId: string): Promise<RidePlace[]> {
  const told = await toldPoints(ctx, points, { hostId, learned: [] });
  return points.map((point, n) => told[n]?.area ?? point);
}

interface Told {
  /** Undefined where the place itself is shown. */
  readonly area: Place | undefined;
  readonly learned: boolean;
}

async function toldPoints(
  ctx: Context,
  points: readonly RidePlace[],
  { hostId, learned }: { readonly hostId: string; readonly learned: readonly Learned[] },
): Promise<Told[]> {
  const earlier = (await toldWaysOf(ctx, hostId)).flatMap(learnedIn).filter(({ place }) => !isTown(place));
  const own = await ownPlacesOf(ctx, hostId);
  return Promise.all(
    points.map(async (point, n) => {
      const known = areaFor(point, [...learned, ...earlier]);
      if (known) return { area: known, learned: true };
      const isEnd = n === 0 || n === points.length - 1;
      return {
        area: (await isShown(ctx, point, { isEnd, own })) ? undefined : await areaOf(ctx, point),
        learned: false,
      };
    }),
  );
}

const OWN_PLACE_M = 300;

/** By the host's choice; without one, ends are shown where they are towns or public places and not near the host's own. */
async function isShown(
  ctx: Context,
  point: RidePlace,
  { isEnd, own }: { readonly isEnd: boolean; readonly own: readonly LatLng[] },
): Promise<boolean> {
  if (point.shown) return point.shown === "exact";
  if (own.some((place) => distanceM(place, point) < OWN_PLACE_M)) return false;
  return !isEnd || isPublicPlace(ctx, point);
}

const areaFor = (point: Place, learned: readonly Learned[]): Place | undefined =>
  learned.find(({ place }) => distanceM(place, point) < SAME_PLACE_M)?.area;

/** The places of a ride that its host learned from a seeker, and that strangers are told about where they are. */
export const learnedIn = ({ points, told_way }: Pick<RideRow, "points" | "told_way">): Learned[] =>
  points.flatMap((place, n) => {
    const area = told_way?.points[n];
    const learned = told_way?.learned?.[n] ?? true;
    return area && learned && !samePlaces([place], [area]) ? [{ place, area }] : [];
  });

/** A town is nobody's own, whoever named it first. */
const isTown = ({ placeId }: Place): boolean => placeId?.startsWith("gn:") ?? false;
