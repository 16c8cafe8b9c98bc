import { rideContacts } from "@commonlane/contract/ride-contacts";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { listRideContacts } from "./ride-contacts.view.ts";

export const rideContactRoutes: RegisterRoutes = (http) => {
  http.on(rideContacts.onRide, (ctx, { params }, viewer) =>
    listRideContacts(ctx, viewer, params.rideId),
  );
};
