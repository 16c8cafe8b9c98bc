import {
  appendFileSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
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

export interface Journal {
  /** Oldest first. */
  readonly revocations: readonly Revocation[];
  /** Lines that are cut off, or that a newer release has written, as `file:line`. */
  readonly unreadable: readonly string[];
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
    const file = openSync(join(folder, `revocations-${month}.log`), "a+", 0o600);
    try {
      appendFileSync(file, (endsWithinLine(file) ? "\n" : "") + lines.join(""));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Whether a full disk or a crash has cut off the last line, to which nothing may be added. */
function endsWithinLine(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(file, last, 0, 1, size - 1);
  return last.toString() !== "\n";
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

/** What was taken away, from the journals in these folders. */
export function readJournal(folders: readonly string[]): Journal {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => FILE.test(name))
        .map((name) => join(folder, name)),
    );
  const revocations: Revocation[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    for (const [index, line] of readFileSync(file, "utf8").split("\n").entries()) {
      const revocation = parseLine(line);
      if (revocation) revocations.push(revocation);
      else if (line !== "") unreadable.push(`${file}:${index + 1}`);
    }
  }
  return {
    revocations: revocations.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    unreadable,
  };
}

function parseLine(line: string): Revocation | undefined {
  const [, at = "", name, subject = ""] = LINE.exec(line) ?? [];
  const kind = revocationKinds.find((one) => one === name);
  return kind && { at: new Date(at), kind, subject };
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
