import { DAY_MS } from "@commonlane/contract/durations";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createVerifiedAccount, issueIdToken } from "#modules/accounts/index.ts";
import type { Db } from "#platform/db/database.ts";
import { pruneIdempotencyKeys } from "#platform/http/endpoints/idempotency.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import {
  waitForChats,
  listConversations,
  listMessages,
  openChat,
  sendMessage,
} from "../../../test/fixtures/chats.ts";
import { driverActions } from "../../../test/fixtures/drivers.ts";
import { PASSWORD } from "../../../test/fixtures/accounts.ts";
import {
  requestSeats,
  freiburgToKoeln,
  hostRide,
  karlsruheToBonn,
  createOffer,
  postRequest,
  towns,
} from "../../../test/fixtures/rides.ts";
import { createGroup } from "../../../test/fixtures/groups.ts";
import { plantIdentity } from "../../../test/fixtures/institution-sign-in.ts";
import { waitForNotifications } from "../../../test/fixtures/notifications.ts";
import {
  estimatedArrivalMs,
  ratingActions,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { personalDataSweeps, personalDataWorkers } from "./index.ts";
import { accountAccess } from "#bootstrap/account-access.ts";
import { dataInventory } from "./data-inventory/data-inventory.store.ts";

/** Content that the user writes in every possible place. */
const CANARY = "zqcanary";
const PHONE = "+12025550177";
const mark = (where: string) => `${CANARY} ${where}`;
const place = (town: keyof typeof towns) => ({ ...towns[town], placeId: null, label: mark(town) });
const canaryWay = {
  origin: place("freiburg"),
  destination: place("koeln"),
  stops: [place("mainz")],
};
const onDay = (day: number, hour = "06:45") =>
  `2026-01-${String(day).padStart(2, "0")}T${hour}:00.000Z`;

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
      const [name, of] = [sql.ref(column), sql.id(schema, table)];
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

async function leaverIn({ ctx }: TestApp): Promise<TestUser> {
  const email = `${CANARY}@example.org`;
  const { uid } = await createVerifiedAccount(ctx, {
    email,
    password: PASSWORD,
    profile: {
      firstName: mark("first"),
      lastName: mark("last"),
      phone: PHONE,
      birthDate: "1990-06-15",
      bio: mark("bio"),
      homePlace: { label: mark("home"), lat: 48, lng: 8 },
      workPlace: { label: mark("work"), lat: 48, lng: 8 },
      vehicles: [
        {
          make: mark("make"),
          model: mark("model"),
          colour: mark("colour"),
          plate: CANARY,
          seats: 4,
          comfort: [],
        },
      ],
    },
  });
  const freshToken = () => issueIdToken(ctx, uid);
  return { uid, email, token: await freshToken(), freshToken };
}

interface Others {
  readonly pia: TestUser;
  readonly pip: TestUser;
  readonly hal: TestUser;
}

/** Uses every feature that stores something the user writes. */
async function useEveryFeature(app: TestApp, zed: TestUser, others: Others) {
  const { pia, hal } = others;
  const ok = async (
    method: "POST" | "PUT",
    path: string,
    as: TestUser,
    body: object,
    headers = {},
  ) => {
    const response = await app.call<{ id: string }>(method, path, { as, body, headers });
    if (response.status >= 300)
      throw new Error(
        `${method} ${path} answered ${response.status}: ${JSON.stringify(response.body)}`,
      );
    return response.body;
  };
  await plantIdentity(app, { uid: zed.uid, subject: CANARY });
  await sql`
    insert into unconfirmed_identity (browser_hash, step, uid, provider_id, identity, expires_at)
    values ('x', 'new-account', null, 'uni', ${JSON.stringify({ email: zed.email })}::jsonb, ${onDay(2)})`.execute(
    app.db,
  );
  const { body: own } = await app.call<{ vehicles: { id: string }[] }>(
    "GET",
    "/firebase-auth/profile",
    { as: zed },
  );
  const vehicleId = own.vehicles[0]?.id;
  const hosted = await hostRide(app, zed, { ...canaryWay, vehicleId, note: mark("ride note") });
  await seatOthers(app, zed, others, hosted);
  const chat = await openChat(app, zed, pia);
  await sendMessage(app, zed, chat, {
    clientId: `${CANARY}-client`,
    text: mark(`write to ${CANARY}@example.com`),
  });
  await sendMessage(app, zed, chat, { kind: "place", text: "", place: place("mainz") });
  const answer = await sendMessage(app, pia, chat, "Hello");

  const theirs = await hostRide(app, hal, { departsAt: onDay(3) });
  await (
    await requestSeats(app, theirs, hal, { message: mark("seat"), pickup: place("freiburg") }, zed)
  ).accept();
  const wish = { origin: place("karlsruhe"), destination: place("bonn"), note: mark("wish") };
  const window = { departsAfter: onDay(4, "05:00"), departsBefore: onDay(4, "22:00") };
  const request = await postRequest(app, zed, { ...karlsruheToBonn, ...wish, ...window });
  await (await createOffer(app, request, zed, { departsAt: onDay(4, "11:00") }, hal)).accept();
  const pias = await postRequest(app, pia, {
    departsAfter: onDay(5, "05:00"),
    departsBefore: onDay(5, "22:00"),
  });
  await createOffer(
    app,
    pias,
    pia,
    { departsAt: onDay(5, "11:00"), message: mark("offer"), vehicleId },
    zed,
  );

  const { departsAt: _, ...rideTerms } = { ...freiburgToKoeln, ...canaryWay, note: mark("series") };
  await ok("POST", "/rides/series", zed, {
    ride: rideTerms,
    time: "07:45",
    weekdays: [1],
    firstDay: "2026-01-12",
  });
  await ok("POST", "/meeting-points", zed, {
    name: mark("mp"),
    note: mark("mpnote"),
    lat: 48,
    lng: 7.84,
  });
  await ok("POST", "/events", zed, {
    title: mark("event"),
    description: mark("eventtext"),
    place: place("koeln"),
    startsAt: "2026-02-01T09:00:00Z",
    endsAt: "2026-02-01T12:00:00Z",
    website: `https://${CANARY}.example`,
  });
  const group = await createGroup(app, pia, { joining: "approval" });
  await ok("POST", `/groups/${group.id}/join`, zed, { message: mark("join") });
  await ok("POST", "/rides/templates", zed, { name: mark("template"), ride: rideTerms });
  await ok("POST", "/saved-searches", zed, {
    name: mark("x"),
    origin: place("mainz"),
    destination: place("bonn"),
  });
  await driverActions(app, zed).goActive(
    { address: mark("address"), note: mark("map"), headingTo: place("koeln"), seats: 2 },
    { "idempotency-key": mark("key") },
  );
  await ok("POST", "/reports", zed, {
    about: { kind: "person", id: hal.uid },
    reason: "other",
    text: mark("report"),
  });
  await ok("POST", "/reports", hal, { about: { kind: "person", id: zed.uid }, reason: "scam" });
  // A passenger reports another one from the ride of the leaving user.
  const context = { kind: "ride", id: hosted.id };
  await ok("POST", "/reports", pia, {
    about: { kind: "person", id: others.pip.uid },
    reason: "other",
    context,
  });
  await ok("POST", "/reports", hal, {
    about: { kind: "ride", id: hosted.id },
    reason: "scam",
  }).catch(() => undefined);
  await waitForChats(app.ctx);
  await reportAmongOthers(app, pia, answer.body.id);
  await travel(app, zed, others, hosted);
  await insertRareRows(app, zed);
  return { rideId: hosted.id, chat };
}

/** Two passengers join, and one request is declined with a reason. */
async function seatOthers(
  app: TestApp,
  zed: TestUser,
  { pia, pip, hal }: Others,
  ride: Awaited<ReturnType<typeof hostRide>>,
) {
  await (await requestSeats(app, ride, zed, {}, pia)).accept();
  await (await requestSeats(app, ride, zed, {}, pip)).accept();
  await (await requestSeats(app, ride, zed, {}, hal)).reject(zed, { reason: mark("no") });
  await waitForNotifications(app.ctx);
}

/** Reports another user's message in a conversation with messages of the leaving user. */
async function reportAmongOthers(
  app: TestApp,
  reporter: TestUser,
  messageId: string,
): Promise<void> {
  const other = await app.createUser();
  await sql`insert into report (reporter_id, subject_kind, subject_id, subject_uid, reason, snapshot, created_at)
    select ${reporter.uid}, 'message', ${messageId}, ${other.uid}, 'scam', jsonb_build_object('messages',
      (select jsonb_agg(to_jsonb(message)) from message)), now()`.execute(app.db);
}

/** Completes the ride, with ratings and outcomes. */
async function travel(
  app: TestApp,
  zed: TestUser,
  { pia, pip }: Others,
  ride: Awaited<ReturnType<typeof hostRide>>,
) {
  app.clock.now = new Date(estimatedArrivalMs(ride) + 60_000);
  await sweepRides(app);
  const { rate } = ratingActions(app);
  await rate(zed, pia, { comment: mark("comment"), ride_id: ride.id });
  const { id } = (await rate(pia, zed, { comment: "Fine", ride_id: ride.id })).body;
  await app.call("POST", `/ratings/${id}/reply`, { as: zed, body: { text: mark("reply") } });
  await app.call("POST", `/ratings/${id}/appeal`, { as: zed, body: { reason: mark("appeal") } });
  const seat = await app.db
    .selectFrom("seat_request")
    .select("id")
    .where("seeker_id", "=", pip.uid)
    .executeTakeFirstOrThrow();
  const body = { fault: "passenger-absent", note: mark("absent") };
  await app.call("POST", `/trip-outcomes/${seat.id}/no-show`, { as: zed, body });
}

/** Inserts rows that no call writes in a test, and rare ones. */
async function insertRareRows({ db, ctx }: TestApp, zed: TestUser): Promise<void> {
  const now = ctx.now();
  const text = mark("behind");
  await sql`insert into one_time_code (email, purpose, code_hash, sent_at) values (${zed.email}, 'password-reset', 'x', ${now})`.execute(
    db,
  );
  await sql`insert into email_link (token_hash, purpose, uid, email, created_at, expires_at)
    values ('x', 'email-undo', ${zed.uid}, ${zed.email}, ${now}, ${now})`.execute(db);
  await sql`insert into known_device values ('x', ${zed.uid}, ${now})`.execute(db);
  await sql`insert into passkey (uid, credential_id, public_key, counter, transports, synced, name, created_at)
    values (${zed.uid}, 'x', 'x', 0, '{}', false, ${text}, ${now})`.execute(db);
  await sql`insert into passkey_challenge values ('x', 'confirmation', ${zed.uid}, 'x', ${now})`.execute(
    db,
  );
  await sql`insert into authenticator_app (uid, key, recovery_salt, created_at) values (${zed.uid}, 'x', 'x', ${now})`.execute(
    db,
  );
  await sql`insert into recovery_code (uid, code_hash) values (${zed.uid}, 'x')`.execute(db);
  await sql`insert into stranger_contact values (${zed.uid}, 'x', ${now})`.execute(db);
  await sql`insert into account_event (uid, kind, at, reason) values (${zed.uid}, 'session-ended', ${now}, ${text})`.execute(
    db,
  );
  await sql`insert into dev_email (recipient, subject, body_text, body_html, sent_at)
    values (${zed.email}, ${text}, ${text}, ${text}, ${now}), ('hal@example.org', ${text}, ${text}, ${text}, ${now})`.execute(
    db,
  );
  await sql`insert into push_subscription (uid, session_id, endpoint, p256dh, auth, created_at, refreshed_at)
    values (${zed.uid}, ${zed.uid}, ${`https://push.example/${CANARY}`}, 'x', 'x', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into photo values (${zed.uid}, 'p', ${Buffer.from(text)}, ${Buffer.from(text)}, ${now})`.execute(
    db,
  );
  await sql`insert into data_export (uid, requested_at, ready_at, expires_at, file)
    values (${zed.uid}, ${now}, ${now}, ${new Date(now.getTime() + 90 * DAY_MS)}, ${Buffer.from(text)})`.execute(
    db,
  );
  await sql`update seat_request set agreed = jsonb_build_object('origin', pickup)
    where seeker_id = ${zed.uid}`.execute(db);
  await sql`update offer set reason = ${text}, ended_by = 'driver', ended_at = ${now}, status = 'withdrawn'
    where driver_id = ${zed.uid}`.execute(db);
  await sql`insert into trip_outcome (seat_request_id, pin, reported_by, reported_fault, reported_at, answer_until, answer_note)
    select seat_request.id, '0000', 'seeker', 'host-absent', ${now}, ${now}, ${text}
    from seat_request join ride on ride.id = ride_id where host_id = ${zed.uid} and seat_request.status = 'completed'
    on conflict (seat_request_id) do nothing`.execute(db);
  await sql`update report set state = 'closed', closed_at = ${now}, outcome = ${text}
    where subject_uid = ${zed.uid}`.execute(db);
  await sql`insert into audit_log_entry (at, call, subject_id, details)
    values (${now}, 'moderation.warn', ${zed.uid}, jsonb_build_object('reason', ${text}::text))`.execute(
    db,
  );
  await sql`insert into moderator_action (kind, subject_id, person_uid, moderator_uid, reason, taken_at, final_at, state)
    select 'warn', uid, uid, ${zed.uid}, ${text}, ${now}, ${now}, 'final' from account`.execute(db);
  await sql`insert into standby (ride_id, seeker_id, seats, pickup, dropoff, after_cancellation, status, created_at, ended_at)
    select ride_id, seeker_id, 1, pickup, dropoff, true, 'ended', ${now}::timestamptz, ${now}::timestamptz from seat_request
    where seeker_id = ${zed.uid} and pickup->>'label' like ${`${CANARY}%`} and dropoff->>'label' like ${`${CANARY}%`}
    union all select ride.id, other.uid, 1, points->0, points->-1, true, 'ended', ${now}, ${now}
    from ride, (select uid from account where uid <> ${zed.uid} limit 1) as other where host_id = ${zed.uid}`.execute(
    db,
  );
  await sql`insert into trusted_contact (owner_id, name, email, email_hash, created_at)
    values (${zed.uid}, ${text}, ${`of-${zed.email}`}, ${text}, ${now})`.execute(db);
  await sql`update rating_appeal set decided_at = ${now}, note = ${text}`.execute(db);
  await sql`insert into content_removal (kind, subject_id, owner_uid, reason, original, hidden_at, appeal, appealed_at, decided_at, note)
    values ('bio', ${zed.uid}, ${zed.uid}, ${text}, ${text}, ${now}, ${text}, ${now}, ${now}, ${text})`.execute(
    db,
  );
  await sql`create schema if not exists job`.execute(db);
  await sql`create table job.job (data jsonb)`.execute(db);
  await sql`insert into job.job values (jsonb_build_object('to', ${zed.email}::text, 'text', ${text}::text))`.execute(
    db,
  );
}
