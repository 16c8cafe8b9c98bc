import { writeFileSync } from "node:fs";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { TestApp } from "../../../test/app/test-app.ts";
import { openListingApp } from "../../../test/fixtures/listed-rides.ts";
import { hostRide, towns } from "../../../test/fixtures/rides.ts";

/** The bench `ride-feeds` asks for many more, and for a report. */
const RIDES = Number(process.env["LISTED_RIDES"] ?? 40);
const report = process.env["LISTED_RIDES_REPORT"];

const FEEDS = [
  ["amarillo", "/open/offers.json", "amarillo"],
  ["gtfs", "/open/gtfs.zip", "gtfs"],
  ["realtime", "/open/gtfs-rt.pb", "gtfs"],
  ["siri", "/open/siri-et", "siri"],
] as const;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const BATCH = 500;

/** Copies of a ride at other times, of one host who has no time for all of them. */
function copyRide(
  { db }: TestApp,
  id: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  return db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      insert into ride select (jsonb_populate_record(ride, jsonb_build_object('id', uuidv7(),
        'departs_at', departs_at + n * interval '8 minutes', 'arrives_at', arrives_at + n * interval '8 minutes'))).*
      from ride, generate_series(${first}::int, ${last}::int) as n where id = ${id}`.execute(db);
  });
}

test(
  "many rides leave at once, and again without being read again",
  { timeout: 300_000 },
  async () => {
    const { app, keys } = await openListingApp();
    const stops = [towns.karlsruhe, towns.mainz, towns.koblenz, towns.bonn];
    const ride = await hostRide(app, await app.createUser(), { isListed: true, stops });
    for (let first = 1; first < RIDES; first += BATCH)
      await copyRide(app, ride.id, { first, last: Math.min(first + BATCH, RIDES) - 1 });

    const figures: Record<string, number> = {};
    const read = async (prefix: string) => {
      for (const [name, url, format] of FEEDS) {
        const headers = { "x-api-key": keys[format] };
        const startMs = processorMs();
        // As a stream: the test shares its process with the server, and reading a text takes as long as writing it.
        const { statusCode, stream } = await app.http.inject({
          url,
          headers,
          payloadAsStream: true,
        });
        let bytes = 0;
        for await (const chunk of stream()) bytes += chunk.length;
        figures[`${prefix}${name}Ms`] = processorMs() - startMs;
        figures[`${name}Bytes`] = bytes;
        expect(statusCode).toBe(200);
      }
    };
    const startMs = processorMs();
    await read("first ");
    figures["firstMs"] = processorMs() - startMs;
    await sql`update ride set note = 'Changed' where id = ${ride.id}`.execute(app.db);
    await read("");
    await read("unchanged ");

    const { rows } = await sql<{ count: number }>`
    select count(distinct changed_at)::int as count from listed_ride`.execute(app.db);
    expect(rows[0]?.count).toBe(1);
    if (report !== undefined) writeFileSync(report, JSON.stringify(figures));
  },
);
