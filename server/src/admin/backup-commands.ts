import { commandLine, print, resolveFile } from "#platform/command-line.ts";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { readJournal } from "#platform/backups/revocation-journal.ts";
import { backupFileName } from "#platform/backups/scheduled-backups.ts";
import { removeDataDir } from "#platform/db/embedded/data-folder.ts";
import { startEmbedded } from "#platform/db/embedded/embedded-postgres.ts";
import { isRecipient, parseIdentities } from "#platform/db/export/encryption.ts";
import { exportDatabase } from "#platform/db/export/export-database.ts";
import { importDatabase, readExportTime } from "#platform/db/export/import-database.ts";
import { connect, type Connection } from "#platform/db/database.ts";
import { whileMarked } from "#platform/db/restored-access/unfinished-restore.ts";
import { recordOnCommandLine } from "#platform/db/restored-access/restored-access.ts";
import { openForImport, openForReading } from "#platform/db/open-for-tools.ts";
import { recoverDatabase } from "#platform/db/recovery/recover.ts";
import { closeRestoredAccess } from "./after-restore.ts";
import { Interrupted, onInterrupt } from "./interrupt.ts";

interface RestoreOptions {
  readonly verify?: boolean;
  readonly identity?: string;
  readonly keepSessions?: boolean;
}

const KEEP_SESSIONS =
  "keep sessions, feeds, links and signing keys, as for a planned move to another machine";

// Reads only these settings: a database can be backed up and restored even if another setting is invalid.
const databaseLocation = () => {
  const archive = process.env["WAL_ARCHIVE_DIR"]?.trim();
  return {
    url: process.env["DATABASE_URL"]?.trim(),
    folder: process.env["DATA_DIR"]?.trim() || "data",
    archive: archive ? resolve(archive) : undefined,
  };
};

/** `admin backup`, `admin restore` and `admin recover`. */
export function addBackupCommands(program: Command): void {
  program
    .command("backup")
    .description("write all data to a new file; works while the server runs")
    .argument("[file]", "by default, a file named after the time in BACKUP_DIR")
    .action(async (name: string | undefined) => {
      const recipients = readRecipients();
      const file = name === undefined ? defaultFile(recipients.length > 0) : resolveFile(name);
      const { connection, close } = await openForReading(databaseLocation());
      const rows = await exportDatabase(file, connection, recipients)
        .then(async (rows) => {
          await noteBackup(connection, file);
          return rows;
        })
        .finally(close);
      const protection =
        recipients.length > 0 ? "encrypted with BACKUP_RECIPIENTS" : "not encrypted";
      print([
        `Backed up ${rows} rows to ${file}, ${protection}. It holds personal data and keys: keep it safe.`,
      ]);
    });
  program
    .command("restore")
    .description(
      "load a backup into a database that was never used; no server may be running on it",
    )
    .argument("<file>")
    .option(
      "--verify",
      "only try it, in a temporary database, and leave the server's database alone",
    )
    .option("--identity <file>", "the secret key of an encrypted backup, as written by age-keygen")
    .option("--keep-sessions", KEEP_SESSIONS)
    .action(
      async (name: string, { verify = false, identity, keepSessions = false }: RestoreOptions) => {
        const file = resolveFile(name);
        const identities = identity === undefined ? [] : readIdentities(resolveFile(identity));
        if (verify) return verifyBackup(file, identities);
        const folders = journalFolders(dirname(file));
        const journal = readJournal(folders);
        const { connection, close } = await openForImport(databaseLocation());
        try {
          const since = await readExportTime(file, identities);
          const rows = await importDatabase(file, connection, {
            identities,
            marksUnfinished: true,
          });
          const lines = await closeRestoredAccess(connection, {
            since,
            journal,
            folders,
            keepSessions,
          });
          print([
            `Restored ${rows} rows from ${file}.`,
            ...lines,
            `The database is ready: ${commandLine("start")}`,
          ]);
        } finally {
          await close();
        }
      },
    );
  addRecoverCommand(program);
}

/** `admin recover`: point-in-time recovery of the embedded database. */
function addRecoverCommand(program: Command): void {
  program
    .command("recover")
    .description(
      "restore the embedded database at a moment, from the archive in WAL_ARCHIVE_DIR into a new DATA_DIR",
    )
    .option(
      "--until <time>",
      "such as 2026-11-23T14:05:00Z; by default, as late as the archive knows",
    )
    .option("--keep-sessions", KEEP_SESSIONS)
    .action(async ({ until, keepSessions = false }: { until?: string; keepSessions?: boolean }) => {
      const archive = process.env["WAL_ARCHIVE_DIR"]?.trim();
      if (!archive) throw new Error("Set WAL_ARCHIVE_DIR to the folder with the archive.");
      const moment = until === undefined ? undefined : new Date(until);
      if (moment && Number.isNaN(moment.getTime()))
        throw new Error(`${until} is not a time such as 2026-11-23T14:05:00Z.`);
      const { folder } = databaseLocation();
      const folders = journalFolders(resolveFile(archive));
      const journal = readJournal(folders);
      const lines = await whileMarked(folder, async () => {
        await recoverDatabase(folder, {
          archive: resolveFile(archive),
          until: moment,
        });
        const { connection, stop } = await startEmbedded(folder);
        return closeRestoredAccess(connection, {
          since: moment,
          journal,
          folders,
          keepSessions,
        }).finally(stop);
      });
      print([
        `The database in ${resolve(folder)} is as it was at ${until ?? "the end of the archive"}.`,
        ...lines,
        `It is ready: ${commandLine("start")}`,
      ]);
    });
}

/** Folders that may have a journal of what was taken away: beside the backup, and where the server writes it. */
const journalFolders = (beside: string): string[] => {
  const configured = [process.env["BACKUP_DIR"], process.env["WAL_ARCHIVE_DIR"]].flatMap(
    (name) => name?.trim() || [],
  );
  return [...new Set([beside, ...configured.map((name) => resolve(name))])];
};

/** A backup is the most complete copy of all data, so that it was made is on record. */
async function noteBackup(connection: Connection, file: string): Promise<void> {
  const db = connect(
    {
      ...connection,
      application_name: "commonlane-export",
    },
    { max: 1 },
  );
  await recordOnCommandLine(db, "administration.backUp", { file: basename(file) })
    .catch(() =>
      print(["The backup could not be noted in the audit log, because the database is read-only."]),
    )
    .finally(() => db.destroy());
}

/** Restores into a new embedded database, which checks every constraint and migration, and removes it. */
async function verifyBackup(file: string, identities: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-restore-"));
  const startedMs = performance.now();
  const interruption = new AbortController();
  const forget = onInterrupt(() => interruption.abort());
  try {
    const { connection, stop } = await startEmbedded(folder);
    interruption.signal.addEventListener("abort", () => void stop());
    if (interruption.signal.aborted) await stop();
    const rows = await importDatabase(file, connection, { identities }).finally(stop);
    const seconds = Math.ceil((performance.now() - startedMs) / 1000);
    print([
      `${file} can be restored: ${rows} rows in ${seconds} s. This server's database was not touched.`,
    ]);
  } catch (error) {
    if (interruption.signal.aborted) throw new Interrupted("Interrupted. The copy was deleted.");
    throw error;
  } finally {
    removeDataDir(folder);
    forget();
  }
}

function defaultFile(encrypted: boolean): string {
  const folder = process.env["BACKUP_DIR"]?.trim();
  if (!folder) throw new Error("Name a file, or set BACKUP_DIR to the folder for backups.");
  return join(folder, backupFileName(new Date(), encrypted));
}

function readRecipients(): string[] {
  const recipients = (process.env["BACKUP_RECIPIENTS"] ?? "").split(/\s+/).filter(Boolean);
  const wrong = recipients.find((recipient) => !isRecipient(recipient));
  if (wrong !== undefined)
    throw new Error(`BACKUP_RECIPIENTS: ${wrong} is not a public key of age (age1…).`);
  return recipients;
}

function readIdentities(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`Cannot read the key file ${file}.`, { cause: error });
  }
  const identities = parseIdentities(text);
  if (identities.length === 0)
    throw new Error(`${file} has no secret key of age (AGE-SECRET-KEY-1…).`);
  return identities;
}
