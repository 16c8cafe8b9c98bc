import { expect, test } from "vitest";
import { runSweep } from "#platform/jobs/sweeps.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";
import { advanceClock, PASSWORD, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { createAdministrator } from "../../../test/fixtures/moderators.ts";
import { kindsOf, listNotifications } from "../../../test/fixtures/notifications.ts";
import { addMark, ownMarks, setHidden, shownMarksOf } from "../../../test/fixtures/trust-marks.ts";
import { trustMarkSweeps } from "./sweeps.ts";

const NAME = "Member of Example University";
const DAY_S = 86_400;
const sweepAll = async ({ ctx }: TestApp) => {
  for (const sweep of trustMarkSweeps) await runSweep(ctx, sweep);
};

/** A mark for uni.example, a student and someone from elsewhere. */
async function openUniversity() {
  const app = await createTestApp();
  const mark = await addMark(app, { emailDomains: ["uni.example"] });
  const student = await app.createUser({ emailDomain: "stud.uni.example" });
  const viewer = await app.createUser({ emailDomain: "notuni.example" });
  return { app, mark, student, viewer };
}

async function changeEmail(app: TestApp, token: string, newEmail: string) {
  const as = { token };
  await app.call("POST", "/identity/change-email", { as, body: { newEmail, password: PASSWORD } });
  const otp = app.mail.findLast(({ to, code }) => to === newEmail && code)?.code ?? "";
  const { status } = await app.call("POST", "/identity/confirm-email-change", {
    as,
    body: { newEmail, otp },
  });
  expect(status).toBe(200);
}

test("[domain/trust-mark:email] a verified address at a domain or its subdomain gives the mark, with a notification; no other address does", async () => {
  const { app, mark, student, viewer } = await openUniversity();
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
  expect(await shownMarksOf(app, student, viewer.uid)).toEqual([]);
  const { items } = await ownMarks(app, student);
  expect(items).toMatchObject([
    { id: mark.id, isHeld: true, isHidden: false, reasons: [{ source: "email" }] },
  ]);
  expect((await listNotifications(app, student)).map(({ title }) => title)).toEqual([
    `New trust mark: ${NAME}`,
  ]);
  const claimed = await app.call<{ idToken: string }>("POST", "/identity/sign-up", {
    body: { email: "eve@uni.example", password: PASSWORD },
  });
  expect((await ownMarks(app, { token: claimed.body.idToken })).items ?? []).toEqual([]);
});

test("[domain/trust-mark:email] the mark goes with the address, and comes with a new one", async () => {
  const { app } = await openUniversity();
  const { body } = await signUpWithCode(app, "ada@uni.example");
  const as = { token: body.idToken };
  const isHeld = async () => (await ownMarks(app, as)).items.some(({ isHeld }) => isHeld);
  expect(await isHeld()).toBe(true);
  advanceClock(app, 60);
  await changeEmail(app, as.token, "ada@home.example");
  expect((await ownMarks(app, as)).items).toEqual([]);
  advanceClock(app, 60);
  await changeEmail(app, as.token, "ada@uni.example");
  expect(await isHeld()).toBe(true);
  const { uid } = body.user;
  const notices = await listNotifications(app, {
    ...as,
    uid,
    email: "",
    freshToken: async () => as.token,
  });
  expect(kindsOf(notices)).toEqual(["trust-mark.gained", "trust-mark.lost", "trust-mark.gained"]);
});

test("[domain/trust-mark:email] a new mark reaches the members who are there already, and is withdrawn when its domain goes", async () => {
  const app = await createTestApp();
  const student = await app.createUser({ emailDomain: "uni.example" });
  const viewer = await app.createUser();
  const mark = await addMark(app, { emailDomains: ["uni.example"] });
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
  const { id: _, holders, ...body } = mark;
  expect(holders).toBe(1);
  const as = await createAdministrator(app);
  const changed = await app.call("PUT", `/administration/trust-marks/${mark.id}`, {
    as,
    body: { ...body, emailDomains: ["other.example"] },
  });
  expect(changed.body).toMatchObject({ holders: 0 });
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([]);
});

test("[domain/trust-mark:expiry] a mark is gone for everyone at the moment it expires; its owner is reminded before, notified then, and renews it with a code", async () => {
  const { app, mark, student, viewer } = await openUniversity();
  advanceClock(app, 166 * DAY_S - 1);
  await sweepAll(app);
  expect(kindsOf(await listNotifications(app, student))).toEqual(["trust-mark.gained"]);
  advanceClock(app, 2);
  await sweepAll(app);
  await sweepAll(app);
  expect(kindsOf(await listNotifications(app, student))).toEqual([
    "trust-mark.expiring",
    "trust-mark.gained",
  ]);
  advanceClock(app, 14 * DAY_S - 2);
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
  advanceClock(app, 1);
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([]);
  const ended = await ownMarks(app, { token: await student.freshToken() });
  expect(ended).toMatchObject({ items: [{ id: mark.id, isHeld: false }], canRenewByEmail: true });
  await sweepAll(app);
  await sweepAll(app);
  expect(kindsOf(await listNotifications(app, student))[0]).toBe("trust-mark.expired");
  expect(await shownMarksOf(app, viewer, student.uid), "no sweep renews it").toEqual([]);
  const renew = (otp: string) =>
    app.call<{ code?: string }>("POST", "/trust-marks/renewal", { as: student, body: { otp } });
  expect((await app.call("POST", "/trust-marks/renewal/code", { as: student })).status).toBe(200);
  const code = app.mail.findLast(({ to }) => to === student.email)?.code ?? "";
  const wrong = code === "000000" ? "000001" : "000000";
  expect((await renew(wrong)).body.code).toBe("code_wrong");
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([]);
  expect((await renew(code)).status).toBe(200);
  expect((await renew(code)).body.code).toBe("code_wrong");
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
});

test("[domain/trust-mark:expiry] a code for the former address renews nothing, and an address without marks gets none", async () => {
  const { app, viewer } = await openUniversity();
  const refused = await app.call<{ code?: string }>("POST", "/trust-marks/renewal/code", {
    as: viewer,
  });
  expect(refused.body.code).toBe("not_found");
  const { body } = await signUpWithCode(app, "ada@uni.example");
  const as = { token: body.idToken };
  advanceClock(app, 61);
  await app.call("POST", "/trust-marks/renewal/code", { as });
  const otp = app.mail.findLast(({ to }) => to === "ada@uni.example")?.code ?? "";
  await changeEmail(app, as.token, "ada@home.example");
  const late = await app.call<{ code?: string }>("POST", "/trust-marks/renewal", {
    as,
    body: { otp },
  });
  expect(late.body.code).toBe("code_wrong");
  expect((await ownMarks(app, as)).items).toEqual([]);
});

test("[domain/trust-mark:hidden] the owner hides a mark from everyone and still sees it; nobody else can", async () => {
  const { app, mark, student, viewer } = await openUniversity();
  expect((await setHidden(app, viewer, mark.id, true)).body.code).toBe("not_found");
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
  expect((await setHidden(app, student, mark.id, true)).status).toBe(200);
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([]);
  expect((await ownMarks(app, student)).items).toMatchObject([{ isHeld: true, isHidden: true }]);
  expect((await setHidden(app, student, mark.id, false)).status).toBe(200);
  expect(await shownMarksOf(app, viewer, student.uid)).toEqual([NAME]);
});
