import { sql } from "kysely";
import { expect, test } from "vitest";
import { openChat, sendMessage } from "../../../test/fixtures/chats.ts";
import { PASSWORD, signIn } from "../../../test/fixtures/accounts.ts";
import { createOffer, hostRide, postRequest, requestSeats } from "../../../test/fixtures/rides.ts";
import { createModerator, listModeratorActs } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { doJobs, later, member, sweep } from "../../../test/fixtures/leaving.ts";

const leave = (app: TestApp, as: { token: string }, password = PASSWORD) =>
  app.call<{ eraseAt: string; code?: string }>("POST", "/identity/deletion", {
    as,
    body: { password },
  });

const isThere = async (app: TestApp, uid: string) =>
  (
    await app.db
      .selectFrom("account")
      .select("erased_at")
      .where("uid", "=", uid)
      .executeTakeFirstOrThrow()
  ).erased_at === null;

test("a deletion request ends rides, seats, requests and offers, and everyone affected is notified", async () => {
  const app = await createTestApp();
  const zed = await member(app, "zed");
  const pia = await app.createUser();
  await app.jobs.waiting(app.db);
  const ride = await hostRide(app, zed, { departsAt: "2026-01-02T06:45:00.000Z" });
  const seat = await requestSeats(app, ride, zed, {}, pia);
  await seat.accept();
  const pias = await hostRide(app, pia, { departsAt: "2026-01-05T06:45:00.000Z" });
  await (await requestSeats(app, pias, pia, {}, zed)).accept();
  const request = await postRequest(app, zed);
  const answered = await createOffer(app, request, zed, {});
  const pia2 = await postRequest(app, pia, {
    departsAfter: "2026-01-07T05:00:00.000Z",
    departsBefore: "2026-01-07T20:00:00.000Z",
  });
  await createOffer(app, pia2, pia, { departsAt: "2026-01-07T11:00:00.000Z" }, zed);
  const place = { label: "Town hall", lat: 47.99, lng: 7.85 };
  const times = { startsAt: "2026-01-09T09:00:00.000Z", endsAt: "2026-01-09T16:00:00.000Z" };
  const event = { title: "Conference on rides", description: "", place, ...times, website: null };
  expect(await app.call("POST", "/events", { as: zed, body: event })).toMatchObject({
    status: 201,
  });
  expect((await leave(app, zed)).status).toBe(200);
  await doJobs(app);
  const statusOf = async (
    table: "ride" | "seat_request" | "ride_request" | "offer" | "community_event",
  ) =>
    (await app.db.selectFrom(table).select("status").orderBy("id").execute()).map(
      ({ status }) => status,
    );
  expect(await statusOf("ride")).toEqual(["cancelled", "scheduled"]);
  expect(await statusOf("seat_request")).toEqual(["cancelled", "cancelled"]);
  expect(await statusOf("ride_request")).toEqual(["cancelled", "open"]);
  expect(await statusOf("offer")).toEqual(["declined", "withdrawn"]);
  expect(await statusOf("community_event")).toEqual(["cancelled"]);
  expect(kindsOf(await listNotifications(app, pia))).toEqual(
    expect.arrayContaining(["seat-request.cancelled", "offer.withdrawn"]),
  );
  expect(kindsOf(await listNotifications(app, answered.driver))).toContain("offer.declined");
  expect((await app.call("GET", `/profiles/${zed.uid}`, { as: pia })).status).toBe(404);
  // Items that were closed already do not prevent the deletion.
  await doJobs(app);
});

test("e-mails to similar addresses still go out, and moderators' notes about their owners stay", async () => {
  const app = await createTestApp();
  const zed = await member(app, "z_d");
  await leave(app, zed);
  await doJobs(app);
  await sql`create schema if not exists job`.execute(app.db);
  await sql`create table job.job (id text, data jsonb)`.execute(app.db);
  const written = {
    own: { to: zed.email, text: "Welcome back." },
    named: { to: "pia@example.org", text: "Write to\n\tZ_D@Example.org." },
    quoted: { to: "pia@example.org", html: `<a href='mailto:${zed.email}'>'${zed.email}'</a>` },
    longer: {
      to: `joa${zed.email}`,
      text: `Hello joa${zed.email}, or o'${zed.email}, or jo-${zed.email}`,
    },
    farther: { to: `${zed.email}.uk`, text: `Hello <${zed.email}.uk>` },
    alike: { to: "zed@example.org", text: "Hello zed@example.org" },
  };
  for (const [id, data] of Object.entries(written)) {
    await sql`insert into job.job values (${id}, ${JSON.stringify(data)})`.execute(app.db);
    await sql`insert into audit_log_entry (at, call, details) values (${app.now()}, ${id}, ${JSON.stringify(data)})`.execute(
      app.db,
    );
  }
  later(app, 14);
  await sweep(app);
  expect(await isThere(app, zed.uid)).toBe(false);
  const jobs = await sql<{ id: string }>`select id from job.job order by id`.execute(app.db);
  expect(jobs.rows.map(({ id }) => id)).toEqual(["alike", "farther", "longer"]);
  const acts = await sql<{
    call: string;
  }>`select call from audit_log_entry where details <> '{}' order by call`.execute(app.db);
  expect(acts.rows.map(({ call }) => call)).toEqual(["alike", "farther", "longer"]);
});

test("[domain/privacy:moderator-search] a moderator's search is erased with any user it found, whatever part of a name it contained; a search without results is not stored", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const bob = await member(app, "bob.secret");
  const bea = await member(app, "bea.public");
  for (const query of ["B.SECRET", "secret last", "example.org", "bea", bob.uid, "bob.misspelt"])
    await app.call("GET", "/moderation/people", { as: mo, query: { query } });
  const texts = async () =>
    (await listModeratorActs(app, mo))
      .filter(({ call }) => call === "moderation.searchPeople")
      .map(({ details }) => details["query"]);
  expect(await texts()).toEqual([
    "B.SECRET",
    "secret last",
    "example.org",
    "bea",
    bob.uid,
    undefined,
  ]);
  await leave(app, bob);
  await doJobs(app);
  later(app, 14);
  await sweep(app);
  expect(await isThere(app, bob.uid)).toBe(false);
  expect(await isThere(app, bea.uid)).toBe(true);
  expect(await texts()).toEqual([undefined, undefined, undefined, "bea", undefined, undefined]);
  const { rows } = await sql`select from audit_log_entry where details::text ~* 'secret'`.execute(
    app.db,
  );
  expect(rows).toHaveLength(0);
});

test("a deletion requires the password, ends every session, and can be cancelled by signing in during the grace period", async () => {
  const app = await createTestApp({ settings: { DELETION_GRACE_DAYS: 3 } });
  const zed = await member(app, "zed");
  expect((await leave(app, zed, "Wrong horse 7")).body.code).toBe("password_wrong");
  expect(await isThere(app, zed.uid)).toBe(true);
  const response = await leave(app, zed);
  expect(response.body.eraseAt).toBe("2026-01-04T08:00:00.000Z");
  expect(app.mail.at(-1)).toMatchObject({
    to: zed.email,
    subject: expect.stringContaining("4 January 2026"),
  });
  later(app, 2);
  await sweep(app);
  expect((await app.call("GET", "/firebase-auth/profile", { as: zed })).status).toBe(401);
  const back = await signIn(app, zed.email);
  expect(back.body).toMatchObject({ deletionCancelled: true });
  expect(app.mail.at(-1)?.subject).toMatch(/restored/);
  later(app, 30);
  await sweep(app);
  expect((await signIn(app, zed.email)).body.deletionCancelled).toBeUndefined();
  const zedAgain = await zed.signInAgain();
  await leave(app, zedAgain);
  later(app, 3);
  await doJobs(app);
  await sweep(app);
  expect((await signIn(app, zed.email)).body.code).toBe("credentials_wrong");
  expect(await isThere(app, zed.uid)).toBe(false);
});

test("unused accounts are notified and deleted unless their owner signs in, and active ones stay", async () => {
  const app = await createTestApp({
    settings: { DORMANT_AFTER_DAYS: 100, DORMANT_GRACE_DAYS: 10 },
  });
  const zed = await member(app, "zed");
  const ada = await member(app, "ada");
  const bob = await member(app, "bob");
  later(app, 60);
  await signIn(app, bob.email);
  later(app, 50);
  await sweep(app);
  const notified = app.mail
    .filter(({ subject }) => subject.includes("inactive"))
    .map(({ to }) => to);
  expect(notified.toSorted()).toEqual([ada.email, zed.email]);
  await signIn(app, ada.email);
  later(app, 11);
  await doJobs(app);
  await sweep(app);
  expect(await Promise.all([zed, ada, bob].map(({ uid }) => isThere(app, uid)))).toEqual([
    false,
    true,
    true,
  ]);
});

test("[domain/work:each-item] accounts that cannot be closed yet hide no account that is due after them", async () => {
  const app = await createTestApp();
  const zed = await member(app, "zed");
  const blocked = await Promise.all(Array.from({ length: 25 }, () => app.createUser()));
  for (const user of blocked) await hostRide(app, user);
  const due = (days: number) => ({
    deletion_requested_at: app.ctx.now(),
    deletion_reason: "requested" as const,
    erase_at: new Date(app.ctx.now().getTime() - days * 86_400_000),
  });
  const uids = blocked.map(({ uid }) => uid);
  await app.db.updateTable("account").set(due(2)).where("uid", "in", uids).execute();
  await app.db.updateTable("account").set(due(1)).where("uid", "=", zed.uid).execute();

  // Without the jobs that would end their rides.
  await sweep(app);
  expect(await isThere(app, zed.uid)).toBe(false);
  expect(await Promise.all(uids.map((uid) => isThere(app, uid)))).toEqual(uids.map(() => true));
});

test("inactive conversations and closed reports are deleted after their time, and no others", async () => {
  const app = await createTestApp({
    settings: { MESSAGE_RETENTION_DAYS: 100, REPORT_RETENTION_DAYS: 50 },
  });
  const zed = await app.createUser();
  const pia = await app.createUser();
  const hal = await app.createUser();
  const old = await openChat(app, zed, pia);
  const young = await openChat(app, zed, hal);
  await sendMessage(app, zed, old, "Long ago");
  for (const reporter of [pia, hal])
    await app.call("POST", "/reports", {
      as: reporter,
      body: { about: { kind: "person", id: zed.uid }, reason: "scam" },
    });
  const [first] = await app.db.selectFrom("report").select("id").orderBy("id").execute();
  await app.db
    .updateTable("report")
    .set({ state: "closed", outcome: "Nothing to it", closed_at: app.clock.now })
    .where("id", "=", first?.id ?? "")
    .execute();
  later(app, 60);
  await sendMessage(app, hal, young, "Still there");
  await sweep(app);
  expect(await app.db.selectFrom("report").select("state").execute()).toEqual([{ state: "open" }]);
  later(app, 41);
  await sweep(app);
  expect(await app.db.selectFrom("conversation").select("id").execute()).toEqual([
    { id: young.id },
  ]);
});
