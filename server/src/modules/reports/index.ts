export { listReports, closeReportByOperator, showReport, warnContactsOfFraudster } from "./cli.ts";
export {
  closeReport,
  findAccountByEmailOrUid,
  findReport,
  findPeopleContactedBy,
  findReportsPage,
  type ReportRow,
  findReportsAbout,
} from "./reports.store.ts";
export { reportRoutes } from "./reports.routes.ts";
export { reportSweeps } from "./sweeps.ts";
export { createReport } from "./reports.ts";
