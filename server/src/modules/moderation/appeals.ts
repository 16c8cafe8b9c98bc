import type { Appeal } from "@commonlane/contract/moderation-shapes";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { decodeCursor, paginate } from "#platform/http/pagination.ts";
import type { AppealsQuery } from "./appeals-query.store.ts";

/** Columns of every row that can be appealed. */
interface AppealedRow {
  readonly id: string;
  readonly appeal: string | null;
  readonly appealed_at: Date | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** The appeal against a row; null if there is none. */
export function viewAppeal({ appeal, appealed_at, decided_at, note }: AppealedRow): Appeal | null {
  if (!appealed_at || appeal === null) return null;
  return {
    reason: appeal,
    createdAt: appealed_at.toISOString(),
    decidedAt: decided_at?.toISOString() ?? null,
    note,
  };
}

const Cursor = z.object({
  at: Instant,
  id: z.uuid(),
});

/** A page of appealed rows. `find` returns one row more than is shown, which indicates another page. */
export async function listAppealsPage<Row extends AppealedRow, Shown>(
  { state, limit, cursor }: PageQuery & { readonly state: "open" | "closed" },
  find: (query: AppealsQuery) => Promise<Row[]>,
  view: (rows: Row[]) => Promise<Shown[]>,
) {
  const rows = await find({
    state,
    limit: limit + 1,
    after: decodeCursor(Cursor, cursor),
  });
  const { items, nextCursor } = paginate(rows, limit, ({ id, appealed_at, decided_at }) => ({
    at: (state === "open" ? appealed_at : decided_at)?.toISOString(),
    id,
  }));
  return { items: await view(items), nextCursor };
}
