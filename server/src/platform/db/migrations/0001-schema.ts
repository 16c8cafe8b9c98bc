import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";

/** The schema of the first release: one file per area in `schema/sql`, in an order in which each refers to earlier ones. */
const AREAS = [
  "01-system",
  "02-accounts",
  "03-profiles",
  "04-places",
  "05-rides",
  "06-bookings",
  "07-ride-requests",
  "08-saved-searches",
  "09-notifications",
  "10-chat",
  "11-active-drivers",
  "12-trip-outcomes",
  "13-ratings",
  "14-safety",
  "15-moderation",
  "16-community",
  "17-personal-data",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const area of AREAS) {
    await sql
      .raw(readFileSync(new URL(`../schema/sql/${area}.sql`, import.meta.url), "utf8"))
      .execute(db);
  }
}
