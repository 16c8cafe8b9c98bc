export { listReports, settleReport, showReport, warnWhomTheyWroteTo } from "./operating.ts";
export {
  closeReport,
  findAccount,
  findReport,
  peopleWrittenToBy,
  reportPage,
  type ReportRow,
  reportsAbout,
} from "./reports.store.ts";
export { reportRoutes } from "./reports.routes.ts";
