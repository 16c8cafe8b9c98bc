interface Rule {
  readonly said: RegExp;
  readonly plain: (data: string) => string;
}

const RESTORE =
  "Bring the whole folder back from a backup, or set DATA_DIR to a new folder and load an export with npm run admin -- database import.";

/** What the operating system or PostgreSQL reports, and what the operator can do about it; the first that fits. */
const RULES: readonly Rule[] = [
  {
    said: /No space left on device|Disk quota exceeded/,
    plain: (data) =>
      `The disk that holds ${data} is full. Nothing that was saved is lost: free some space, then start again.`,
  },
  {
    said: /Read-only file system/,
    plain: (data) =>
      `The disk that holds ${data} is read-only. Nothing that was saved is lost: make it writable (a disk becomes read-only after an error, which the system's log names), then start again.`,
  },
  {
    said: /could not look up effective user ID/,
    plain: () =>
      `User ${process.getuid?.()} has no name on this system, which PostgreSQL needs. Give them one (an entry in /etc/passwd), or set DATABASE_URL to a PostgreSQL of your own.`,
  },
  {
    said: /has invalid permissions/,
    plain: (data) =>
      `The permissions of ${data} let others in, which PostgreSQL refuses. Run chmod 700 on that folder, then start again.`,
  },
  {
    said: /Permission denied/,
    plain: (data) =>
      `Files in ${data} cannot be read by the user who runs the database. Give the whole folder to the owner of ${data} with chown -R, then start again.`,
  },
  {
    said: /global\/pg_control|database files are incompatible with server|in control file|control file contains|database system identifier differs/,
    plain: (data) => `${data} is damaged: its file global/pg_control is missing or broken. ${RESTORE}`,
  },
  {
    said: /checkpoint record|could not find redo location|required WAL|directory "pg_wal"/,
    plain: (data) =>
      `${data} is damaged: files of its write-ahead log (the folder pg_wal) are missing or broken. ${RESTORE} Do not use pg_resetwal: it loses what was saved last.`,
  },
];

/** What PostgreSQL said, as one line with advice where we know some. */
export function plainReason(said: string, data: string): string {
  const rule = RULES.find((rule) => rule.said.test(said));
  if (rule) return rule.plain(data);
  const lines = said.trim().split("\n");
  return /(?:PANIC|FATAL|error): +(.*)/.exec(said)?.[1] ?? lines.at(-1) ?? "";
}

/** The operating system's refusals in words; our own lines pass as they are. */
export function clear(error: unknown, place: string): Error {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOSPC" || code === "EDQUOT") return new Error(plainReason("No space left on device", place));
  if (code === "EROFS") return new Error(plainReason("Read-only file system", place));
  if (code === "EACCES" || code === "EPERM") {
    return new Error(`${place} cannot be written by user ${process.getuid?.()}. Set DATA_DIR to a folder that can.`);
  }
  if (code === "ENOTDIR" || code === "EEXIST") return new Error(`${place} is not a folder. Set DATA_DIR to one.`);
  return error instanceof Error ? error : new Error(String(error));
}
