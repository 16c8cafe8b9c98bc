import type { Connection } from "#platform/db/database.ts";
import { migrate, withoutTimeLimits } from "#platform/db/database.ts";
import { commandLine } from "#platform/command-line.ts";
import type { Journal, RevocationKind } from "#platform/backups/revocation-journal.ts";
import {
  findLastActivity,
  recordOnCommandLine,
  replayRevocations,
  voidAccess,
} from "#platform/db/restored-access/restored-access.ts";
import { markFinished } from "#platform/db/restored-access/unfinished-restore.ts";

interface AfterRestore {
  /** The moment of the backup; by default, when the database was last used. */
  readonly since?: Date | undefined;
  /** All entries of the journals, which are read before anything is restored. */
  readonly journal: Journal;
  /** The folders of the journals. */
  readonly folders: readonly string[];
  readonly keepSessions: boolean;
}

/** The backup shows one moment, and what was under way then is not in it. */
const MARGIN_MS = 60_000;

/**
 * Makes a restored database bring nothing back, and returns the lines that say what was done and what is left to do. All
 * of it or nothing is done, however long it takes.
 */
export async function closeRestoredAccess(
  connection: Connection,
  { since, journal, folders, keepSessions }: AfterRestore,
): Promise<string[]> {
  return withoutTimeLimits(connection, async (opened) => {
    // A recovered database may be of an older release.
    await migrate(opened);
    return opened.transaction().execute(async (db) => {
      const moment = since ?? (await findLastActivity(db)) ?? new Date(0);
      const from = moment.getTime() - MARGIN_MS;
      const revocations = journal.revocations.filter(({ at }) => at.getTime() >= from);
      if (!keepSessions) await voidAccess(db);
      const counts = await replayRevocations(db, revocations);
      await recordOnCommandLine(db, "administration.restored", {
        since: moment.toISOString(),
        entries: revocations.length,
      });
      await markFinished(db);

      const changedEmails = revocations
        .filter(({ kind }) => kind === "email-changed")
        .map(({ subject }) => subject);
      return [
        keepSessions ? "Sessions, links and signing keys are as in the backup." : VOIDED,
        ...(counts.size > 0
          ? describeReplay(moment, counts, changedEmails)
          : describeMissing(moment, folders)),
        ...describeUnreadable(journal.unreadable),
      ];
    });
  });
}

const VOIDED =
  "Everyone is signed out. Signing keys, calendar feeds, links to follow a trip, pushes and pending codes of the backup are void (--keep-sessions keeps them).";

function describeReplay(
  since: Date,
  counts: ReadonlyMap<RevocationKind, number>,
  changedEmails: readonly string[],
): string[] {
  const list = [...counts].map(([kind, count]) => `${count} × ${kind}`).join(", ");
  return [
    `Done again from the journal since ${since.toISOString()}: ${list}.`,
    ...(counts.has("password-changed")
      ? ["Who changed the password since uses 'Forgot password?' once."]
      : []),
    ...(counts.has("account-suspended")
      ? ["Suspensions are without their reason and end: look at them in the console."]
      : []),
    ...(counts.has("account-erased")
      ? ["Erased accounts are erased again by the server, within minutes of its start."]
      : []),
    ...(changedEmails.length > 0
      ? [`Their old e-mail address is back; look at them: ${changedEmails.join(", ")}`]
      : []),
  ];
}

const describeUnreadable = (lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        `The journal has lines that cannot be read. One that a full disk cut off is usually there once more. Look at them: ${lines.join(", ")}`,
      ];

const describeMissing = (since: Date, folders: readonly string[]): string[] => [
  `No journal in ${folders.join(", ") || "BACKUP_DIR or WAL_ARCHIVE_DIR"} knows of anything taken away since ${since.toISOString()}. If you know of something, do it again:`,
  `  roles: ${commandLine("admin", "moderators")}, ${commandLine("admin", "administrators")}`,
  `  suspensions: ${commandLine("admin", "users suspend")}`,
  "  passwords, passkeys, linked institutions and e-mail addresses that were changed: ask their owners",
  "  invites: in the console under Community; deletions: their owners request them again",
];
