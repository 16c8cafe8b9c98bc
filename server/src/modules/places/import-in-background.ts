import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import { importWorldPlaces } from "./places-import.store.ts";
import { followRegions } from "./region/import-regions.ts";

type ImportWorld = (connection: Connection, options: { signal: AbortSignal }) => Promise<void>;

/**
 * Imports what a start does not wait for, and follows the regions. Returns a function that stops this; an import that is
 * broken off is repeated at the next start. `importWorld` may do its work in another process.
 */
export function importPlacesInBackground(
  ctx: Pick<Context, "log" | "regions">,
  connection: Connection,
  importWorld: ImportWorld = importWorldPlaces,
): () => Promise<void> {
  const stopping = new AbortController();
  const worldLoaded = importWorld(connection, { signal: stopping.signal }).catch(
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
