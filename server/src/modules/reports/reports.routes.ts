import { reports } from "@commonlane/contract/reports";
import type { Routes } from "#platform/http/route.ts";
import { makeReport } from "./reports.ts";

export const reportRoutes: Routes = (http) => {
  http.on(reports.make, (ctx, { body }, reporter) => makeReport(ctx, reporter, body));
};
