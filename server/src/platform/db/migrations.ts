import { up as schema } from "./migrations/0001-schema.ts";

/** In the order they are applied. What has been released is never edited; a change is a new migration. */
export const migrations = {
  "0001-schema": { up: schema },
};
