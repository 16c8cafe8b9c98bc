import { type Selectable, sql } from "kysely";
import type { Context, InTransaction } from "#platform/context.ts";
import type { Schema } from "#platform/db/schema.ts";
import { encodePolyline } from "#platform/router/polyline.ts";
import { type Entry, type Gone, namesAddress, type Row } from "./register/entry.store.ts";
import { journeys } from "./register/journeys.store.ts";
import { machinery } from "./register/machinery.store.ts";
import { people } from "./register/people.store.ts";
import { words } from "./register/words.store.ts";

/**
 * The register of personal data: every table and column there is, what somebody is told of it who asks for their data,
 * and what takes it away when they leave. Both are done from here and nowhere else; a test fails for a column that is
 * not named. Taken away in this order.
 */
export const register: Readonly<Record<string, Entry>> = { ...words, ...machinery, ...journeys, ...people };

/** Leaves nothing of this person but a name that others' records may go on pointing to. */
export async function eraseEverything(ctx: InTransaction, gone: Gone): Promise<void> {
  for (const { erase } of Object.values(register)) {
    for (const statement of erase?.(gone) ?? []) await statement.execute(ctx.db);
  }
  await straighten(ctx, gone.uid);
  await eraseJobs(ctx, gone);
}

/** Their rides, and those made for them, led along roads to their door; what is left is a straight line between towns. */
async function straighten({ db }: InTransaction, uid: string): Promise<void> {
  const { rows: rides } = await sql<Pick<Selectable<Schema["ride"]>, "id" | "points">>`
    select id, points from ride where polyline = '' and id in (
      select id from ride where host_id = ${uid} union select ride_id from ride_request where seeker_id = ${uid})`.execute(
    db,
  );
  const lines = rides.map(({ points }) => encodePolyline(points));
  await sql`update ride set polyline = line
    from unnest(${rides.map(({ id }) => id)}::uuid[], ${lines}::text[]) as straight (ride_id, line)
    where ride.id = ride_id`.execute(db);
}

/** Letters and pushes on their way; a database without jobs has none. */
async function eraseJobs({ db }: InTransaction, { uid, email }: Gone): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('job.job') is not null as there`.execute(db);
  if (!rows[0]?.there) return;
  await sql`delete from job.job where data::text like ${`%${uid}%`} or ${namesAddress(sql`data`, email)}`.execute(db);
}

export interface Section {
  /** The table. */
  readonly name: string;
  readonly title: string;
  readonly rows: readonly Row[];
}

/** What is known of this person, table by table; without those that hold nothing of theirs. */
export async function everythingOf({ db }: Context, uid: string): Promise<Section[]> {
  const sections: Section[] = [];
  for (const [name, { tell }] of Object.entries<Entry>({ ...people, ...journeys, ...words })) {
    if (!tell) continue;
    const { rows } = await tell.rows(uid).execute(db);
    if (rows.length > 0) sections.push({ name, title: tell.title, rows });
  }
  return sections;
}
