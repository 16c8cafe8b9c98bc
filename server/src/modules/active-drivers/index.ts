export { activeDriverRoutes } from "./active-drivers.routes.ts";
export { goActive, isActiveFor, moveDriver } from "./active-drivers.ts";
export { Faces } from "./active-drivers.view.ts";
export type { Maps } from "./driver-lists.ts";
export { LiveMap } from "./live-map.ts";
export { beginSessionEnds, sessionEnds } from "./session-ends.ts";
export { activeDriverSweeps } from "./sweeps.ts";
export { driverChannel } from "./watching.ts";
