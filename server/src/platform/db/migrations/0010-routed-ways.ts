import { type Kysely, sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // How many points of the polyline belong to each leg, where its way follows roads; null where it was reckoned.
  `alter table ride add leg_points int[]`,
  `alter table ride add check (cardinality(leg_points) = cardinality(leg_distance_m))`,
];
