/** PostgreSQL's classes for: no connection, no room (disk, memory, connections), being shut down or still starting. */
const CODES =
  /^(?:08...|53...|57P0[1-5]|E(?:CONNREFUSED|CONNRESET|PIPE|NOENT|TIMEDOUT|HOSTUNREACH|AI_AGAIN|NOTFOUND))$/;
/** The driver's own failures carry no code. */
const WORDS =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether a query failed because the database cannot be had at the moment, and not because of the query. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  return "code" in error && typeof error.code === "string" ? CODES.test(error.code) : WORDS.test(error.message);
}
