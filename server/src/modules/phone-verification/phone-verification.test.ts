import { expect, test } from "vitest";
import { openPhoneCommunity, wrongFor } from "../../../test/fixtures/phone-verification.ts";
import { advanceClock } from "../../../test/fixtures/accounts.ts";
import { createTestApp } from "../../../test/app/test-app.ts";
import { respondWith } from "../../../test/services/fake-upstream.ts";
import { sweepPhoneCodes, sweepTextMessages } from "./index.ts";

test("[domain/phone:verify] a code sent to the number in the profile verifies it once, and others see that at once", async () => {
  const { app, gateway, messages, lastCode, send, verify, state } = await openPhoneCommunity({
    settings: { SMS_GATEWAY_TOKEN: "let-me-in", SMS_SENDER: "Commonlane" },
    community: { name: "Our rides" },
  });
  const ada = await app.createUser();
  const viewer = await app.createUser();
  expect(await state(ada)).toEqual({
    isOn: true,
    countries: ["US", "DE", "GB"],
    canReceive: true,
    hasCode: false,
  });
  expect((await send(ada)).status).toBe(200);
  expect(gateway.requests[0]).toMatchObject({
    method: "POST",
    url: "/send",
    headers: { authorization: "Bearer let-me-in", "content-type": "application/json" },
  });
  const text = `${lastCode()} is your Our rides code. It is valid for 10 minutes. Never share it with anyone.`;
  expect(messages()).toEqual([{ to: "+12025550123", from: "Commonlane", text }]);
  expect(await state(ada)).toMatchObject({ hasCode: true });
  const seen = async () =>
    (await app.call("GET", `/profiles/${ada.uid}`, { as: viewer })).body["phoneVerified"];
  expect(await seen()).toBe(false);
  expect(await verify(ada, lastCode())).toMatchObject({
    status: 200,
    body: { phoneVerified: true },
  });
  expect(await seen()).toBe(true);
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  expect((await send(ada)).body.code).toBe("phone_verified");
});

test("the message is written in the language of the request", async () => {
  const { app, messages } = await openPhoneCommunity();
  const headers = { "accept-language": "de" };
  await app.call("POST", "/phone-verification/code", { as: await app.createUser(), headers });
  expect(messages()[0]?.text).toMatch(/^\d{6} \w/);
});

test("[domain/phone:code] a code is valid for ten minutes, five attempts and one success, and only the latest one; of many at once, one succeeds", async () => {
  const { app, lastCode, send, sendAfter, setPhone, verify, messages } = await openPhoneCommunity();
  const ada = await app.createUser();
  await send(ada);
  const first = lastCode();
  await sendAfter(ada, 60);
  expect((await verify(ada, first)).body.code).toBe("code_wrong");
  advanceClock(app, 600);
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  await send(ada);
  for (let n = 0; n < 5; n++)
    expect((await verify(ada, wrongFor(lastCode()))).body.code).toBe("code_wrong");
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  expect(messages()).toHaveLength(3);

  await setPhone(ada, "+4915123456789");
  await sendAfter(ada, 3600);
  const guesses = await Promise.all(Array.from({ length: 20 }, () => verify(ada, lastCode())));
  expect(guesses.filter(({ status }) => status === 200)).toHaveLength(1);
});

test("wrong codes at once use up the attempts, so that none is left for the right one", async () => {
  const { app, lastCode, send, verify } = await openPhoneCommunity();
  const ada = await app.createUser();
  await send(ada);
  await Promise.all(Array.from({ length: 20 }, () => verify(ada, wrongFor(lastCode()))));
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  const { tries } = await app.db.selectFrom("phone_code").select("tries").executeTakeFirstOrThrow();
  expect(tries).toBe(5);
});

test("[domain/phone:change] another number is not verified, and the code of the former number verifies nothing", async () => {
  const { app, lastCode, send, verify, setPhone, state } = await openPhoneCommunity();
  const ada = await app.createUser();
  await send(ada);
  await setPhone(ada, "+4915123456789");
  expect(await state(ada)).toMatchObject({ hasCode: false, canReceive: true });
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  await setPhone(ada, "+12025550123");
  expect((await verify(ada, lastCode())).body.phoneVerified).toBe(true);
  expect((await setPhone(ada, "+12025550123")).body.phoneVerified).toBe(true);
  expect((await setPhone(ada, "+4915123456789")).body.phoneVerified).toBe(false);
  expect((await setPhone(ada, "+12025550123")).body.phoneVerified).toBe(false);
  expect((await setPhone(ada, null)).body.phoneVerified).toBe(false);
  expect((await send(ada)).body.code).toBe("phone_missing");
});

test("a change of the number and its verification at once never verify the new number", async () => {
  const { app, lastCode, send, verify, setPhone } = await openPhoneCommunity();
  for (let round = 0; round < 5; round++) {
    const ada = await app.createUser();
    advanceClock(app, 86_400);
    await send(ada);
    await Promise.all([verify(ada, lastCode()), setPhone(ada, `+49151234567${70 + round}`)]);
    const { body } = await app.call("GET", "/firebase-auth/profile", { as: ada });
    expect(body).toMatchObject({ phone: `+49151234567${70 + round}`, phoneVerified: false });
  }
});

test("[domain/phone:countries] only mobile numbers of the operator's countries get messages: no landline, premium, personal, satellite or foreign number", async () => {
  const { app, messages, send, setPhone, state } = await openPhoneCommunity();
  const ada = await app.createUser();
  const refused = [
    ["a landline", "+49301234567"],
    ["a premium number", "+449098790000"],
    ["a personal number", "+447012345678"],
    ["a toll-free number", "+18002345678"],
    ["a country with the calling code of another", "+18762101234"],
    ["another country", "+33612345678"],
    ["a satellite network", "+881612345678"],
    ["a number that does not exist", "+49151234567"],
  ] as const;
  for (const [what, phone] of refused) {
    expect([what, (await setPhone(ada, phone)).status]).toEqual([what, 200]);
    expect([what, (await state(ada))["canReceive"]]).toEqual([what, false]);
    expect([what, (await send(ada)).body.code]).toEqual([what, "phone_refused"]);
  }
  expect(messages()).toEqual([]);
  for (const phone of ["+12025550123", "+4915123456789", "+447400123456"]) {
    await setPhone(ada, phone);
    expect([phone, (await state(ada))["canReceive"]]).toEqual([phone, true]);
  }
});

test("[domain/phone:not-sent] a message that the gateway refuses gives no code, and counts", async () => {
  const { app, gateway, messages, lastCode, send, sendAfter, setPhone, verify, state } =
    await openPhoneCommunity();
  const ada = await app.createUser();
  gateway.become(respondWith("no credit", 402));
  const failed = await send(ada);
  expect(failed).toMatchObject({ status: 503, body: { code: "text_not_sent" } });
  expect(JSON.stringify(failed.body)).not.toContain("no credit");
  expect(await state(ada)).toMatchObject({ hasCode: false });
  expect((await verify(ada, lastCode())).body.code).toBe("code_wrong");
  expect((await send(ada)).body.code).toBe("too_many");
  await sendAfter(ada, 60);
  await sendAfter(ada, 60);
  gateway.become(respondWith("", 202));
  expect((await sendAfter(ada, 3480)).status).toBe(200);
  // The number has had three messages, although none was accepted.
  expect(messages()).toHaveLength(3);
  await setPhone(ada, "+4915123456789");
  expect((await sendAfter(ada, 60)).status).toBe(200);
  expect((await verify(ada, lastCode())).body.phoneVerified).toBe(true);
});

test("[domain/phone:off] without a gateway there is no verification, and calls say so", async () => {
  const app = await createTestApp();
  const as = await app.createUser();
  expect((await app.call("GET", "/phone-verification", { as })).body).toMatchObject({
    isOn: false,
    canReceive: false,
  });
  expect((await app.call("POST", "/phone-verification/code", { as })).body["code"]).toBe(
    "verification_off",
  );
  const body = { otp: "123456" };
  expect((await app.call("POST", "/phone-verification", { as, body })).body["code"]).toBe(
    "verification_off",
  );
});

test("[domain/phone:family] several accounts verify the same number, and none learns of the others", async () => {
  const { app, lastCode, send, verify } = await openPhoneCommunity();
  const ada = await app.createUser();
  const ben = await app.createUser();
  const first = await send(ada);
  expect((await verify(ada, lastCode())).status).toBe(200);
  const second = await send(ben);
  expect(second).toEqual({ ...first, headers: expect.anything() });
  expect((await verify(ben, wrongFor(lastCode()))).body.code).toBe("code_wrong");
  expect((await verify(ben, lastCode())).body.phoneVerified).toBe(true);
});

test("codes and numbers are stored as keyed hashes and deleted when they are over", async () => {
  const { app, lastCode, send } = await openPhoneCommunity();
  await send(await app.createUser());
  const codes = () => app.db.selectFrom("phone_code").selectAll().execute();
  const texts = () => app.db.selectFrom("text_message").selectAll().execute();
  const stored = JSON.stringify([await codes(), await texts()]);
  expect(stored).not.toContain("2025550123");
  expect(stored).not.toContain(`"${lastCode()}"`);
  advanceClock(app, 599);
  await sweepPhoneCodes(app.ctx);
  expect(await codes()).toHaveLength(1);
  advanceClock(app, 1);
  await sweepPhoneCodes(app.ctx);
  expect(await codes()).toEqual([]);
  await sweepTextMessages(app.ctx);
  expect(await texts()).toHaveLength(1);
  advanceClock(app, 86_400);
  await sweepTextMessages(app.ctx);
  expect(await texts()).toEqual([]);
});
