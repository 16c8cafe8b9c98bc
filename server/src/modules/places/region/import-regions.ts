import { setTimeout as wait } from "node:timers/promises";
import type { Context } from "#platform/context.ts";
import type { Connection } from "#platform/db/database.ts";
import {
  type ImportedRegion,
  importRegionPlaces,
  isImported,
  listImportedRegions,
  type RegionPlaces,
  removeRegionPlaces,
} from "./region-import.store.ts";
import { importWorldPlaces } from "../places-import.store.ts";

interface ImportContext extends Pick<Context, "log"> {
  readonly regions: {
    list(): readonly RegionPlaces[];
    onChange(listener: () => void): () => void;
  };
}

/**
 * Another process may have seen a change of the folder that this one learns of only when it looks the next time (every
 * two seconds). Until then this one does not undo what the other did.
 */
const GRACE_MS = 5000;
/** After a failure, and in case that another process undid an import. */
const RECHECK_MS = 60_000;

/** Makes the database hold the places of the built regions and of no others. @throws Error of the first failed one */
export async function importRegions(
  ctx: ImportContext,
  connection: Connection,
  {
    graceMs = GRACE_MS,
    signal,
  }: {
    readonly graceMs?: number;
    readonly signal?: AbortSignal;
  } = {},
): Promise<void> {
  let before = await listImportedRegions(connection);
  if (before.some((imported) => isDoubtful(imported, ctx.regions.list()))) {
    await wait(graceMs, undefined, { signal });
    before = await listImportedRegions(connection);
  }
  for (const region of ctx.regions.list()) {
    signal?.throwIfAborted();
    if (before.some((imported) => imported.region === region.id && isImported(imported, region)))
      continue;
    await importRegionPlaces(connection, region, signal);
    ctx.log.info({ region: region.id }, "imported the places of the region");
  }
  const kept = new Set(ctx.regions.list().map(({ id }) => id));
  for (const { region } of before)
    if (!kept.has(region)) await removeRegionPlaces(connection, region);
}

/** The database is ahead of what this process knows, a newer release imports it, or a region was removed. */
function isDoubtful(
  { region, builtAt, rows }: ImportedRegion,
  regions: readonly RegionPlaces[],
): boolean {
  const known = regions.find(({ id }) => id === region);
  return !known || known.builtAt < builtAt || (rows === "newer" && known.builtAt > builtAt);
}

/** Imports the regions now and whenever they change; returns a function that stops this. */
export function followRegions(
  ctx: ImportContext,
  connection: Connection,
  options: { readonly graceMs?: number } = {},
): () => Promise<void> {
  const stopping = new AbortController();
  let isRunning = false;
  let isDue = false;
  let current: Promise<void> = Promise.resolve();
  const runUntilDone = async (): Promise<void> => {
    do {
      isDue = false;
      try {
        await importRegions(ctx, connection, {
          ...options,
          signal: stopping.signal,
        });
      } catch (error) {
        if (!stopping.signal.aborted)
          ctx.log.error({ err: error }, "importing the places of the regions failed");
      }
    } while (isDue && !stopping.signal.aborted);
    isRunning = false;
  };
  const run = () => {
    isDue = true;
    if (isRunning || stopping.signal.aborted) return;
    isRunning = true;
    current = runUntilDone();
  };
  run();
  const timer = setInterval(run, RECHECK_MS).unref();
  const unfollow = ctx.regions.onChange(run);
  return async () => {
    stopping.abort();
    clearInterval(timer);
    unfollow();
    await current;
  };
}

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
