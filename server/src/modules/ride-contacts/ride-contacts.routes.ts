import { rideContacts } from "@commonlane/contract/ride-contacts";
import type { Routes } from "#platform/http/route.ts";
import { contactsOnRide } from "./ride-contacts.view.ts";

export const rideContactRoutes: Routes = (http) => {
  http.on(rideContacts.onRide, (ctx, { params }, viewer) => contactsOnRide(ctx, viewer, params.rideId));
};
