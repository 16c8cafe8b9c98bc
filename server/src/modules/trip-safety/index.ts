export { tripSafetyRoutes } from "./trip-safety.routes.ts";
export { tripSafetySweeps } from "./sweeps.ts";
