import type { Sweep } from "#platform/jobs/sweeps.ts";
import { deleteClosedReports } from "./reports.store.ts";

export const reportSweeps: readonly Sweep[] = [
  { name: "report.forgotten", everyS: 3600, run: deleteClosedReports },
];
