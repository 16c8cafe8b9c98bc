import { meetingPoints } from "@commonlane/contract/meeting-points";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  changeMeetingPoint,
  createMeetingPoint,
  listMeetingPoints,
  removeMeetingPoint,
} from "./meeting-points.ts";

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
