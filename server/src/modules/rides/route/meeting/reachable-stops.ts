import type { LatLng } from "@commonlane/contract/shapes";
import type { ReachableStops } from "@commonlane/matching/corridor-index";
import type { Search } from "@commonlane/matching/rule";
import { findMeetingPlaces, loadPickupIndex } from "#modules/pickup-points/index.ts";
import { boxesAround } from "#modules/places/index.ts";
import type { MeetingContext } from "./meeting-points.ts";
import { isWithin } from "./search-walks.ts";

/** In a town nearly every line passes a stop, so more are not compared. */
const STOPS_MAX = 50;

/**
 * The stops that someone can walk to near the places of a search. Undefined for a place where that is unknown: around it
 * are parts that no region covers, or many stops.
 */
export async function findReachableStops(
  ctx: MeetingContext,
  { from, to, walkM }: Search,
): Promise<ReachableStops> {
  const index = await loadPickupIndex(ctx);
  if (index.size === 0) return {};
  const boxes = [from, to].flatMap((place) => boxesAround(place, walkM));
  const meetingPlaces = await findMeetingPlaces(ctx, boxes, STOPS_MAX + 1);
  const regions = ctx.regions.list();

  const reachableFrom = (place: LatLng): readonly LatLng[] | undefined => {
    if (!regions.some((region) => region.coversAround(place, walkM))) return undefined;
    const near = [...index.around(place, place, walkM), ...meetingPlaces].filter((stop) =>
      isWithin(stop, place, walkM),
    );
    if (meetingPlaces.length > STOPS_MAX || near.length > STOPS_MAX) return undefined;
    const walks = ctx.routing.walks(place, near, walkM);
    return near.filter((_, n) => (walks[n]?.distanceM ?? Infinity) <= walkM);
  };
  return {
    from: reachableFrom(from),
    to: reachableFrom(to),
  };
}
