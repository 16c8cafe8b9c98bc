import { translatable } from "@commonlane/contract/message";
import type { z } from "zod";
import { parseJson } from "../text.ts";
import { Problem } from "./problem.ts";

/** Cursors of the handlers. The binder seals them for clients (`endpoints/sealed-cursors.ts`). */
export const encodeCursor = (position: unknown): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

export function decodeCursor<T extends z.ZodType>(
  shape: T,
  cursor: string | undefined,
): z.output<T> | undefined {
  if (cursor === undefined) return undefined;
  const position = shape.safeParse(parseJson(Buffer.from(cursor, "base64url").toString()));
  if (!position.success) throw refuseCursor();
  return position.data;
}

export const refuseCursor = (): Problem =>
  new Problem("invalid_input", { fields: { cursor: translatable("This cursor is not valid.") } });

/**
 * Returns the page of `rows` and the cursor of the next page, if any. `rows` holds one more than `limit`, to know
 * whether another page follows.
 *
 * @example
 *   const rows = await findRatings(ctx, { limit: limit + 1, after: decodeCursor(Cursor, cursor) });
 *   const { items, nextCursor } = paginate(rows, limit, (last) => ({ at: last.at, id: last.id }));
 */
export function paginate<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => unknown,
): { items: Row[]; nextCursor: string | null } {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return {
    items,
    nextCursor: last === undefined ? null : encodeCursor(positionOf(last)),
  };
}
