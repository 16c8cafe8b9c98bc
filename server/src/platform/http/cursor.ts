import type { z } from "zod";
import { Problem } from "./problem.ts";

/** Page marks are opaque text on the wire; one that was not made here is refused. */
export const writeCursor = (mark: unknown): string => Buffer.from(JSON.stringify(mark)).toString("base64url");

export function readCursor<T extends z.ZodType>(shape: T, cursor: string | undefined): z.output<T> | undefined {
  if (cursor === undefined) return undefined;
  const mark = shape.safeParse(parsed(cursor));
  if (!mark.success) throw new Problem("invalid_input", { fields: { cursor: "This page mark is not one of ours." } });
  return mark.data;
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/**
 * What a page shows of `rows`, of which one more than `limit` was read to know whether another page follows; that one
 * begins after the mark of the last that is shown.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  markOf: (last: Row) => unknown,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, nextCursor: last === undefined ? null : writeCursor(markOf(last)) };
}
