import { expect, test } from "vitest";
import {
  advanceClock,
  fromBrowser,
  requestRegistrationCode,
  signUpWithCode,
  verifyRegistrationCode,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp } from "../../../../test/app/test-app.ts";
import { email, wrongFor } from "../../../../test/fixtures/one-time-codes.ts";

test("ten e-mails a day go to an address on request of one network, and twenty on request of all strangers", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  const ask = async (address: string) => {
    advanceClock(app, 60);
    const headers = { "x-forwarded-for": address };
    const { status, body } = await app.call("POST", "/auth/send-registration-otp", {
      body: { email },
      headers,
    });
    return `${status} ${JSON.stringify(body)}`;
  };
  const answers = new Set<string>();
  for (let n = 0; n < 10; n++) answers.add(await ask("192.0.2.1"));
  expect(app.mail).toHaveLength(10);
  const last = app.mail.at(-1)?.code ?? "";
  for (let n = 0; n < 3; n++) answers.add(await ask("192.0.2.1"));
  expect(app.mail).toHaveLength(10);
  expect((await verifyRegistrationCode(app, email, last)).status).toBe(200);
  for (let n = 0; n < 25; n++) answers.add(await ask(`198.51.100.${n}`));
  expect(app.mail).toHaveLength(20);
  expect([...answers]).toHaveLength(1);
  advanceClock(app, 86_400);
  answers.add(await ask("192.0.2.1"));
  expect(app.mail).toHaveLength(21);
});

test("a whole IPv6 /48 gets 18 e-mails a day for an address, and the owner's existing device ten more", async () => {
  const app = await createTestApp({ settings: { TRUST_PROXY: "1" } });
  await signUpWithCode(app, email);
  app.mail.length = 0;
  const path = "/auth/send-forgot-password-email-otp";
  for (let n = 0; n < 40; n++) {
    advanceClock(app, 60);
    const headers = { "x-forwarded-for": `2001:db8:1:${(0x80 * n).toString(16)}::1` };
    await app.call("POST", path, { body: { email }, headers });
  }
  expect(app.mail).toHaveLength(18);
  for (let n = 0; n < 12; n++) {
    advanceClock(app, 60);
    await fromBrowser(app, path, { body: { email } });
  }
  expect(app.mail).toHaveLength(28);
});

test("[spec/code:cooldown] a new code requires a wait of 60 seconds, replaces the previous one and has five new attempts", async () => {
  const app = await createTestApp();
  const first = await requestRegistrationCode(app, email);
  advanceClock(app, 15);
  const soon = await app.call("POST", "/auth/send-registration-otp", { body: { email } });
  const error = "We just sent you an e-mail. Please wait 45 seconds before you request another.";
  expect(soon).toMatchObject({
    status: 429,
    body: { code: "too_many", error },
    headers: { "retry-after": "45" },
  });
  expect(app.mail).toHaveLength(1);
  for (let n = 0; n < 5; n++) await verifyRegistrationCode(app, email, wrongFor(first));
  advanceClock(app, 45);
  const second = await requestRegistrationCode(app, email);
  expect(app.mail).toHaveLength(2);
  expect((await verifyRegistrationCode(app, email, wrongFor(second))).status).toBe(400);
  expect((await verifyRegistrationCode(app, email, second)).status).toBe(200);
});

test("of 20 concurrent requests, one code is sent", async () => {
  const app = await createTestApp();
  const ask = () => app.call("POST", "/auth/send-registration-otp", { body: { email } });
  const answers = await Promise.all(Array.from({ length: 20 }, ask));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(app.mail).toHaveLength(1);
});
