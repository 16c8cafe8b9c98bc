import type { Sweep } from "#platform/jobs/sweeps.ts";
import { forgetOldNotices } from "./notices.ts";

export const noticeSweeps: readonly Sweep[] = [{ name: "notice.forgotten", everyS: 3600, run: forgetOldNotices }];
