import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "#platform/context.ts";
import { socketConnection } from "#platform/db/embedded/embedded-postgres.ts";
import { findDataFolder } from "#platform/db/embedded/data-folder.ts";
import { buildDatabaseUrl } from "#platform/db/read-database-url.ts";
import { createDatabaseFolder } from "../app/test-folders.ts";
import { createTestDatabase } from "../app/test-database.ts";
import { findContradictions } from "./consistency-check.ts";
import { rideInput, openDatabaseContext, createUsers, createUser, send } from "./http-users.ts";
import { Load } from "./load.ts";
import { killDatabaseIn, startServer } from "./server-process.ts";

const KILLS = Number(process.env["KILLS"] ?? 30);
/** Maximum number of replies between a start and a kill; sometimes only one, to hit the start itself. */
const ANSWERS_MAX = 60;

const inFolder = (folder: string): Context =>
  openDatabaseContext(socketConnection(findDataFolder(folder) ?? folder));

test(
  `the server is killed ${KILLS} times under writing load, and every acknowledged write exists exactly once`,
  { timeout: 60_000 + KILLS * 10_000 },
  async () => {
    const folder = createDatabaseFolder();
    const place = { DATA_DIR: folder };
    let server = await startServer(place);
    const ctx = inFolder(folder);
    const { rows } = await sql<{ fsync: string }>`select current_setting('fsync') as fsync`.execute(
      ctx.db,
    );
    expect(rows).toEqual([{ fsync: "on" }]);
    const load = new Load(await createUsers(ctx, 3), await createUsers(ctx, 8));

    for (let kills = 1; kills <= KILLS; kills++) {
      const { address, kill } = server;
      let killed: Promise<void> | undefined;
      await load.run(address, 1 + Math.floor(Math.random() * ANSWERS_MAX), () => {
        killed = kill();
        if (kills % 3 === 0) killDatabaseIn(folder);
      });
      await killed;
      expect(server.output()).toBe("");
      server = await startServer(place);
      expect(await findContradictions(ctx, load)).toEqual([]);
    }

    await load.settle(server.address);
    expect(load.unanswered).toEqual([]);
    expect(await findContradictions(ctx, load)).toEqual([]);
    expect(load.unexpectedReplies).toEqual([]);
    // Kills without a pending request would prove nothing.
    expect(load.retried).toBeGreaterThan(KILLS);
    // Some requests had committed when the server was killed, and only their reply was lost.
    expect(load.replayed).toBeGreaterThan(0);
    expect(load.acknowledged).toBeGreaterThan(KILLS);
    expect([await server.stop(), server.output()]).toEqual([0, ""]);
  },
);

test(
  "a stopping server accepts no more requests, answers running ones, and exits with code 0",
  { timeout: 60_000 },
  async () => {
    const connection = await createTestDatabase();
    const ctx = openDatabaseContext(connection);
    const server = await startServer({ DATABASE_URL: buildDatabaseUrl(connection) });
    const { address } = server;
    const host = await createUser(ctx);
    const seeker = await createUser(ctx);
    const { body: ride } = await send(address, {
      method: "POST",
      path: "/rides",
      token: host.token,
      body: rideInput(),
    });

    const hold = await ctx.db.startTransaction().execute();
    onTestFinished(
      () =>
        void hold
          .rollback()
          .execute()
          .catch(() => {}),
    );
    await sql`select from ride where id = ${ride.id} for update`.execute(hold);
    const path = `/rides/${ride.id}/request`;
    const asking = send(address, { method: "POST", path, token: seeker.token, body: { seats: 2 } });
    await vi.waitUntil(() => hasWaitingRequest(ctx), PATIENCE);
    const stopping = server.stop();
    await vi.waitUntil(() => isClosed(address), PATIENCE);
    await hold.commit().execute();

    expect((await asking).status).toBe(201);
    expect([await stopping, server.output()]).toEqual([0, ""]);
    const requests = await ctx.db.selectFrom("seat_request").select(["seats", "status"]).execute();
    expect(requests).toEqual([{ seats: 2, status: "pending" }]);
  },
);

const PATIENCE = { timeout: 15_000, interval: 10 };

async function hasWaitingRequest({ db }: Context): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity 
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}

const isClosed = (address: string) =>
  fetch(`${address}/healthz`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );
