import type { RetentionRule } from "@commonlane/contract/administration";
import type { Language } from "@commonlane/contract/languages";
import { CODE_VALID_MAX_S, IMPORTED_DATA_DAYS } from "@commonlane/contract/limits";
import { message } from "@commonlane/contract/message";
import type { Context } from "#platform/context.ts";
import { translatorFor } from "#platform/i18n/translate.ts";

const RETENTION_IDS = [
  "account",
  "dormant",
  "messages",
  "notices",
  "accountEvents",
  "codes",
  "positions",
  "reports",
  "auditLog",
  "exports",
  "imported",
  "backups",
] as const;
export type RetentionId = (typeof RETENTION_IDS)[number];

const DAYS = message("{days, plural, one {# day} other {# days}}", {
  comment: "How long data is kept.",
});

const IMPORTED = message(
  "Data of members that another platform sent, until their owners take it over",
);

/** How long this server keeps what, from its settings. */
export function listRetentionRules(
  { settings }: Context,
  language: Language,
): (RetentionRule & { id: RetentionId })[] {
  const t = translatorFor(language);
  const lasting = t(message("while the account exists"));
  const inDays = (days: number) => ({ days, period: t(DAYS, { days }) });
  const unlimited = { days: null, period: t(message("without limit")) };
  const orLasting = (days: number) => (days === 0 ? { days: null, period: lasting } : inDays(days));
  const rules: Record<RetentionId, Omit<RetentionRule, "id">> = {
    account: {
      what: t(
        message(
          "Account, profile, rides and ratings, after the member asked to delete the account",
        ),
      ),
      ...inDays(settings.DELETION_GRACE_DAYS),
      variable: "DELETION_GRACE_DAYS",
    },
    dormant: {
      what: t(message("Accounts that are not used")),
      ...orLasting(settings.DORMANT_AFTER_DAYS),
      variable: "DORMANT_AFTER_DAYS",
    },
    messages: {
      what: t(message("Messages, after the last one in a conversation")),
      ...orLasting(settings.MESSAGE_RETENTION_DAYS),
      variable: "MESSAGE_RETENTION_DAYS",
    },
    notices: {
      what: t(message("Notifications")),
      ...inDays(settings.NOTIFICATION_RETENTION_DAYS),
      variable: "NOTIFICATION_RETENTION_DAYS",
    },
    accountEvents: {
      what: t(message("Sign-ins and changes of the account")),
      ...inDays(settings.ACCOUNT_EVENT_RETENTION_DAYS),
      variable: "ACCOUNT_EVENT_RETENTION_DAYS",
    },
    codes: {
      what: t(message("Codes sent by e-mail or text message")),
      days: CODE_VALID_MAX_S / 86_400,
      period: t(message("at most an hour")),
      variable: null,
    },
    positions: {
      what: t(message("Live positions of drivers, after the last update")),
      days: settings.DRIVER_TIMEOUT_S / 86_400,
      period: t(message("{seconds, plural, one {# second} other {# seconds}}"), {
        seconds: settings.DRIVER_TIMEOUT_S,
      }),
      variable: "DRIVER_TIMEOUT_S",
    },
    reports: {
      what: t(message("Reports, after the decision")),
      ...inDays(settings.REPORT_RETENTION_DAYS),
      variable: "REPORT_RETENTION_DAYS",
    },
    auditLog: {
      what: t(message("Log of what moderators and administrators did")),
      ...unlimited,
      variable: null,
    },
    exports: {
      what: t(message("Copies of their data that members asked for")),
      ...inDays(settings.EXPORT_RETENTION_DAYS),
      variable: "EXPORT_RETENTION_DAYS",
    },
    imported: { what: t(IMPORTED), ...inDays(IMPORTED_DATA_DAYS), variable: null },
    backups: {
      what: t(message("Scheduled backups, which contain all of this")),
      ...inDays(settings.BACKUP_KEEP_DAYS),
      variable: "BACKUP_KEEP_DAYS",
    },
  };
  return RETENTION_IDS.map((id) => ({ id, ...rules[id] }));
}
