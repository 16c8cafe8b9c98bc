export { buildPickupPoints } from "./region/build-pickup-points.ts";
export { meetingPointRoutes } from "./meeting-points/meeting-points.routes.ts";
