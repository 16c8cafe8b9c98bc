import {
  MEETING_POINTS_OF_COMMUNITY_MAX,
  MEETING_POINTS_PER_HOST_MAX,
} from "@commonlane/contract/limits";
import {
  type MeetingPoint,
  type MeetingPointDetails,
  meetingPoints,
} from "@commonlane/contract/meeting-points";
import { assertNoContactDetails } from "#modules/privacy/index.ts";
import { type Context, transaction } from "#platform/context.ts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { Problem } from "#platform/http/problem.ts";
import {
  deleteMeetingPoint,
  findMeetingPoints,
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
