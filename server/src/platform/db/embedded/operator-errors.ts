import { commandLine } from "#platform/command-line.ts";
interface ErrorAdvice {
  readonly pattern: RegExp;
  readonly advise: (data: string) => string;
}

const RESTORE_ADVICE = `Bring the whole folder back from a backup, or set DATA_DIR to a new folder and restore a backup with ${commandLine("admin", "restore")}.`;

/** Errors of the operating system or PostgreSQL and the advice for operators; the first match counts. */
const ADVICE_RULES: readonly ErrorAdvice[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    advise: (data) =>
      `The disk that holds ${data} is full. No saved data is lost. Free some space, then start again.`,
  },
  {
    pattern: /Read-only file system/,
    advise: (data) =>
      `The disk that holds ${data} is read-only. No saved data is lost. Make the disk writable (disks become read-only after an error, which the system log names), then start again.`,
  },
  {
    pattern: /could not look up effective user ID/,
    advise: () =>
      `User ${process.getuid?.()} has no name on this system, which PostgreSQL needs. Add an entry to /etc/passwd, or set DATABASE_URL to a PostgreSQL of your own.`,
  },
  {
    pattern: /has invalid permissions/,
    advise: (data) =>
      `The permissions of ${data} let other users in, which PostgreSQL refuses. Run chmod 700 on that folder, then start again.`,
  },
  {
    pattern: /Permission denied/,
    advise: (data) =>
      `Files in ${data} cannot be read by the user who runs the database. Give the whole folder to the owner of ${data} with chown -R, then start again.`,
  },
  {
    pattern:
      /global\/pg_control|database files are incompatible with server|in control file|control file contains|database system identifier differs/,
    advise: (data) =>
      `${data} is damaged: its file global/pg_control is missing or broken. ${RESTORE_ADVICE}`,
  },
  {
    pattern: /checkpoint record|could not find redo location|required WAL|directory "pg_wal"/,
    advise: (data) =>
      `${data} is damaged: files of its write-ahead log (the folder pg_wal) are missing or broken. ${RESTORE_ADVICE} Do not use pg_resetwal: it loses the most recent changes.`,
  },
];

/** Returns PostgreSQL's output as one line, with advice if there is any. */
export function explainFailure(output: string, data: string): string {
  const rule = ADVICE_RULES.find((rule) => rule.pattern.test(output));
  if (rule) return rule.advise(data);
  const lines = output.trim().split("\n");
  return /(?:PANIC|FATAL|error): +(.*)/.exec(output)?.[1] ?? lines.at(-1) ?? "";
}

/** Explains operating system errors; passes our own messages on unchanged. */
export function explainSystemError(error: unknown, path: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT")
    return new Error(explainFailure("No space left on device", path));
  if (code === "EROFS") return new Error(explainFailure("Read-only file system", path));
  if (code === "EACCES" || code === "EPERM") {
    return new Error(
      `User ${process.getuid?.()} cannot write to ${path}. Set DATA_DIR to a folder that this user can write to.`,
    );
  }
  if (code === "ENOTDIR" || code === "EEXIST")
    return new Error(`${path} is not a folder. Set DATA_DIR to a folder.`);
  return error instanceof Error ? error : new Error(String(error));
}
