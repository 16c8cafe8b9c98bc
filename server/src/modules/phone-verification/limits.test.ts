import { expect, test } from "vitest";
import { openPhoneCommunity } from "../../../test/fixtures/phone-verification.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";

const mobile = (n: number) => `+491512345${String(n).padStart(4, "0")}`;
const codesOf = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? String(status));

test("[domain/phone:account-limit] an account gets a message a minute, three an hour and five a day, also with another number", async () => {
  const { app, messages, sendAfter, setPhone } = await openPhoneCommunity();
  const ada = await app.createUser();
  const answers = [];
  for (const s of [0, 59, 1, 60, 60, 3419, 1, 60, 60, 3600]) {
    await setPhone(ada, mobile(answers.length));
    answers.push(await sendAfter(ada, s));
  }
  const ok = "200";
  const no = "too_many";
  expect(codesOf(answers)).toEqual([ok, no, ok, ok, no, no, ok, ok, no, no]);
  expect(answers[1]?.headers["retry-after"]).toBe("1");
  expect(answers[4]?.headers["retry-after"]).toBe("3420");
  expect(answers[8]?.headers["retry-after"]).toBe(String(86_400 - 3720));
  expect(messages()).toHaveLength(5);
  advanceClock(app, 86_400);
  expect((await sendAfter(ada, 0)).status).toBe(200);
});

test("of 20 requests of an account at once, one sends a message", async () => {
  const { app, messages, send } = await openPhoneCommunity();
  const ada = await app.createUser();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(ada)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(messages()).toHaveLength(1);
});

test("[domain/phone:number-limit] a number gets three messages a day from all accounts, also many at once and after one is deleted; the replies do not differ", async () => {
  const { app, messages, lastCode, send, verify } = await openPhoneCommunity();
  const first = await app.createUser();
  await send(first);
  await app.db.deleteFrom("account").where("uid", "=", first.uid).execute();
  const others = await Promise.all(Array.from({ length: 8 }, () => app.createUser()));
  const answers = await Promise.all(others.map((user) => send(user)));
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body])))).toEqual(
    new Set([JSON.stringify([200, { success: true, message: "A text message is on its way." }])]),
  );
  expect(messages()).toHaveLength(3);
  const states = await Promise.all(
    others.map(async (as) => (await app.call("GET", "/phone-verification", { as })).body),
  );
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
  // The code of a message belongs to one account, and no other code is right.
  const verified = await Promise.all(others.map((user) => verify(user, lastCode())));
  expect(verified.filter(({ status }) => status === 200)).toHaveLength(1);
  advanceClock(app, 86_400);
  // Whose code came last is up to chance; a verified number gets no message.
  await send(others[verified.findIndex(({ status }) => status !== 200)] ?? first);
  expect(messages()).toHaveLength(4);
});

test("[domain/phone:community-limit] all members together get no more messages in 24 hours than the operator allows, also many at once", async () => {
  const { app, messages, send, createUserWith } = await openPhoneCommunity({
    settings: { SMS_PER_DAY: 6 },
  });
  const users = [];
  for (let n = 0; n < 15; n++) users.push(await createUserWith(mobile(n)));
  const answers = await Promise.all(users.map((user) => send(user)));
  expect(codesOf(answers).toSorted()).toEqual([
    ...Array(6).fill("200"),
    ...Array(9).fill("texts_enough"),
  ]);
  expect(messages()).toHaveLength(6);
  advanceClock(app, 86_400);
  const next = await Promise.all(users.map((user) => send(user)));
  expect(codesOf(next).filter((code) => code === "200")).toHaveLength(6);
});

test("[domain/phone:new-account] each number of a new account counts as a contact with a stranger", async () => {
  const { app, messages, sendAfter, setPhone } = await openPhoneCommunity({
    settings: { NEW_ACCOUNT_DAYS: 7, NEW_ACCOUNT_CONTACTS_PER_DAY: 2 },
  });
  const ada = await app.createUser();
  const answers = [];
  for (const n of [1, 1, 2, 3]) {
    await setPhone(ada, mobile(n));
    answers.push(await sendAfter(ada, 1800));
  }
  expect(codesOf(answers)).toEqual(["200", "200", "200", "strangers_enough"]);
  expect(messages()).toHaveLength(3);
});

test("an account without a verified address sends no message", async () => {
  const { app, messages, send } = await openPhoneCommunity();
  const ada = await app.createUser();
  await app.db
    .updateTable("account")
    .set({ email_verified: false })
    .where("uid", "=", ada.uid)
    .execute();
  expect((await send(ada)).body.code).toBe("email_unverified");
  expect(messages()).toEqual([]);
});
