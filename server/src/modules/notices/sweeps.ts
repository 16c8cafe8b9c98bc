import type { Sweep } from "#platform/jobs/sweeps.ts";
import { giveUpOnMail } from "./mail-delivery.ts";
import { forgetOldNotices } from "./notices.ts";
import { sendWhatIsDue } from "./sending.ts";

export const noticeSweeps: readonly Sweep[] = [
  { name: "notice.due", everyS: 15, run: sendWhatIsDue },
  { name: "notice.given-up", everyS: 600, run: giveUpOnMail },
  { name: "notice.forgotten", everyS: 3600, run: forgetOldNotices },
];
