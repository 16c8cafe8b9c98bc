import type { Sweep } from "#platform/jobs/sweeps.ts";
import { checkMemberships } from "./membership-check.ts";
import { deleteExpiredSignIns } from "./pending-sign-ins.store.ts";

const EVERY_S = 600;

export const signInProviderSweeps: readonly Sweep[] = [
  { name: "sign-in.pruned", everyS: EVERY_S, run: deleteExpiredSignIns },
  { name: "provider-session.checked", everyS: EVERY_S, runOutside: checkMemberships },
];
