import type { Bulletin, CommunityStatistics, Invite } from "@commonlane/contract/community-admin";
import { expect, test, vi } from "vitest";
import {
  advanceClock,
  signUpWithCode,
  PASSWORD,
  signIn,
  signUp,
  verifyRegistrationCode,
} from "../../../test/fixtures/accounts.ts";
import { requestSeats, hostRide } from "../../../test/fixtures/rides.ts";
import { listModeratorActs, createModerator } from "../../../test/fixtures/moderators.ts";
import {
  estimatedArrivalMs,
  createBookedRide,
  sweepRides,
} from "../../../test/fixtures/shared-rides.ts";
import { waitForConsumer } from "../../../test/app/wait-for-consumer.ts";
import { createCommunity } from "#platform/community/community.ts";
import { createTestApp, type TestUser, type TestApp } from "../../../test/app/test-app.ts";
import { createVerifiedAccount } from "#modules/accounts/index.ts";
import { reliabilityConsumer } from "#modules/reliability/index.ts";

type Coded = { code?: string; error?: string };

const rule = (app: TestApp, as: TestUser, body: object) =>
  app.call<Coded>("PUT", "/moderation/rules", { as, body });

const askCode = async (app: TestApp, email: string, inviteCode?: string) =>
  (await app.call<Coded>("POST", "/auth/send-registration-otp", { body: { email, inviteCode } }))
    .body.code ?? "sent";

test("only addresses of the allowed domains and their subdomains get a code, sign up or are changed to", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  await rule(app, mo, { emailDomains: ["Uni.example"] });
  expect(await askCode(app, "ada@uni.example")).toBe("sent");
  expect(await askCode(app, "ada@stud.uni.example")).toBe("sent");
  for (const email of ["ada@example.org", "ada@otheruni.example", "uni.example@example.org"]) {
    expect(await askCode(app, email)).toBe("email_domain_closed");
    expect((await signUp(app, email)).body.code).toBe("email_domain_closed");
  }
  const { email } = { email: "eve@example.org" };
  await createVerifiedAccount(app.ctx, { email, password: PASSWORD });
  const { body } = await signIn(app, email);
  const change = (newEmail: string) =>
    app.call<Coded>("POST", "/identity/change-email", {
      as: { token: body.idToken },
      body: { password: PASSWORD, newEmail },
    });
  expect((await change("eve2@example.org")).body.code).toBe("email_domain_closed");
  expect((await change("eve@uni.example")).status).toBe(200);
  await rule(app, mo, { emailDomains: [] });
  expect((await signUpWithCode(app, "bob@example.org")).status).toBe(201);
});

test("in invite-only mode, a code admits its number of members until it expires or is revoked, and is stored as a hash", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  await rule(app, mo, { inviteOnly: true });
  const make = async (body: object) =>
    (await app.call<Invite & { code: string }>("POST", "/moderation/invites", { as: mo, body }))
      .body;
  const enter = (email: string, inviteCode?: string) =>
    app.call<Coded>("POST", "/identity/sign-up", {
      body: { email, password: PASSWORD, inviteCode },
    });
  const one = await make({ label: "First years", uses: 1 });
  expect(await askCode(app, "a@example.org")).toBe("invite_needed");
  expect(await askCode(app, "a@example.org", "AAAAA-BBBBB")).toBe("invite_wrong");
  expect(await askCode(app, "a@example.org", one.code.toLowerCase().replace("-", " "))).toBe(
    "sent",
  );
  const otp = app.mail.findLast(({ to }) => to === "a@example.org")?.code ?? "";
  await verifyRegistrationCode(app, "a@example.org", otp);
  expect((await enter("a@example.org")).body.code).toBe("invite_needed");
  // Concurrent: the code is valid for one.
  const entered = await Promise.all(
    ["a", "b", "c"].map((name) => enter(`${name}@example.org`, one.code)),
  );
  expect(entered.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(await askCode(app, "d@example.org", one.code)).toBe("invite_wrong");
  const gone = await make({ label: "Gone", uses: 5 });
  const old = await make({ label: "Old", uses: 5, days: 1 });
  await app.call("DELETE", `/moderation/invites/${gone.id}`, { as: mo });
  expect(await askCode(app, "e@example.org", gone.code)).toBe("invite_wrong");
  const listed = await app.call<{ items: Invite[] }>("GET", "/moderation/invites", { as: mo });
  expect(listed.body.items.map(({ label }) => label)).toEqual(["Old"]);
  advanceClock(app, 86_400);
  expect(await askCode(app, "e@example.org", old.code)).toBe("invite_wrong");
  const stored = JSON.stringify([
    await app.db.selectFrom("invite").selectAll().execute(),
    await listModeratorActs(app, mo).then((acts) => acts.map(({ details }) => details)),
  ]);
  for (const { code } of [one, gone, old]) expect(stored).not.toContain(code.replace("-", ""));
});

test("during maintenance, everyone except moderators gets 503 with the reason, and moderators can sign in", async () => {
  const app = await createTestApp();
  const { email } = { email: "mo@example.org" };
  await createVerifiedAccount(app.ctx, { email, password: PASSWORD });
  const mo = await createModerator(app);
  const ada = await app.createUser();
  const look = async (as?: TestUser) => (await app.call<Coded>("GET", "/rides/all", { as })).body;
  await rule(app, mo, { maintenance: "Back at noon" });
  // Each process checks a moment later.
  await vi.waitFor(async () =>
    expect(await look(ada)).toMatchObject({ code: "closed_for_now", error: "Back at noon" }),
  );
  expect((await app.call("GET", "/rides/all", { as: ada })).status).toBe(503);
  expect(await look(mo)).not.toHaveProperty("code");
  expect((await signIn(app, email)).status).toBe(200);
  expect(await askCode(app, "new@example.org")).toBe("closed_for_now");
  const response = await app.call<Bulletin>("GET", "/bulletin");
  expect(response.body).toEqual({
    maintenance: "Back at noon",
    announcements: [],
    inviteOnly: false,
  });
  await rule(app, mo, { maintenance: null });
  await vi.waitFor(async () => expect(await look(ada)).not.toHaveProperty("code"));
});

test("during maintenance, users on a trip can read their ride, be followed and confirm their arrival", async () => {
  const { app, ride, passenger, setClock } = await createBookedRide();
  const mo = await createModerator(app);
  const call = (method: "GET" | "POST", path: string, as?: TestUser, body?: object) =>
    app.call<Coded & { url: string }>(method, path, { as, body });
  await rule(app, mo, { maintenance: "Back at noon" });
  await vi.waitFor(async () =>
    expect((await call("GET", "/rides/all", passenger)).status).toBe(503),
  );
  setClock(ride.departsAt);
  const link = await call("POST", `/rides/${ride.id}/shares`, passenger);
  const token = new URL(link.body.url).hash.slice(1);
  const answers = [
    await call("GET", `/rides/${ride.id}`, passenger),
    await call("GET", `/rides/${ride.id}/trip-outcomes`, passenger),
    await call("GET", `/rides/${ride.id}/trip-safety`, passenger),
    await call("POST", "/followed-rides", undefined, { token }),
    await call("POST", `/rides/${ride.id}/arrived`, passenger),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await call("GET", `/rides/${ride.id}`)).status).toBe(401);
});

test("announcements are visible to everyone until they expire or are withdrawn", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const announce = (text: string, endsAt?: string) =>
    app.call<{ id: string }>("POST", "/moderation/announcements", {
      as: mo,
      body: { text, endsAt },
    });
  const texts = async () =>
    (await app.call<Bulletin>("GET", "/bulletin")).body.announcements.map(({ text }) => text);
  await announce("For a day", "2026-01-02T08:00:00Z");
  const { id } = (await announce("For good")).body;
  expect(await texts()).toEqual(["For good", "For a day"]);
  advanceClock(app, 86_400);
  expect(await texts()).toEqual(["For good"]);
  expect((await app.call("DELETE", `/moderation/announcements/${id}`, { as: mo })).status).toBe(
    200,
  );
  expect((await app.call("DELETE", `/moderation/announcements/${id}`, { as: mo })).status).toBe(
    404,
  );
  expect(await texts()).toEqual([]);
  // Open pages receive each change, including maintenance, and no failed ones.
  await rule(app, mo, { maintenance: "Back at noon" });
  await rule(app, mo, { inviteOnly: true });
  const published = await app.db
    .selectFrom("event")
    .select("topic")
    .where("topic", "=", "bulletin")
    .execute();
  expect(published).toHaveLength(4);
});

test("pages say at once, in every process, who can come in", async () => {
  const app = await createTestApp();
  const mo = await createModerator(app);
  const other = createCommunity({}, app.ctx.log);
  const settingsChanges = async () =>
    (
      await app.db
        .selectFrom("event")
        .select("topic")
        .where("topic", "=", "community-settings")
        .execute()
    ).length;
  expect(app.ctx.community).toMatchObject({ inviteOnly: false, maintenance: null });
  await rule(app, mo, { inviteOnly: true });
  await rule(app, mo, { maintenance: "Back at noon" });
  expect(await settingsChanges()).toBe(2);
  await other.reload(app.db);
  for (const community of [app.ctx.community, other])
    expect(community).toMatchObject({ inviteOnly: true, maintenance: "Back at noon" });
  await rule(app, mo, { inviteOnly: false, maintenance: null });
  expect(app.ctx.community).toMatchObject({ inviteOnly: false, maintenance: null });
  // Rules that no page states make no process render its pages again.
  await rule(app, mo, { emailDomains: ["example.edu"] });
  expect(await settingsChanges()).toBe(3);
});

test("weekly figures of departed rides, shared seats and kilometres, requests, acceptances and answer times", async () => {
  const { app, host, ride, setClock } = await createBookedRide();
  const mo = await createModerator(app);
  const figures = async () => {
    await waitForConsumer(app.ctx, "reliability", reliabilityConsumer(app.ctx));
    return (
      await app.call<CommunityStatistics>("GET", "/moderation/statistics", {
        as: mo,
        query: { weeks: 2 },
      })
    ).body;
  };
  // Requested and accepted, but not departed yet.
  expect((await figures()).weeks.at(-1)).toMatchObject({
    rides: 0,
    seats: 0,
    requests: 1,
    accepted: 1,
    answerS: 0,
  });
  const later = await app.createUser();
  const other = await hostRide(app, host, { departsAt: "2026-01-05T06:45:00.000Z" });
  await requestSeats(app, other, host, {}, later);
  setClock(estimatedArrivalMs(ride) + 60_000);
  await sweepRides(app);
  const { weeks, members } = await figures();
  expect(weeks.map(({ begins }) => begins)).toEqual(["2025-12-22", "2025-12-29"]);
  expect(weeks[0]).toMatchObject({ rides: 0, seats: 0, seatKm: 0, requests: 0, answerS: null });
  expect(weeks[1]).toMatchObject({ rides: 1, seats: 1, requests: 2, accepted: 1 });
  expect(weeks[1]?.seatKm).toBe(Math.round(ride.distanceM / 1000));
  expect(members).toBe(4);
});

test("answer times exclude instant bookings and reserved standby seats, and a reserved seat is not accepted", async () => {
  const { app, host, ride } = await createBookedRide();
  const mo = await createModerator(app);
  const full = await hostRide(app, await app.createUser(), { approval: "instant", seatsTotal: 3 });
  const aboard = [1, 2, 3].map(() => requestSeats(app, full, host));
  const [first] = await Promise.all(aboard);
  await app.call("POST", `/rides/${full.id}/standby`, { as: await app.createUser(), body: {} });
  await first?.end();
  const slow = await requestSeats(app, ride, host);
  advanceClock(app, 3600);
  await slow.accept();
  await waitForConsumer(app.ctx, "reliability", reliabilityConsumer(app.ctx));
  const { body } = await app.call<CommunityStatistics>("GET", "/moderation/statistics", {
    as: mo,
    query: { weeks: 1 },
  });
  // One was accepted manually at once and one after an hour; of six requested, one is only reserved.
  expect(body.weeks.at(-1)).toMatchObject({ requests: 6, accepted: 5, answerS: 1800 });
});
