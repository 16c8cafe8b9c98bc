import type { LatLng } from "@commonlane/contract/shapes";
import { sql } from "kysely";
import type { Db } from "#platform/db/database.ts";

/** `local_names` is in the format of `local-names.ts`. */
export type NamedTown = Readonly<Record<"name" | "country" | "local_names", string>> & LatLng;

/** The towns of the world that have names in several languages, the most important first. */
export async function findNamedTowns(db: Db): Promise<NamedTown[]> {
  const { rows } = await sql<NamedTown>`
    select name, country, local_names, lat, lng from place
    where region = (select rows_region from place_build where part = '') and local_names <> '' order by importance desc`.execute(
    db,
  );
  return rows;
}
