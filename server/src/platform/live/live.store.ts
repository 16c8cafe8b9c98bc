import { sql } from "kysely";
import type { Db } from "../db/database.ts";
import type { Bookmark } from "../db/outbox.ts";

/**
 * Whether everything after the place is still there to be told: the newest event up to it was announced after `since`.
 * False, too, for a place that this database has not reached, as after it was restored from an older state.
 */
export async function isKeptSince(db: Db, { xid, id }: Bookmark, since: Date): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select ${xid}::xid8 <= pg_snapshot_xmin(pg_current_snapshot()) and coalesce((
      select at >= ${since} from event where (xid, id) <= (${xid}::xid8, ${id}) order by xid desc, id desc limit 1
    ), false) as kept`.execute(db);
  return rows[0]?.kept ?? false;
}
