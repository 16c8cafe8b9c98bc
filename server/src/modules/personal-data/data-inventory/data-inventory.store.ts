import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema/schema.ts";
import { encodePolyline } from "@commonlane/contract/polyline";
import {
  type TableDefinition,
  type ErasedAccount,
  containsEmail,
  type ExportRow,
} from "./definition.store.ts";
import { tripTables } from "./trips.store.ts";
import { systemTables } from "./system.store.ts";
import { accountTables } from "./accounts.store.ts";
import { userContentTables } from "./user-content.store.ts";

/**
 * Data inventory: every table and column, what an export contains and what deletion does with it. Exports and
 * deletion use nothing else, and a test fails for a column that is missing here. Deletion follows this order.
 */
export const dataInventory: Readonly<Record<string, TableDefinition>> = {
  ...userContentTables,
  ...systemTables,
  ...tripTables,
  ...accountTables,
};

/** Erases all data of this user except the id that other users' records refer to. */
export async function erasePersonalData(ctx: InTransaction, account: ErasedAccount): Promise<void> {
  for (const { erase } of Object.values(dataInventory)) {
    for (const statement of erase?.(account) ?? []) await statement.execute(ctx.db);
  }
  await straightenRoutes(ctx, account.uid);
  await deletePendingJobs(ctx, account);
}

/**
 * Replaces routes of the user's rides, and of rides offered to them, by straight lines between towns, because they
 * lead to private addresses.
 */
async function straightenRoutes({ db }: InTransaction, uid: string): Promise<void> {
  const { rows: rides } = await sql<Pick<Selectable<Schema["ride"]>, "id" | "points">>`
    select id, points from ride where polyline = '' and id in (
      select id from ride where host_id = ${uid} union select ride_id from ride_request where seeker_id = ${uid})`.execute(
    db,
  );
  const polylines = rides.map(({ points }) => encodePolyline(points));
  await sql`update ride set polyline = line
    from unnest(${rides.map(({ id }) => id)}::uuid[], ${polylines}::text[])
      as straight (ride_id, line)
    where ride.id = ride_id`.execute(db);
}

/** Deletes pending e-mails and push messages; databases without a job schema have none. */
async function deletePendingJobs(
  { db }: InTransaction,
  { uid, email }: ErasedAccount,
): Promise<void> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass('job.job') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  await sql`
    delete from job.job
    where data::text like ${`%${uid}%`} or ${containsEmail(sql`data`, email)}`.execute(db);
}

export interface ExportSection {
  /** Table name. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly ExportRow[];
}

/** All data of this user by table, without empty tables; the account and trips first. */
export async function collectPersonalData({ db }: Context, uid: string): Promise<ExportSection[]> {
  const sections: ExportSection[] = [];
  for (const [name, { exportAs }] of Object.entries<TableDefinition>({
    ...accountTables,
    ...tripTables,
    ...dataInventory,
  })) {
    if (!exportAs) continue;
    const { rows } = await exportAs.rows(uid).execute(db);
    if (rows.length > 0)
      sections.push({
        name,
        title: exportAs.title,
        rows,
      });
  }
  return sections;
}
