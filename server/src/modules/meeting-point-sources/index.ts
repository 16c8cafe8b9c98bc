export {
  importMeetingPoints,
  importMeetingPointsFrom,
  listSources,
  removeSource,
} from "./meeting-point-sources.ts";
export { meetingPointSourceRoutes } from "./meeting-point-sources.routes.ts";
