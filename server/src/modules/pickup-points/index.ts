export { buildPickupPoints } from "./region/build-pickup-points.ts";
export { meetingPointRoutes } from "./meeting-points/meeting-points.ts";
export { loadMeetingPoints } from "./meeting-points/meeting-points-near.ts";
export type { PickupPoint } from "./region/pickup-point.ts";
export { type Candidates, pointsOnLine } from "./region/points-on-line.ts";
export { loadPickupIndex } from "./region/region-pickup-points.ts";
export {
  type ImportedPoint,
  replaceImportedPoints,
} from "./meeting-points/imported-points.store.ts";
