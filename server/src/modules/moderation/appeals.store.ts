import { type RawBuilder, sql } from "kysely";

/** Which of the appeals a page holds: those that wait, the oldest first, or those decided, the last first. */
export interface AppealsQuery {
  readonly state: "open" | "closed";
  readonly limit: number;
  /** Those after this one only. */
  readonly after: { readonly at: string; readonly id: string } | undefined;
}

/** Those rows, by the columns that tell what an appeal is against and when it was made; `decided_at` is one of them, too. */
export function appealsCondition(
  { state, limit, after: afterCursor }: AppealsQuery,
  { id, appealedAt }: { readonly id: RawBuilder<unknown>; readonly appealedAt: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const open = state === "open";
  const [comparison, order, at] = open ? [sql`>`, sql`asc`, appealedAt] : [sql`<`, sql`desc`, sql`decided_at`];
  const fromCursor = afterCursor
    ? sql`(${at}, ${id}) ${comparison} (${afterCursor.at}::timestamptz, ${afterCursor.id}::uuid)`
    : sql`true`;
  return sql`${appealedAt} is not null and (decided_at is null) = ${open} and ${fromCursor}
    order by ${at} ${order}, ${id} ${order} limit ${limit}`;
}
