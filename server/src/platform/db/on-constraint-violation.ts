import { DatabaseError } from "pg";

/**
 * What `change` gives, or the problem where the database refused it by this constraint. The transaction is over then,
 * so the problem has to leave it.
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

/** Whether the database refused a statement by one of its constraints. */
export const isConstraintViolation = (error: unknown): boolean =>
  error instanceof DatabaseError && (error.code?.startsWith(CONSTRAINT_VIOLATION) ?? false);

/** PostgreSQL's class of integrity constraint violations. */
const CONSTRAINT_VIOLATION = "23";
