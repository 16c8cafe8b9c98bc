import type { RecordLoaders } from "#modules/notifications/index.ts";
import { findOfferViews, findRideRequestViews } from "#modules/ride-requests/index.ts";
import {
  findSeatRequestViewsAsPending,
  findSeatRequestViews,
} from "#modules/seat-requests/index.ts";

/** Loads the records that notification events refer to. */
export const notificationRecords: RecordLoaders = {
  seatRequests: findSeatRequestViews,
  pendingSeatRequests: findSeatRequestViewsAsPending,
  offers: findOfferViews,
  rideRequests: findRideRequestViews,
};
