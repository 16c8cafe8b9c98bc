import { type RawBuilder, sql } from "kysely";

/** Page of appeals: open ones, oldest first, or decided ones, latest first. */
export interface AppealsQuery {
  readonly state: "open" | "closed";
  readonly limit: number;
  /** Only rows after this one. */
  readonly after:
    | {
        readonly at: string;
        readonly id: string;
      }
    | undefined;
}

/**
 * SQL condition and order for such a page. The arguments are the columns for the appealed row and the time of the
 * appeal; the table also needs `decided_at`.
 */
export function appealsCondition(
  { state, limit, after }: AppealsQuery,
  {
    id,
    appealedAt,
  }: {
    readonly id: RawBuilder<unknown>;
    readonly appealedAt: RawBuilder<unknown>;
  },
): RawBuilder<unknown> {
  const open = state === "open";
  const [comparison, order, at] = open
    ? [sql`>`, sql`asc`, appealedAt]
    : [sql`<`, sql`desc`, sql`decided_at`];
  const fromCursor = after
    ? sql`(${at}, ${id}) ${comparison} (${after.at}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  return sql`
    ${appealedAt} is not null
    and (decided_at is null) = ${open}
    and ${fromCursor}
    order by ${at} ${order}, ${id} ${order}
    limit ${limit}`;
}
