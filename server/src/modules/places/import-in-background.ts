import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { importMorePlaces } from "./places-import.store.ts";
import { followRegions } from "./region/import-regions.ts";

/** Imports what a start does not wait for, and follows the regions; returns a function that stops this. */
export function importPlacesInBackground(
  ctx: Pick<Context, "log" | "regions">,
  connection: Connection,
): () => Promise<void> {
  const morePlacesLoaded = importMorePlaces(connection).catch((error: unknown) =>
    ctx.log.error({ err: error }, "importing stations, postcodes and villages failed"),
  );
  const stopFollowing = followRegions(ctx, connection);
  return async () => {
    await Promise.all([morePlacesLoaded, stopFollowing()]);
  };
}
