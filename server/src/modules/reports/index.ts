export { listReports, settleReport, showReport, suspendFor } from "./operating.ts";
export { reportRoutes } from "./reports.routes.ts";
