import { boxesAround } from "#modules/places/index.ts";
import type { LatLng } from "@commonlane/contract/shapes";
import type { Context } from "#platform/context.ts";
import { ALL_HEADINGS } from "../region/headings.ts";
import type { PickupPoint } from "../region/pickup-point.ts";
import { NO_PICKUP_POINTS, PickupIndex } from "../region/pickup-index.ts";
import type { Candidates } from "../region/points-on-line.ts";
import { findMeetingPointsNear, type MeetingPointRow } from "./meeting-points.store.ts";

interface HostedRide {
  readonly id: string;
  readonly host_id: string;
}

/** The meeting points that apply to a ride: the community's, its host's, and its own. */
export type MeetingPointsOf = (ride: HostedRide) => Candidates<PickupPoint>;

/**
 * Meeting points for these rides. Those of the community are limited to places within `radiusM` of `places`.
 */
export async function loadMeetingPoints(
  ctx: Pick<Context, "db">,
  rides: readonly HostedRide[],
  places: readonly LatLng[],
  radiusM: number,
): Promise<MeetingPointsOf> {
  if (rides.length === 0) return () => NO_PICKUP_POINTS;
  const boxes = places.flatMap((place) => boxesAround(place, radiusM));
  const rows = await findMeetingPointsNear(ctx, {
    boxes,
    rides,
  });
  const ofCommunity = new PickupIndex(
    rows.filter(({ owner_id }) => owner_id === null).map(toPickupPoint),
  );
  const byHost = Map.groupBy(rows, ({ owner_id }) => owner_id);
  return ({ id, host_id }) => {
    const own = (byHost.get(host_id) ?? []).filter(
      ({ ride_id }) => ride_id === null || ride_id === id,
    );
    const ofHost = own.map(toPickupPoint);
    if (ofHost.length === 0) return ofCommunity;
    const size = ofCommunity.size + ofHost.length;
    return {
      size,
      around: (from, to, marginM) => [...ofCommunity.around(from, to, marginM), ...ofHost],
    };
  };
}

/** Cars may pass it in any direction. A stop of a timetable is a place like those of a map. */
function toPickupPoint({ kind, name, lat, lng, source_id }: MeetingPointRow): PickupPoint {
  return {
    kind,
    name,
    lat,
    lng,
    headings: ALL_HEADINGS,
    isPreferred: source_id === null || kind !== "stop",
  };
}
