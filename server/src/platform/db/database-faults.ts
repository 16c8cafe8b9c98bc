import { DatabaseError } from "pg";

/** Reason why a correct statement failed: the state of the database, not the statement. */
export type DatabaseFault = "away" | "disk-full" | "read-only" | "too-slow";

/** PostgreSQL's and Node's error codes by fault. */
const CODE_PATTERNS: readonly (readonly [DatabaseFault, RegExp])[] = [
  ["disk-full", /^(?:53100|ENOSPC|EDQUOT)$/],
  ["read-only", /^(?:25006|EROFS)$/],
  // A statement, lock or transaction that exceeded its time limit.
  ["too-slow", /^(?:57014|55P03|25P0[34])$/],
  // No connection, no resources, an I/O error, a database that is shutting down or starting.
  [
    "away",
    /^(?:08...|53...|57P0[1-5]|58030|E(?:CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|AI_AGAIN|NOTFOUND|IO))$/,
  ],
];
/** Operating system errors, whichever code PostgreSQL reports for them. */
const MESSAGE_PATTERNS: readonly (readonly [DatabaseFault, RegExp])[] = [
  ["disk-full", /No space left on device|Disk quota exceeded/],
  ["read-only", /Read-only file system/],
];
/** The driver's own errors carry no code. */
const CONNECTION_LOST =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/** The fault behind a failed statement; undefined if the statement itself is wrong. */
export function findDatabaseFault(error: unknown): DatabaseFault | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof AggregateError)
    return error.errors.map(findDatabaseFault).find((fault) => fault !== undefined);
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  if (code === undefined) return CONNECTION_LOST.test(error.message) ? "away" : undefined;
  const matchFault = (kinds: typeof CODE_PATTERNS, text: string) =>
    kinds.find(([, pattern]) => pattern.test(text))?.[0];
  return matchFault(MESSAGE_PATTERNS, error.message) ?? matchFault(CODE_PATTERNS, code);
}

/** Explanation of each fault for operators, one log line each. */
export const FAULT_MESSAGES: Readonly<Record<DatabaseFault, string>> = {
  away: "The database cannot be reached.",
  "disk-full":
    "The disk that holds the database is full. No saved data is lost. Free some space; writing then resumes automatically.",
  "read-only":
    "The database is read-only, so nothing can be saved. Make its disk writable again, or set DATABASE_URL to the primary; writing then resumes automatically.",
  "too-slow":
    "The database did not answer in time. It is overloaded, or a lock is held for a long time.",
};

/** True if PostgreSQL itself refused a statement. */
export function isDatabaseError(error: unknown): boolean {
  return error instanceof DatabaseError;
}
