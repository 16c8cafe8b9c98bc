import { reports } from "@commonlane/contract/reports";
import type { RegisterRoutes } from "#platform/http/endpoints/endpoint-router.ts";
import { createReport } from "./reports.ts";

export const reportRoutes: RegisterRoutes = (http) => {
  http.on(reports.create, (ctx, { body }, reporter) => createReport(ctx, reporter, body));
};
