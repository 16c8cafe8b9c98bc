export { exportAccess } from "./account-access.ts";
export { personalDataRoutes } from "./personal-data.routes.ts";
export { personalDataSweeps, personalDataWorkers } from "./account-deletion.ts";
export { getDataProtection } from "./data-protection/data-protection.ts";
