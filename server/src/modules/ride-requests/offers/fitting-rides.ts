import type { FittingRide } from "@commonlane/contract/offers";
import { shownTime } from "@commonlane/contract/shown-time";
import { findRidesUnderway } from "#modules/rides/lists/index.ts";
import { toMoney, viewRides, type RideRow } from "#modules/rides/index.ts";
import { assertVehicleAccess } from "#modules/seat-requests/index.ts";
import type { Context } from "#platform/context.ts";
import { Problem } from "#platform/http/problem.ts";
import type { Caller } from "#platform/http/endpoints/endpoint-router.ts";
import { isOpenRequest, isVisibleRequest } from "../guards.ts";
import { findRideRequest, type RideRequestRow } from "../ride-requests.store.ts";
import { type OfferTerms, termsOnExistingRide } from "./offers.ts";

/** A driver has one ride at a time, so few are under way in the window of one request. */
const RIDES_MAX = 50;

/**
 * The caller's rides that can be offered for a request. Each passes the checks of the offer itself, so what is listed is
 * not refused afterwards.
 */
export async function listFittingRides(
  ctx: Context,
  driver: Caller,
  requestId: string,
): Promise<{ items: FittingRide[] }> {
  const request = await findRideRequest(ctx, requestId);
  if (!request || !(await isVisibleRequest(ctx, request, driver.uid)))
    throw new Problem("not_found");
  if (!isOpenRequest(ctx, request) || request.seeker_id === driver.uid) return { items: [] };
  const rows = await findRidesUnderway(ctx, driver.uid, {
    after: request.departs_after,
    before: request.departs_before,
    limit: RIDES_MAX,
  });
  const fitting: {
    row: RideRow;
    terms: OfferTerms;
  }[] = [];
  for (const row of rows) {
    const terms = await termsIfFitting(ctx, request, row);
    if (terms) fitting.push({ row, terms });
  }
  const sorted = fitting.toSorted(
    (a, b) =>
      a.terms.detour_s - b.terms.detour_s ||
      a.terms.pickup_at.getTime() - b.terms.pickup_at.getTime(),
  );
  const rides = await viewRides(
    ctx,
    sorted.map(({ row }) => row),
    driver.uid,
  );
  return {
    items: sorted.flatMap(({ terms }, n) => {
      const ride = rides[n];
      return ride ? [viewFittingRide(ride, terms)] : [];
    }),
  };
}

async function termsIfFitting(
  ctx: Context,
  request: RideRequestRow,
  ride: RideRow,
): Promise<OfferTerms | undefined> {
  try {
    const terms = await termsOnExistingRide(ctx, request, ride, {});
    assertVehicleAccess(terms, request.needs);
    return terms;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

const viewFittingRide = (ride: FittingRide["ride"], terms: OfferTerms): FittingRide => ({
  ride,
  pickupAt: shownTime(terms.pickup_at),
  dropoffAt: shownTime(terms.dropoff_at),
  detourM: terms.detour_m,
  detourS: terms.detour_s,
  contribution: toMoney(terms),
});
