import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { transaction } from "#platform/context.ts";
import type { Db } from "#platform/db/database.ts";
import { pruneIdempotencyKeys } from "#platform/http/endpoints/idempotency.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { listConversations, listMessages } from "../../../test/fixtures/chats.ts";
import { PASSWORD } from "../../../test/fixtures/accounts.ts";
import { waitForNotifications } from "../../../test/fixtures/notifications.ts";
import { sweepRides } from "../../../test/fixtures/shared-rides.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { personalDataSweeps, personalDataWorkers } from "./index.ts";
import { accountAccess } from "#bootstrap/account-access.ts";
import { dataInventory, erasePersonalData } from "./data-inventory/data-inventory.store.ts";
import { CANARY, leaverIn, PHONE, useEveryFeature } from "../../../test/fixtures/every-feature.ts";

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
}

async function columnsOf(db: Db, schema = "public"): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = ${schema} and table_type = 'BASE TABLE' order by 1, 2`.execute(db);
  return rows;
}

/** Every column of every table that contains the word, also as bytes. */
async function whereIs(db: Db, word: string): Promise<string[]> {
  const found: string[] = [];
  for (const schema of ["public", "job", "test"]) {
    for (const { table, column, type } of await columnsOf(db, schema)) {
      const name = sql.ref(column);
      const of = sql.id(schema, table);
      const there =
        type === "bytea"
          ? sql`position(${Buffer.from(word)} in ${name}) > 0`
          : sql`${name}::text ilike ${`%${word}%`}`;
      const { rows } = await sql`select 1 from ${of} where ${there} limit 1`.execute(db);
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
  }
  return found;
}

test("every column of every table is in the inventory once, and personal values are erased", async () => {
  const { db } = await createTestApp();
  const named = Object.entries(dataInventory).flatMap(
    ([table, { impersonal: plain, personal = "", secret = "" }]) =>
      `${plain} ${personal} ${secret}`
        .split(" ")
        .filter(Boolean)
        .map((column) => `${table}.${column}`),
  );
  // Tables of the migration tool.
  const ours = (await columnsOf(db)).filter(({ table }) => !table.startsWith("kysely_"));
  expect(named.toSorted()).toEqual(
    ours.map(({ table, column }) => `${table}.${column}`).toSorted(),
  );
  const silent = Object.entries(dataInventory).filter(
    ([, { personal, secret, erase, retentionReason: keeps }]) =>
      !erase && (personal ?? secret ?? !keeps),
  );
  expect(silent.map(([table]) => table)).toEqual([]);
  // What grants access to an account goes with it.
  const granting = accountAccess.flatMap(({ tables }) => tables);
  expect(granting.filter((table) => dataInventory[table]?.erase === undefined)).toEqual([]);
});

// Personal, but never free text; or never set when an account is deleted.
const NO_WORDS = `
  account_event.network account_event.device session.device push_subscription.device
  profile.gender profile.languages profile.locale profile.time_zone account.browser_language
  profile.photo_id profile.phone profile.preferences ride.polyline
  ride.host_gender ride_request.seeker_gender ride.leg_points saved_search.filters
  ride_request.approximate_origin ride_request.approximate_destination active_driver.approximate_heading_to notification_preference.quiet_from
  notification_preference.quiet_until notification_preference.time_zone account.suspension_reason
  ride.public_route ride.driven_route seat_request.approximate_stops active_driver.gender
  saved_search.criteria_key one_time_code.purpose
  profile.needs seat_request.needs ride_request.needs standby.needs
`.split(/\s+/);

test("a deletion leaves none of the user's texts, and other users' records name a former member", async () => {
  const app = await createTestApp();
  const { db, ctx } = app;
  const zed = await leaverIn(app);
  const [pia, pip, hal] = await Promise.all(
    ["Pia", "Pip", "Hal"].map((firstName) => app.createUser({ firstName })),
  );
  if (!pia || !pip || !hal) throw new Error("Nobody came.");
  const { rideId, chat } = await useEveryFeature(app, zed, { pia, pip, hal });

  expect(await whereIs(db, PHONE)).toEqual(["profile.phone"]);
  const planted = await whereIs(db, CANARY);
  const writable = (await columnsOf(db)).filter(
    ({ table, column, type }) =>
      ["text", "jsonb", "ARRAY"].includes(type) &&
      dataInventory[table]?.personal?.split(" ").includes(column),
  );
  const expected = writable
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !NO_WORDS.includes(name));
  expect(planted).toEqual(expect.arrayContaining(expected));

  expect(
    (await app.call("POST", "/identity/deletion", { as: zed, body: { password: PASSWORD } }))
      .status,
  ).toBe(200);
  await sql`delete from test.held_job where name = 'notification.deliver'`.execute(db);
  await app.jobs.runDue(ctx, personalDataWorkers);
  await waitForNotifications(ctx);
  app.clock.now = new Date(app.clock.now.getTime() + 14 * DAY_MS);
  await sweepRides(app);
  await pruneIdempotencyKeys(ctx);
  for (const sweep of personalDataSweeps) await runSweep(ctx, sweep);
  await sql`delete from test.held_job`.execute(db);
  expect(await whereIs(db, CANARY)).toEqual([]);
  expect(await whereIs(db, PHONE)).toEqual([]);
  expect(app.bugs).toEqual([]);

  const ride = await app.call("GET", `/rides/${rideId}`, { as: pia });
  expect(ride.body).toMatchObject({
    host: { displayName: "Former member", photo: null },
    vehicle: null,
    note: null,
  });
  const [conversation] = (await listConversations(app, pia)).filter(({ id }) => id === chat.id);
  expect(conversation?.members.map(({ displayName }) => displayName)).toContain("Former member");
  expect((await listMessages(app, pia, chat)).map(({ text }) => text)).toContain("");
  // The address is free for another account.
  await expect(createVerifiedAccount(ctx, { email: zed.email })).resolves.toBeDefined();
});

const choiceOf = (who: string) => ({ who, at: "2026-01-02T08:00:00.000Z", full: false });

test("a deletion removes the user's name from the replacement rides that others were notified about", async () => {
  const app = await createTestApp();
  const leaver = await app.createUser({ firstName: "Quilla" });
  const passenger = await app.createUser();
  await app.db
    .insertInto("notification")
    .values({
      uid: passenger.uid,
      kind: "replacement.found",
      cause: "a seat",
      path: "/rides/search",
      details: JSON.stringify({
        from: "Freiburg",
        choices: ["Quilla M.", "Jonas O."].map(choiceOf),
      }),
      created_at: app.now(),
    })
    .execute();
  expect(await whereIs(app.db, "Quilla")).toContain("notification.details");

  await sql`update account set deletion_requested_at = ${app.now()}, deletion_reason = 'requested', erase_at = ${app.now()}
    where uid = ${leaver.uid}`.execute(app.db);
  await transaction(app.ctx, (ctx) =>
    erasePersonalData(ctx, { uid: leaver.uid, email: leaver.email, at: app.now() }),
  );
  expect(await whereIs(app.db, "Quilla")).toEqual([]);
  const { details } = await app.db
    .selectFrom("notification")
    .select("details")
    .where("kind", "=", "replacement.found")
    .executeTakeFirstOrThrow();
  expect(details).toEqual({
    from: "Freiburg",
    choices: ["Former member", "Jonas O."].map(choiceOf),
  });
});
