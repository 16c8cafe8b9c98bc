import { up as foundation } from "./migrations/0001-foundation.ts";

/** In the order they are applied. What has been released is never edited, only followed. */
export const migrations = {
  "0001-foundation": { up: foundation },
};
