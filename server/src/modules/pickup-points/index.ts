export { buildPickupPoints } from "./region/build-pickup-points.ts";
export { meetingPointRoutes, loadMeetingPoints } from "./meeting-points/meeting-points.ts";
export type { PickupPoint } from "./region/pickup-file.ts";
export { type Candidates, pointsOnLine } from "./region/points-on-line.ts";
export { loadPickupIndex } from "./region/pickup-index.ts";
export {
  findMeetingPlaces,
  type ImportedPoint,
  replaceImportedPoints,
} from "./meeting-points/meeting-points.store.ts";
