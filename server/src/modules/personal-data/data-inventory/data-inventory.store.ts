import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { encodePolyline } from "#platform/routing/polyline.ts";
import { type TableDefinition, type ErasedAccount, containsEmail, type ExportRow } from "./definition.store.ts";
import { tripTables } from "./trips.store.ts";
import { systemTables } from "./system.store.ts";
import { accountTables } from "./accounts.store.ts";
import { userContentTables } from "./user-content.store.ts";

/**
 * The register of personal data: every table and column there is, what somebody is told of it who asks for their data,
 * and what takes it away when they leave. Both are done from here and nowhere else; a test fails for a column that is
 * not named. Taken away in this order.
 */
export const dataInventory: Readonly<Record<string, TableDefinition>> = {
  ...userContentTables,
  ...systemTables,
  ...tripTables,
  ...accountTables,
};

/** Leaves nothing of this person but a name that others' records may go on pointing to. */
export async function erasePersonalData(ctx: InTransaction, account: ErasedAccount): Promise<void> {
  for (const { erase } of Object.values(dataInventory)) {
    for (const statement of erase?.(account) ?? []) await statement.execute(ctx.db);
  }
  await straightenRoutes(ctx, account.uid);
  await deletePendingJobs(ctx, account);
}

/** Their rides, and those made for them, led along roads to their door; what is left is a straight line between towns. */
async function straightenRoutes({ db }: InTransaction, uid: string): Promise<void> {
  const { rows: rides } = await sql<Pick<Selectable<Schema["ride"]>, "id" | "points">>`
    select id, points from ride where polyline = '' and id in (
      select id from ride where host_id = ${uid} union select ride_id from ride_request where seeker_id = ${uid})`.execute(
    db,
  );
  const polylines = rides.map(({ points }) => encodePolyline(points));
  await sql`update ride set polyline = line
    from unnest(${rides.map(({ id }) => id)}::uuid[], ${polylines}::text[]) as straight (ride_id, line)
    where ride.id = ride_id`.execute(db);
}

/** Letters and pushes on their way; a database without jobs has none. */
async function deletePendingJobs({ db }: InTransaction, { uid, email }: ErasedAccount): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('job.job') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  await sql`delete from job.job where data::text like ${`%${uid}%`} or ${containsEmail(sql`data`, email)}`.execute(db);
}

export interface ExportSection {
  /** The table. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly ExportRow[];
}

/** What is known of this person, table by table; without those that hold nothing of theirs. */
export async function collectPersonalData({ db }: Context, uid: string): Promise<ExportSection[]> {
  const sections: ExportSection[] = [];
  for (const [name, { exportAs }] of Object.entries<TableDefinition>({
    ...accountTables,
    ...tripTables,
    ...userContentTables,
  })) {
    if (!exportAs) continue;
    const { rows } = await exportAs.rows(uid).execute(db);
    if (rows.length > 0) sections.push({ name, title: exportAs.title, rows });
  }
  return sections;
}
