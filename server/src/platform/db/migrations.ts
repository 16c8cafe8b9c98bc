import { up as schema } from "./migrations/0001-schema.ts";
import { up as placeKinds } from "./migrations/0002-place-kinds.ts";
import { up as placeAreas } from "./migrations/0003-place-areas.ts";
import { up as meetingPoints } from "./migrations/0004-meeting-points.ts";
import { up as partlyEstimatedRides } from "./migrations/0006-partly-estimated-rides.ts";
import { up as moderatorActions } from "./migrations/0012-moderator-actions.ts";

/** In the order they are applied. What has been released is never edited; a change is a new migration. */
export const migrations = {
  "0001-schema": { up: schema },
  "0002-place-kinds": { up: placeKinds },
  "0003-place-areas": { up: placeAreas },
  "0004-meeting-points": { up: meetingPoints },
  "0006-partly-estimated-rides": { up: partlyEstimatedRides },
  "0012-moderator-actions": { up: moderatorActions },
};
