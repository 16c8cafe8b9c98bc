import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "@commonlane/contract/durations";
import type { Context } from "../context.ts";

/*
 * The journal beside the backups: what was taken away, as ids and instants. It outlives the database, so that a restore
 * knows what the backup does not know yet. One file a month, one line an entry.
 */

const revocationKinds = [
  "account-erased",
  "account-suspended",
  "account-reinstated",
  "password-changed",
  "email-changed",
  "role-lowered",
  "role-removed",
  "session-ended",
  "passkey-removed",
  "identity-unlinked",
  "feed-revoked",
  "key-revoked",
  "share-revoked",
  "contact-removed",
  "invite-revoked",
] as const;
export type RevocationKind = (typeof revocationKinds)[number];

export interface Revocation {
  readonly at: Date;
  readonly kind: RevocationKind;
  /** Id of the account, session or other row. */
  readonly subject: string;
}

const EVERY_MS = 10_000;
const BATCH = 1_000;
/** Kept for the longest time that an operator keeps backups, and at least as long. */
const KEEP_DAYS = 62;
const FILE = /^revocations-(\d{4})-(\d\d)\.log$/;
const LINE = /^(\S+Z) ([a-z-]+) ([\da-f-]{36})$/;

/** The folder of the journal; undefined if there is none that outlives the database. */
function journalFolder({ BACKUP_DIR, WAL_ARCHIVE_DIR }: Context["settings"]): string | undefined {
  return BACKUP_DIR ?? WAL_ARCHIVE_DIR;
}

/**
 * Moves what was taken away since the last call from the database to the journal. No transaction waits for the disk, so a
 * crash in between, or another process, writes an entry twice, never not at all.
 */
export async function writeJournal(ctx: Context): Promise<void> {
  const folder = journalFolder(ctx.settings);
  for (let more = true; more;) {
    const rows = await ctx.db
      .selectFrom("revocation")
      .selectAll()
      .orderBy("id")
      .limit(BATCH)
      .execute();
    if (folder !== undefined && rows.length > 0) appendLines(folder, rows);
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await ctx.db.deleteFrom("revocation").where("id", "in", ids).execute();
    more = rows.length === BATCH;
  }
  if (folder !== undefined) deleteOldFiles(folder, ctx);
}

function appendLines(
  folder: string,
  rows: readonly {
    at: Date;
    kind: string;
    subject: string;
  }[],
): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const byMonth = Object.groupBy(rows, ({ at }) => at.toISOString().slice(0, 7));
  for (const [month, entries = []] of Object.entries(byMonth)) {
    const lines = entries.map(
      ({ at, kind, subject }) => `${at.toISOString()} ${kind} ${subject}\n`,
    );
    const file = openSync(join(folder, `revocations-${month}.log`), "a", 0o600);
    try {
      appendFileSync(file, lines.join(""));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Deletes the files of months that are over for longer than any backup is kept. */
function deleteOldFiles(folder: string, { now, settings }: Context): void {
  if (!existsSync(folder)) return;
  const keptMs = Math.max(KEEP_DAYS, settings.BACKUP_KEEP_DAYS) * DAY_MS;
  for (const name of readdirSync(folder)) {
    const [, year, month] = FILE.exec(name) ?? [];
    if (year === undefined) continue;
    const endedAt = Date.UTC(Number(year), Number(month), 1);
    if (endedAt < now().getTime() - keptMs) rmSync(join(folder, name), { force: true });
  }
}

/** What was taken away, oldest first, from the journals in these folders. Ignores what it does not know. */
export function readJournal(folders: readonly string[]): Revocation[] {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => FILE.test(name))
        .map((name) => join(folder, name)),
    );
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const entries = lines.flatMap((line) => {
    const [, at = "", kind, subject = ""] = LINE.exec(line) ?? [];
    const known = revocationKinds.find((one) => one === kind);
    return known
      ? [
          {
            at: new Date(at),
            kind: known,
            subject,
          },
        ]
      : [];
  });
  return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Writes the journal every ten seconds, also without a folder, so that the table stays small. */
export function startRevocationJournal(ctx: Context): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const write = () => {
    running = running
      .then(() => writeJournal(ctx))
      .catch((error: unknown) =>
        ctx.log.error({ err: error }, "writing the journal of revocations failed"),
      );
  };
  const timer = setInterval(write, EVERY_MS);
  return async () => {
    clearInterval(timer);
    write();
    await running;
  };
}
