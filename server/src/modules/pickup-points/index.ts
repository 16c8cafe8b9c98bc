export { meetingPointRoutes } from "./meeting-points/meeting-points.routes.ts";
