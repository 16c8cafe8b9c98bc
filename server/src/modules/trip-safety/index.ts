export { tripSafetyAccess } from "./account-access.ts";
export { TripWaits } from "./sharing/trip-waits.ts";
export { tripSafetyRoutes } from "./trip-safety.routes.ts";
export { tripSafetySweeps } from "./sweeps.ts";
