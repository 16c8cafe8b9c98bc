import type { ContentRemoval } from "@commonlane/contract/moderation-shapes";
import type { ReportFile } from "@commonlane/contract/report-files";
import type { ModeratorAction } from "@commonlane/contract/moderator-actions";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { listModeratorActs, createModerator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { hostRide, requestSeats } from "../../../test/fixtures/rides.ts";
import { createTestApp, type TestUser } from "../../../test/app/test-app.ts";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { grantModeratorRole, moderationSweeps } from "./index.ts";

type Coded = { code?: string; error?: string; current?: { kind?: string } };
const UNDO_S = 600;

/** Two moderators, Mo and Max, who can undo for ten minutes; Ada has reported Mallory. */
async function openConsole() {
  const app = await createTestApp({ settings: { MODERATION_UNDO_S: UNDO_S } });
  const mo = await createModerator(app);
  const max = await app.createUser({ firstName: "Max", lastName: "Second" });
  await grantModeratorRole(app.ctx, max.email);
  const ada = await app.createUser();
  const mallory = await app.createUser({ firstName: "Mallory", lastName: "Grim" });
  await app.call("POST", "/reports", {
    as: ada,
    body: { about: { kind: "person", id: mallory.uid }, reason: "scam" },
  });
  const { id: reportId } = await app.db.selectFrom("report").select("id").executeTakeFirstOrThrow();
  const act = (as: TestUser, path: string, body: object) =>
    app.call<Partial<ContentRemoval> & Coded>("POST", `/moderation/${path}`, {
      as,
      body: { ...body },
    });
  const pending = async (as: TestUser = mo) =>
    (await app.call<{ items: ModeratorAction[] }>("GET", "/moderation/actions", { as })).body.items;
  const undo = (as: TestUser, { id } = { id: "" }) =>
    app.call<ModeratorAction & Coded>("POST", `/moderation/actions/${id}/undo`, { as, body: {} });
  /** Undoes the newest action. */
  const undoLast = async (as: TestUser = mo) => undo(as, (await pending())[0]);
  const later = async (seconds: number) => {
    advanceClock(app, seconds);
    for (const sweep of moderationSweeps) await runSweep(app.ctx, sweep);
  };
  const report = async () =>
    (await app.call<ReportFile>("GET", `/moderation/reports/${reportId}`, { as: mo })).body;
  const kindsFor = async (as: TestUser) => kindsOf(await listNotifications(app, as)).toSorted();
  const emailsTo = ({ email }: TestUser) => app.mail.filter(({ to }) => to === email);
  return {
    app,
    mo,
    max,
    ada,
    mallory,
    reportId,
    act,
    pending,
    undo,
    undoLast,
    later,
    report,
    kindsFor,
    emailsTo,
  };
}

test("[domain/moderation:undo-warn] a warning reaches the user after ten minutes, leaves a trace on the report, and undone reaches no one", async () => {
  const { app, mo, max, mallory, reportId, act, pending, undo, later, report, kindsFor } =
    await openConsole();
  const warn = (as: TestUser) =>
    act(as, `people/${mallory.uid}/warn`, { reason: "No money here", reportId });
  expect((await warn(mo)).status).toBe(200);
  expect((await report()).actions).toMatchObject([
    {
      kind: "warn",
      state: "pending",
      reason: "No money here",
      moderator: { uid: mo.uid },
      reportId,
    },
  ]);
  expect((await report()).firstActionAt).toBe(app.now().toISOString());
  // The second moderator reads what the first did.
  expect((await warn(max)).body).toMatchObject({
    code: "status_already_set",
    error: "Mo Derator already did this: “No money here”",
  });
  await later(UNDO_S - 1);
  expect(await kindsFor(mallory)).toEqual([]);
  const [action] = await pending(max);
  expect((await undo(max, action)).body).toMatchObject({
    state: "undone",
    undoneBy: { uid: max.uid },
  });
  expect((await undo(mo, action)).body).toMatchObject({
    code: "status_already_set",
    error: "Max Second has already undone this.",
  });
  await later(UNDO_S);
  expect(await kindsFor(mallory)).toEqual([]);
  expect((await report()).actions).toMatchObject([{ state: "undone", undoneBy: { uid: max.uid } }]);

  await warn(mo);
  const [again] = await pending();
  await later(UNDO_S);
  await later(UNDO_S);
  expect(await kindsFor(mallory)).toEqual(["person.warned"]);
  expect((await undo(mo, again)).body).toMatchObject({
    code: "status_already_set",
    error: "It's too late to undo this.",
  });
  expect((await warn(max)).status).toBe(200);
  const calls = (await listModeratorActs(app, mo)).map(({ call, aboutId }) => [call, aboutId]);
  expect(calls).toContainEqual(["moderation.undo", action?.id]);
});

test("[domain/moderation:undo-close] a closed report is opened again, and the reporter hears of it only after ten minutes", async () => {
  const { mo, max, ada, reportId, act, undoLast, later, report, kindsFor } = await openConsole();
  const close = (as: TestUser, outcome: string) =>
    act(as, `reports/${reportId}/resolve`, { outcome });
  const decided = await Promise.all([close(mo, "By Mo"), close(max, "By Max")]);
  expect(decided.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const winner =
    decided[0]?.status === 200
      ? "Mo Derator already did this: “By Mo”"
      : "Max Second already did this: “By Max”";
  expect(decided.find(({ status }) => status === 409)?.body.error).toBe(winner);
  await later(UNDO_S - 1);
  expect(await kindsFor(ada)).toEqual([]);
  expect((await undoLast(max)).status).toBe(200);
  expect(await report()).toMatchObject({ closedAt: null, outcome: null });
  await later(UNDO_S);
  expect(await kindsFor(ada)).toEqual([]);
  await close(max, "Warned");
  await later(UNDO_S);
  expect(await kindsFor(ada)).toEqual(["report.closed"]);
});

test("[domain/moderation:undo-suspend] a suspension locks out at once and tells companions; undone, both get a correction, and nothing else was sent or ended", async () => {
  const { app, mo, ada, mallory, reportId, act, undoLast, later, kindsFor, emailsTo } =
    await openConsole();
  const ride = await hostRide(app, mallory);
  await (await requestSeats(app, ride, mallory, {}, ada)).accept();
  const waiting = await app.createUser();
  const response = await requestSeats(app, ride, mallory, { message: "Hello" }, waiting);
  const suspend = () =>
    act(mo, `people/${mallory.uid}/suspend`, { reason: "Wants money", fraud: true, reportId });
  const statusOf = async () =>
    (
      await app.db
        .selectFrom("seat_request")
        .select("status")
        .where("id", "=", response.response.body.id)
        .executeTakeFirstOrThrow()
    ).status;
  expect((await suspend()).status).toBe(200);
  const account = app.db
    .selectFrom("account")
    .select("suspension_reason")
    .where("uid", "=", mallory.uid);
  expect(await account.executeTakeFirst()).toEqual({ suspension_reason: "Wants money" });
  expect(await kindsFor(ada)).toContain("companion.suspended");
  await later(UNDO_S - 1);
  expect(emailsTo(mallory).filter(({ subject }) => /suspended/.test(subject))).toEqual([]);
  expect(await statusOf()).toBe("pending");
  expect((await undoLast()).status).toBe(200);
  await later(UNDO_S);
  expect(await account.executeTakeFirst()).toEqual({ suspension_reason: null });
  expect([await statusOf(), await kindsFor(ada)]).toEqual([
    "pending",
    expect.arrayContaining(["companion.reinstated", "companion.suspended"]),
  ]);
  expect(await kindsFor(ada)).not.toContain("person.suspended");
  const stored = await app.db
    .selectFrom("notification")
    .select("kind")
    .where("uid", "=", mallory.uid)
    .execute();
  expect(stored.map(({ kind }) => kind)).toContain("person.reinstated");
  expect(emailsTo(mallory).filter(({ subject }) => /suspended/.test(subject))).toEqual([]);

  expect((await suspend()).status).toBe(200);
  await later(UNDO_S);
  expect(emailsTo(mallory).filter(({ subject }) => /is suspended/.test(subject))).toHaveLength(1);
  expect(await kindsFor(ada)).toContain("person.suspended");
  expect(await statusOf()).not.toBe("pending");
});

test("[domain/moderation:undo-hide] hidden content disappears at once; undone or restored in time, its owner is told nothing", async () => {
  const { app, mo, mallory, act, undoLast, later, kindsFor, pending } = await openConsole();
  const bio = async () =>
    (
      await app.db
        .selectFrom("profile")
        .select("bio")
        .where("uid", "=", mallory.uid)
        .executeTakeFirstOrThrow()
    ).bio;
  await app.call("POST", "/firebase-auth/update-profile", {
    as: mallory,
    body: { bio: "Send me money" },
  });
  const about = { kind: "bio", id: mallory.uid };
  const hide = () => act(mo, "content-removals", { about, reason: "Fraud" });
  await hide();
  expect(await bio()).toBeNull();
  await undoLast();
  expect(await bio()).toBe("Send me money");
  const { id } = (await hide()).body;
  await act(mo, `content-removals/${id}/show`, { reason: "A mistake" });
  expect(await pending()).toEqual([]);
  await later(UNDO_S);
  expect(await kindsFor(mallory)).toEqual([]);
  await hide();
  await later(UNDO_S);
  expect(await kindsFor(mallory)).toEqual(["bio.hidden"]);
});

test("[domain/moderation:undo-appeal] a decided appeal is open again, and what it restored is hidden again", async () => {
  const { app, mo, mallory, act, undoLast, later, kindsFor } = await openConsole();
  const bio = async () =>
    (
      await app.db
        .selectFrom("profile")
        .select("bio")
        .where("uid", "=", mallory.uid)
        .executeTakeFirstOrThrow()
    ).bio;
  await app.call("POST", "/firebase-auth/update-profile", {
    as: mallory,
    body: { bio: "I drive" },
  });
  const about = { kind: "bio", id: mallory.uid };
  const { id } = (await act(mo, "content-removals", { about, reason: "Fraud" })).body;
  await later(UNDO_S);
  await app.call("POST", `/content-removals/${id}/appeal`, {
    as: mallory,
    body: { reason: "It is true" },
  });
  const open = async () =>
    (await app.call<{ items: ContentRemoval[] }>("GET", "/moderation/content-removals", { as: mo }))
      .body.items;
  for (const show of [true, false]) {
    expect((await act(mo, `content-removals/${id}`, { show, reason: "We looked" })).status).toBe(
      200,
    );
    expect([await bio(), (await open()).length]).toEqual([show ? "I drive" : null, 0]);
    expect((await undoLast()).status).toBe(200);
    expect([await bio(), (await open()).length]).toEqual([null, 1]);
  }
  // The owner has replaced what the appeal restored: too late.
  await act(mo, `content-removals/${id}`, { show: true, reason: "We looked" });
  await app.call("POST", "/firebase-auth/update-profile", {
    as: mallory,
    body: { bio: "Something new" },
  });
  expect((await undoLast()).body.error).toBe(
    "Something has changed since, so this can't be undone.",
  );
  await later(UNDO_S);
  expect([await bio(), await kindsFor(mallory)]).toEqual([
    "Something new",
    ["bio.hidden", "content-removal.ended"],
  ]);
});

test("no moderator undoes what concerns themselves", async () => {
  const { mo, max, act, pending, undo } = await openConsole();
  await act(mo, `people/${max.uid}/warn`, { reason: "Be fair" });
  const [action] = await pending();
  expect(await pending(max)).toEqual([]);
  expect((await undo(max, action)).body.code).toBe("own_moderation");
  expect((await undo(mo, { id: crypto.randomUUID() })).status).toBe(404);
  expect((await undo(mo, action)).status).toBe(200);
});

test("actions are forgotten like reports", async () => {
  const { app, mo, mallory, act, later } = await openConsole();
  await act(mo, `people/${mallory.uid}/warn`, { reason: "Be fair" });
  const count = async () =>
    (await app.db.selectFrom("moderator_action").select("id").execute()).length;
  await later(app.ctx.settings.REPORT_RETENTION_DAYS * 86_400);
  expect(await count()).toBe(1);
  await later(1);
  expect(await count()).toBe(0);
});

test("an action that cannot be made final is logged and tried again, and stops no other", async () => {
  const { app, mo, ada, mallory, act, later, kindsFor } = await openConsole();
  await act(mo, `people/${mallory.uid}/warn`, { reason: "No money here" });
  await act(mo, `people/${ada.uid}/warn`, { reason: "Be kind" });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$`.execute(
    app.db,
  );
  await sql`create trigger refuse before update on moderator_action for each row
    when (new.reason = 'No money here') execute function refuse()`.execute(app.db);
  await later(UNDO_S + 1);
  expect([await kindsFor(mallory), await kindsFor(ada)]).toEqual([[], ["person.warned"]]);
  expect(JSON.stringify(app.bugs)).toContain("not this one");

  await sql`drop trigger refuse on moderator_action`.execute(app.db);
  await later(1);
  expect(await kindsFor(mallory)).toEqual(["person.warned"]);
});
