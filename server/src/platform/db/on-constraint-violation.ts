import { DatabaseError } from "pg";

/**
 * Returns the result of `change`, or throws the problem if this constraint refused it. The transaction is aborted then,
 * so the problem must leave it.
 *
 * @example
 *   await onConstraintViolation("trust_mark_by_name", inserted, () => new Problem("name_taken"));
 */
export async function onConstraintViolation<T>(
  constraint: string,
  change: Promise<T>,
  problem: () => Error,
): Promise<T> {
  try {
    return await change;
  } catch (error) {
    throw error instanceof DatabaseError && error.constraint === constraint ? problem() : error;
  }
}

/** True if a constraint of the database refused the statement. */
export const isConstraintViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code?.startsWith(CONSTRAINT_VIOLATION) ?? false);

/** PostgreSQL's error class of integrity constraint violations. */
const CONSTRAINT_VIOLATION = "23";
