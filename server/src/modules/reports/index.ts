import { reports } from "@commonlane/contract/reports";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { createReport } from "./reports.ts";

export {
  listReports,
  closeReportByOperator,
  countContactsOfFraudster,
  showReport,
  warnContactsOfFraudster,
} from "./cli.ts";
export { findModeratorUids, findReportStatistics } from "./report-statistics.store.ts";
export { readReportEvidence, type ReportEvidence } from "./report-evidence.ts";
export { markHandled, publishReportChanged } from "./report-notifications.ts";
export {
  closeReport,
  countOpenReports,
  findAccountByEmailOrUid,
  findReport,
  findReportsBy,
  findReportsPage,
  recordFirstAction,
  reopenReport,
  type ReportRow,
  findReportsAbout,
} from "./reports.store.ts";
export { findPeopleContactedBy } from "./contacts.store.ts";
export { createReport, reportSweeps } from "./reports.ts";

export const reportRoutes: RegisterRoutes = (http) => {
  http.on(reports.create, (ctx, { body }, reporter) => createReport(ctx, reporter, body));
};
