import {
  MEETING_POINTS_OF_COMMUNITY_MAX,
  MEETING_POINTS_PER_HOST_MAX,
} from "@commonlane/contract/limits";
import {
  type MeetingPoint,
  type MeetingPointDetails,
  meetingPoints,
} from "@commonlane/contract/meeting-points";
import type { LatLng } from "@commonlane/contract/shapes";
import { boxesAround } from "#modules/places/index.ts";
import { assertNoContactDetails } from "#modules/privacy/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import { ALL_HEADINGS } from "../region/headings.ts";
import type { PickupPoint } from "../region/pickup-file.ts";
import { NO_PICKUP_POINTS, PickupIndex } from "../region/pickup-index.ts";
import type { Candidates } from "../region/points-on-line.ts";
import {
  deleteMeetingPoint,
  findMeetingPoints,
  findMeetingPointsNear,
  findRideHost,
  insertMeetingPoint,
  type MeetingPointRow,
  type Owner,
  updateMeetingPoint,
} from "./meeting-points.store.ts";

async function listMeetingPoints(ctx: Context, uid: string): Promise<{ items: MeetingPoint[] }> {
  return { items: (await findMeetingPoints(ctx, uid)).map(viewMeetingPoint) };
}

/** @throws Problem not_found, also for a ride of someone else, or meeting_points_enough */
async function createMeetingPoint(
  ctx: Context,
  owner: Owner,
  {
    rideId = null,
    ...details
  }: MeetingPointDetails & { readonly rideId?: string | null | undefined },
): Promise<MeetingPoint> {
  assertNoContactDetails({
    name: details.name,
    note: details.note,
  });
  const row = await transaction(ctx, async (ctx) => {
    if (rideId !== null && (await findRideHost(ctx, rideId)) !== owner)
      throw new Problem("not_found");
    const limit = owner === null ? MEETING_POINTS_OF_COMMUNITY_MAX : MEETING_POINTS_PER_HOST_MAX;
    return insertMeetingPoint(
      ctx,
      {
        owner,
        rideId,
        details,
      },
      limit,
    );
  });
  if (!row) throw new Problem("meeting_points_enough");
  return viewMeetingPoint(row);
}

/** @throws Problem not_found, also if it belongs to another owner */
async function changeMeetingPoint(
  ctx: Context,
  owner: Owner,
  id: string,
  details: MeetingPointDetails,
): Promise<MeetingPoint> {
  assertNoContactDetails({
    name: details.name,
    note: details.note,
  });
  const row = await updateMeetingPoint(ctx, owner, id, details);
  if (!row) throw new Problem("not_found");
  return viewMeetingPoint(row);
}

/** @throws like `changeMeetingPoint` */
async function removeMeetingPoint(
  ctx: Context,
  owner: Owner,
  id: string,
): Promise<{ success: boolean }> {
  if (!(await deleteMeetingPoint(ctx, owner, id))) throw new Problem("not_found");
  return { success: true };
}

const viewMeetingPoint = ({
  owner_id,
  ride_id,
  created_at,
  ...row
}: MeetingPointRow): MeetingPoint => ({
  ...row,
  owner: owner_id === null ? "community" : "host",
  rideId: ride_id,
  createdAt: created_at.toISOString(),
});

export const meetingPointRoutes: RegisterRoutes = (http) => {
  http.on(meetingPoints.list, (ctx, _, { uid }) => listMeetingPoints(ctx, uid));
  http.on(meetingPoints.create, (ctx, { body }, { uid }) => createMeetingPoint(ctx, uid, body));
  http.on(meetingPoints.change, (ctx, { params, body }, { uid }) =>
    changeMeetingPoint(ctx, uid, params.meetingPointId, body),
  );
  http.on(meetingPoints.remove, (ctx, { params }, { uid }) =>
    removeMeetingPoint(ctx, uid, params.meetingPointId),
  );
  http.on(meetingPoints.createForCommunity, (ctx, { body }) => createMeetingPoint(ctx, null, body));
  http.on(meetingPoints.changeForCommunity, (ctx, { params, body }) =>
    changeMeetingPoint(ctx, null, params.meetingPointId, body),
  );
  http.on(meetingPoints.removeForCommunity, (ctx, { params }) =>
    removeMeetingPoint(ctx, null, params.meetingPointId),
  );
};

interface HostedRide {
  readonly id: string;
  readonly host_id: string;
}

/** The meeting points that apply to a ride: the community's, its host's, and its own. */
type MeetingPointsOf = (ride: HostedRide) => Candidates<PickupPoint>;

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
