import { type NoticeChannel, type NoticeKind, noticeKinds } from "@commonlane/contract/notices";
import type { DueNotice } from "./deliveries.store.ts";
import type { Wishes } from "./preferences.ts";
import { quietUntil } from "./quiet-hours.ts";

/** What is to be done with a notice whose hour has come. */
type Fate =
  | { readonly do: "send" }
  | { readonly do: "skip"; readonly reason: string }
  | { readonly do: "wait"; readonly until: Date; readonly reason: string };

const SEND: Fate = { do: "send" };
/** What is asked or said because somebody may need help, now. */
const URGENT: readonly string[] = ["arrival.overdue", "arrival.told"] satisfies NoticeKind[];

/** By what its reader wishes, has read, and has got already. What would be of no use later is not put off. */
export function fateOf(notice: DueNotice, channel: NoticeChannel, { wants, quietHours }: Wishes, now: Date): Fate {
  if (isTest(notice)) return SEND;
  // A former release may have had more kinds.
  const group = noticeKinds[notice.kind] ?? null;
  if (notice.read_at) return { do: "skip", reason: "You had read it already." };
  if (group !== null && !wants(group, channel)) return { do: "skip", reason: "Turned off in your settings." };
  if (channel === "email" && notice.pushed === "delivered" && !isForReading(notice))
    return { do: "skip", reason: "The push arrived." };
  const until = quietHours && quietUntil(quietHours, now);
  if (!until || isTooLate(notice, until)) return SEND;
  return { do: "wait", until, reason: "Waits for the end of your quiet hours." };
}

/** A letter about messages goes to who has not read them in time, whether a push arrived or there is none: never before. */
export const isForReading = ({ kind }: Pick<DueNotice, "kind">): boolean => kind === "chat.unread";

/** Whether this notice would be of no use any more at `at`. */
export const isTooLate = (notice: Pick<DueNotice, "kind" | "late_at">, at: Date): boolean =>
  isTest(notice) || URGENT.includes(notice.kind) || (notice.late_at !== null && notice.late_at <= at);

/** Somebody waits for it and looks. */
const isTest = ({ kind }: Pick<DueNotice, "kind">): boolean => kind === "notice.tested";
