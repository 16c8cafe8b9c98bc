import type { RideRequestRow } from "#modules/ride-requests/index.ts";
import type { RideRow } from "#modules/rides/index.ts";
import type { InTransaction } from "#platform/context.ts";
import type { RequestAlert } from "./request-alerts.store.ts";
import type { RideAlert } from "./ride-alerts.store.ts";

/** Tells each of these people of a ride that they waited for. */
export async function tellOfRides(
  _ctx: InTransaction,
  _alerts: readonly RideAlert[],
  _rides: readonly RideRow[],
): Promise<void> {}

/** Tells each of these hosts of a request that their way passes. */
export async function tellOfRequest(
  _ctx: InTransaction,
  _alerts: readonly RequestAlert[],
  _request: RideRequestRow,
): Promise<void> {}
