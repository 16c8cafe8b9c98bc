import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { Context } from "#platform/context.ts";
import { deleteExpiredNonces, findActiveNeighbours } from "./neighbours.store.ts";

export { NeighbourClient } from "./neighbour-client.ts";
export { inviteNeighbour, listNeighbours, previewNeighbour } from "./neighbours.ts";
export { neighbourRoutes } from "./neighbours.routes.ts";
export { replaceOwnKey } from "./cli.ts";
export { NeighbourSearches } from "./search-neighbours.ts";
export { authenticateNeighbour, isSigned, mountNeighbours } from "./serve-neighbours.ts";
export { neighbourWorkers } from "./tell-neighbour.ts";

/** True if any neighbour is searched. */
export const hasNeighbours = async (ctx: Context): Promise<boolean> =>
  (await findActiveNeighbours(ctx)).length > 0;

/** Deletes used signatures that have expired. */
export const neighbourSweeps: readonly Sweep[] = [
  {
    name: "neighbours.nonces",
    everyS: 600,
    run: deleteExpiredNonces,
  },
];
