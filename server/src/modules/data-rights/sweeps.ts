import type { Sweep } from "#platform/jobs/sweeps.ts";
import type { Worker } from "#platform/jobs/worker.ts";
import { exportWorker, forgetExports } from "./exports.ts";
import { endWorker, eraseNext, sendDormantAway } from "./leaving.ts";
import { forgetSettledReports, forgetSilentConversations } from "./retention.store.ts";

export const dataRightsWorkers: readonly Worker[] = [exportWorker, endWorker];

export const dataRightsSweeps: readonly Sweep[] = [
  { name: "account.erased", everyS: 900, run: eraseNext },
  { name: "account.dormant", everyS: 3600, run: sendDormantAway },
  { name: "data-export.forgotten", everyS: 3600, run: forgetExports },
  { name: "conversation.forgotten", everyS: 3600, run: forgetSilentConversations },
  { name: "report.forgotten", everyS: 3600, run: forgetSettledReports },
];
