import { meetingPointSources } from "@commonlane/contract/meeting-point-sources";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import {
  importMeetingPoints,
  importMeetingPointsFrom,
  listSources,
  removeSource,
} from "./meeting-point-sources.ts";

export {
  importMeetingPoints,
  importMeetingPointsFrom,
  listSources,
  removeSource,
} from "./meeting-point-sources.ts";

export const meetingPointSourceRoutes: RegisterRoutes = (http) => {
  http.on(meetingPointSources.list, (ctx) => listSources(ctx));
  http.on(meetingPointSources.importFile, (ctx, { query, body }, { uid }) =>
    importMeetingPoints(ctx, body, {
      ...query,
      byUid: uid,
    }),
  );
  http.on(meetingPointSources.importUrl, (ctx, { body: { url, ...source } }, { uid }) =>
    importMeetingPointsFrom(ctx, url, {
      ...source,
      byUid: uid,
    }),
  );
  http.on(meetingPointSources.remove, (ctx, { params }) => removeSource(ctx, params.sourceId));
};
