import type { Appeal } from "@commonlane/contract/moderation-shapes";
import { Instant, type PageQuery } from "@commonlane/contract/shapes";
import { z } from "zod";
import { paginate, decodeCursor } from "#platform/http/pagination.ts";
import type { AppealsQuery } from "./appeals.store.ts";

/** What every row has that can be appealed against. */
interface AppealedRow {
  readonly id: string;
  readonly appeal: string | null;
  readonly appealed_at: Date | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
}

/** The appeal against it; nothing where nobody appealed. */
export function viewAppeal({ appeal, appealed_at, decided_at, note }: AppealedRow): Appeal | null {
  if (!appealed_at || appeal === null) return null;
  return {
    reason: appeal,
    createdAt: appealed_at.toISOString(),
    decidedAt: decided_at?.toISOString() ?? null,
    note,
  };
}

const Cursor = z.object({ at: Instant, id: z.uuid() });

/** A page of what was appealed against, `find`ing one row more than is shown to know whether there is another page. */
export async function listAppealsPage<Row extends AppealedRow, Shown>(
  { state, limit, cursor }: PageQuery & { readonly state: "open" | "closed" },
  find: (query: AppealsQuery) => Promise<Row[]>,
  view: (rows: Row[]) => Promise<Shown[]>,
) {
  const rows = await find({ state, limit: limit + 1, after: decodeCursor(Cursor, cursor) });
  const { items: shown, nextCursor } = paginate(rows, limit, ({ id, appealed_at, decided_at }) => ({
    at: (state === "open" ? appealed_at : decided_at)?.toISOString(),
    id,
  }));
  return { items: await view(shown), nextCursor };
}
