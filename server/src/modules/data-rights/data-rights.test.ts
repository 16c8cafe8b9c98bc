import { DAY_MS } from "@commonlane/contract/durations";
import type { DataExport } from "@commonlane/contract/own-data";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { openChat, send } from "../../../test/chats.ts";
import { join, PASSWORD, signIn } from "../../../test/identity.ts";
import { askForSeats, hostRide, offerOn, postRequest } from "../../../test/journeys.ts";
import { actsOf, moderatorOf } from "../../../test/moderators.ts";
import { kindsOf, noticesOf } from "../../../test/notices.ts";
import { openWorld, type Person, type World } from "../../../test/world.ts";
import { dataRightsSweeps, dataRightsWorkers } from "./index.ts";

/** Somebody with a password, grown up. */
async function member(world: World, name: string) {
  const email = `${name}@example.org`;
  const { body } = await join(world, email);
  const as = { uid: body.user.uid, email, token: body.idToken };
  await world.call("POST", "/firebase-auth/update-profile", {
    as,
    body: { firstName: name.replaceAll(/[._]/g, " "), lastName: "Last", adultDeclared: true },
  });
  const again = async () => ({ ...as, token: (await signIn(world, email)).body.idToken });
  return { ...as, freshToken: async () => as.token, again };
}

const leave = (world: World, as: { token: string }, password = PASSWORD) =>
  world.call<{ eraseAt: string; code?: string }>("POST", "/identity/leave", { as, body: { password } });
const doJobs = async (world: World) => {
  await sql`delete from held_job where name = 'notice.deliver'`.execute(world.db);
  await world.jobs.runDue(world.ctx, dataRightsWorkers);
};
const later = (world: World, days: number) => {
  world.world.now = new Date(world.world.now.getTime() + days * DAY_MS);
};
const sweep = async (world: World) => {
  for (const one of dataRightsSweeps) await runSweep(world.ctx, one);
};
/** The file of an export that is ready: all of it as data, and the page. */
async function fileOf(world: World, as: Pick<Person, "freshToken">, id: string) {
  const url = `/api/identity/exports/${id}/file`;
  const file = await world.app.inject({ url, headers: { authorization: `Bearer ${await as.freshToken()}` } });
  const files = unzipSync(file.rawPayload);
  const data: Record<string, Record<string, unknown>[]> = JSON.parse(strFromU8(files["data.json"] ?? new Uint8Array()));
  return { headers: file.headers, data, page: strFromU8(files["index.html"] ?? new Uint8Array()) };
}
const isThere = async (world: World, uid: string) =>
  (await world.db.selectFrom("account").select("erased_at").where("uid", "=", uid).executeTakeFirstOrThrow())
    .erased_at === null;

test("[issue6/deletion:ends-what-is-open] who leaves ends rides, seats, requests and offers, and everybody concerned is told", async () => {
  const world = await openWorld();
  const [zed, pia] = [await member(world, "zed"), await world.person()];
  await world.jobs.waiting(world.db);
  const ride = await hostRide(world, zed, { departsAt: "2026-01-02T06:45:00.000Z" });
  const seat = await askForSeats(world, ride, zed, {}, pia);
  await seat.accept();
  const pias = await hostRide(world, pia, { departsAt: "2026-01-05T06:45:00.000Z" });
  await (await askForSeats(world, pias, pia, {}, zed)).accept();
  const wish = await postRequest(world, zed);
  const answered = await offerOn(world, wish, zed, {});
  const pia2 = await postRequest(world, pia, {
    departsAfter: "2026-01-07T05:00:00.000Z",
    departsBefore: "2026-01-07T20:00:00.000Z",
  });
  await offerOn(world, pia2, pia, { departsAt: "2026-01-07T11:00:00.000Z" }, zed);
  expect((await leave(world, zed)).status).toBe(200);
  await doJobs(world);
  const statusOf = async (table: "ride" | "seat_request" | "ride_request" | "offer") =>
    (await world.db.selectFrom(table).select("status").orderBy("id").execute()).map(({ status }) => status);
  expect(await statusOf("ride")).toEqual(["cancelled", "scheduled"]);
  expect(await statusOf("seat_request")).toEqual(["cancelled", "cancelled"]);
  expect(await statusOf("ride_request")).toEqual(["cancelled", "open"]);
  expect(await statusOf("offer")).toEqual(["declined", "withdrawn"]);
  expect(kindsOf(await noticesOf(world, pia))).toEqual(
    expect.arrayContaining(["seat-request.cancelled", "offer.withdrawn"]),
  );
  expect(kindsOf(await noticesOf(world, answered.driver))).toContain("offer.declined");
  expect((await world.call("GET", `/profiles/${zed.uid}`, { as: pia })).status).toBe(404);
  // Nobody is kept here by what was ended already.
  await doJobs(world);
});

test("[issue6/deletion:others-letters] letters to somebody whose address only looks alike go out, and what moderators wrote of them stays", async () => {
  const world = await openWorld();
  const zed = await member(world, "z_d");
  await leave(world, zed);
  await doJobs(world);
  await sql`create schema if not exists job`.execute(world.db);
  await sql`create table job.job (id text, data jsonb)`.execute(world.db);
  const written = {
    own: { to: zed.email, text: "Welcome back." },
    named: { to: "pia@example.org", text: "Write to\n\tZ_D@Example.org." },
    quoted: { to: "pia@example.org", html: `<a href='mailto:${zed.email}'>'${zed.email}'</a>` },
    longer: { to: `joa${zed.email}`, text: `Hello joa${zed.email}, or o'${zed.email}, or jo-${zed.email}` },
    farther: { to: `${zed.email}.uk`, text: `Hello <${zed.email}.uk>` },
    alike: { to: "zed@example.org", text: "Hello zed@example.org" },
  };
  for (const [id, data] of Object.entries(written)) {
    await sql`insert into job.job values (${id}, ${JSON.stringify(data)})`.execute(world.db);
    await sql`insert into moderator_act (at, call, said) values (${world.now()}, ${id}, ${JSON.stringify(data)})`.execute(
      world.db,
    );
  }
  later(world, 14);
  await sweep(world);
  expect(await isThere(world, zed.uid)).toBe(false);
  const jobs = await sql<{ id: string }>`select id from job.job order by id`.execute(world.db);
  expect(jobs.rows.map(({ id }) => id)).toEqual(["alike", "farther", "longer"]);
  const acts = await sql<{ call: string }>`select call from moderator_act where said <> '{}' order by call`.execute(
    world.db,
  );
  expect(acts.rows.map(({ call }) => call)).toEqual(["alike", "farther", "longer"]);
});

test("[domain/privacy:moderator-search] what a moderator searched for is erased with any person it found, whatever part of a name it was; what found nobody is not kept", async () => {
  const world = await openWorld();
  const mo = await moderatorOf(world);
  const [bob, bea] = [await member(world, "bob.secret"), await member(world, "bea.public")];
  for (const query of ["B.SECRET", "secret last", "example.org", "bea", bob.uid, "bob.misspelt"])
    await world.call("GET", "/moderation/people", { as: mo, query: { query } });
  const texts = async () =>
    (await actsOf(world, mo)).filter(({ call }) => call === "moderation.people").map(({ said }) => said["query"]);
  expect(await texts()).toEqual(["B.SECRET", "secret last", "example.org", "bea", bob.uid, undefined]);
  await leave(world, bob);
  await doJobs(world);
  later(world, 14);
  await sweep(world);
  expect(await isThere(world, bob.uid)).toBe(false);
  expect(await isThere(world, bea.uid)).toBe(true);
  expect(await texts()).toEqual([undefined, undefined, undefined, "bea", undefined, undefined]);
  const { rows } = await sql`select from moderator_act where said::text ~* 'secret'`.execute(world.db);
  expect(rows).toHaveLength(0);
});

test("[issue6/deletion:undo] it takes the password, ends every session, and is undone by signing in until its time is over", async () => {
  const world = await openWorld({ settings: { DELETION_GRACE_DAYS: 3 } });
  const zed = await member(world, "zed");
  expect((await leave(world, zed, "Wrong horse 7")).body.code).toBe("password_wrong");
  expect(await isThere(world, zed.uid)).toBe(true);
  const asked = await leave(world, zed);
  expect(asked.body.eraseAt).toBe("2026-01-04T08:00:00.000Z");
  expect(world.mail.at(-1)).toMatchObject({ to: zed.email, subject: expect.stringContaining("4 January 2026") });
  later(world, 2);
  await sweep(world);
  expect((await world.call("GET", "/firebase-auth/profile", { as: zed })).status).toBe(401);
  const back = await signIn(world, zed.email);
  expect(back.body).toMatchObject({ cameBack: true });
  expect(world.mail.at(-1)?.subject).toMatch(/stays/);
  later(world, 30);
  await sweep(world);
  expect((await signIn(world, zed.email)).body.cameBack).toBeUndefined();
  const again = await zed.again();
  await leave(world, again);
  later(world, 3);
  await doJobs(world);
  await sweep(world);
  expect((await signIn(world, zed.email)).body.code).toBe("credentials_wrong");
  expect(await isThere(world, zed.uid)).toBe(false);
});

test("[issue6/deletion:dormant] who was not here for long is told, leaves unless they come back, and who is here stays", async () => {
  const world = await openWorld({ settings: { DORMANT_AFTER_DAYS: 100, DORMANT_GRACE_DAYS: 10 } });
  const [zed, ada, bob] = [await member(world, "zed"), await member(world, "ada"), await member(world, "bob")];
  later(world, 60);
  await signIn(world, bob.email);
  later(world, 50);
  await sweep(world);
  const told = world.mail.filter(({ subject }) => subject.includes("not been used")).map(({ to }) => to);
  expect(told.toSorted()).toEqual([ada.email, zed.email]);
  await signIn(world, ada.email);
  later(world, 11);
  await doJobs(world);
  await sweep(world);
  expect(await Promise.all([zed, ada, bob].map(({ uid }) => isThere(world, uid)))).toEqual([false, true, true]);
});

test("[issue6/export:own] an export holds what its owner wrote and nothing that others did, as JSON and as a page", async () => {
  const world = await openWorld();
  const [zed, pia] = [await member(world, "zed"), await world.person({ lastName: "Secretname" })];
  await world.jobs.waiting(world.db);
  await world.call("POST", "/firebase-auth/update-profile", { as: zed, body: { bio: "I <b>like</b> trains" } });
  const ride = await hostRide(world, pia, { note: "Pia's own note" });
  await (await askForSeats(world, ride, pia, { message: "Take me along" }, zed)).accept();
  const chat = await openChat(world, zed, pia);
  await send(world, zed, chat, "Written by Zed");
  await send(world, pia, chat, "Written by Pia");
  const asked = await world.call<DataExport>("POST", "/identity/exports", { as: zed });
  expect(asked).toMatchObject({ status: 201, body: { state: "making", bytes: null } });
  const twice = await world.call<DataExport>("POST", "/identity/exports", { as: zed });
  expect(twice.body.id).toBe(asked.body.id);
  await doJobs(world);
  const { body: list } = await world.call<{ items: DataExport[] }>("GET", "/identity/exports", { as: zed });
  expect(list.items).toMatchObject([{ id: asked.body.id, state: "ready", expiresAt: "2026-01-08T08:00:00.000Z" }]);
  const { headers, data, page } = await fileOf(world, zed, asked.body.id);
  expect(headers).toMatchObject({ "content-type": "application/zip", "cache-control": "private, no-store" });
  expect(data["account"]).toMatchObject([{ email: zed.email }]);
  const { label: pickup } = ride.origin;
  expect(data["seatRequest"]).toMatchObject([{ message: "Take me along", status: "accepted", pickup }]);
  expect(data["message"]).toMatchObject([{ text: "Written by Zed" }]);
  expect(page).toContain("I &#60;b&#62;like&#60;/b&#62; trains");
  for (const others of ["Written by Pia", "Secretname", "own note", pia.email])
    expect(page + JSON.stringify(data)).not.toContain(others);
});

test("[domain/privacy:held] an export does not name where one gets in and out on a seat that is only held", async () => {
  const world = await openWorld();
  const [zed, host] = [await world.person(), await world.person()];
  await world.jobs.waiting(world.db);
  const ride = await hostRide(world, host, { seatsTotal: 1, approval: "instant" });
  const aboard = await askForSeats(world, ride, host);
  await world.call("POST", `/rides/${ride.id}/standby`, { as: zed, body: {} });
  await aboard.end();
  const { body } = await world.call<DataExport>("POST", "/identity/exports", { as: zed });
  await doJobs(world);
  const { data } = await fileOf(world, zed, body.id);
  expect(data["seatRequest"]).toMatchObject([{ status: "accepted", pickup: null, dropoff: null }]);
});

test("[issue6/export:owner-only] an export is its owner's alone, and for a limited time", async () => {
  const world = await openWorld({ settings: { EXPORTS_KEPT_DAYS: 1 } });
  const [zed, pia] = [await world.person(), await world.person()];
  await world.jobs.waiting(world.db);
  const { body } = await world.call<DataExport>("POST", "/identity/exports", { as: zed });
  const fetched = async (as?: { freshToken: () => Promise<string> }) =>
    (
      await world.app.inject({
        url: `/api/identity/exports/${body.id}/file`,
        headers: as ? { authorization: `Bearer ${await as.freshToken()}` } : {},
      })
    ).statusCode;
  expect(await fetched(zed)).toBe(404);
  await doJobs(world);
  expect([await fetched(zed), await fetched(pia), await fetched()]).toEqual([200, 404, 401]);
  later(world, 1);
  expect(await fetched(zed)).toBe(404);
  await sweep(world);
  expect(await world.db.selectFrom("data_export").select("id").execute()).toEqual([]);
});

test("[issue6/retention:silent] silent conversations and settled reports are forgotten after their time, and no others", async () => {
  const world = await openWorld({ settings: { MESSAGES_KEPT_DAYS: 100, REPORTS_KEPT_DAYS: 50 } });
  const [zed, pia, hal] = [await world.person(), await world.person(), await world.person()];
  const [old, young] = [await openChat(world, zed, pia), await openChat(world, zed, hal)];
  await send(world, zed, old, "Long ago");
  for (const reporter of [pia, hal])
    await world.call("POST", "/reports", {
      as: reporter,
      body: { about: { kind: "person", id: zed.uid }, reason: "scam" },
    });
  const [first] = await world.db.selectFrom("report").select("id").orderBy("id").execute();
  await world.db
    .updateTable("report")
    .set({ state: "closed", outcome: "Nothing to it", closed_at: world.world.now })
    .where("id", "=", first?.id ?? "")
    .execute();
  later(world, 60);
  await send(world, hal, young, "Still there");
  await sweep(world);
  expect(await world.db.selectFrom("report").select("state").execute()).toEqual([{ state: "open" }]);
  later(world, 41);
  await sweep(world);
  expect(await world.db.selectFrom("conversation").select("id").execute()).toEqual([{ id: young.id }]);
});
