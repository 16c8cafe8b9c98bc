import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { Worker } from "#platform/jobs/worker.ts";
import { exportWorker, sweepExports } from "./exports.ts";
import { closeItemsWorker, eraseDueAccounts, scheduleDormantAccounts } from "./account-deletion.ts";

export const personalDataWorkers: readonly Worker[] = [exportWorker, closeItemsWorker];

export const personalDataSweeps: readonly Sweep[] = [
  { name: "account.erased", everyS: 900, runOutside: eraseDueAccounts },
  { name: "account.dormant", everyS: 3600, run: scheduleDormantAccounts },
  { name: "data-export.forgotten", everyS: 3600, run: sweepExports },
];
