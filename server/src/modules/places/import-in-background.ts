import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { importWorldPlaces } from "./places-import.store.ts";
import { followRegions } from "./region/import-regions.ts";

/**
 * Imports what a start does not wait for, and follows the regions. Returns a function that stops this; an import that is
 * broken off is repeated at the next start.
 */
export function importPlacesInBackground(
  ctx: Pick<Context, "log" | "regions">,
  connection: Connection,
): () => Promise<void> {
  const stopping = new AbortController();
  const worldLoaded = importWorldPlaces(connection, { signal: stopping.signal }).catch(
    (error: unknown) => {
      if (!stopping.signal.aborted)
        ctx.log.error({ err: error }, "importing the places of the world failed");
    },
  );
  const stopFollowing = followRegions(ctx, connection);
  return async () => {
    stopping.abort();
    await Promise.all([worldLoaded, stopFollowing()]);
  };
}
