import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createTestApp } from "../../../test/app/test-app.ts";
import { advanceClock, PASSWORD, signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { TestBrowser } from "../../../test/fixtures/institution-sign-in.ts";
import { codeOf, setUpApp, wrongCodeOf } from "../../../test/fixtures/second-factor.ts";
import { createAccount, type Opened, openUniversity } from "../../../test/fixtures/university.ts";
import { confirmLink } from "./first-sign-in.ts";

test("[domain/sign-in:old-account] an account with the verified address is linked with its password only, and its owner gets an e-mail", async () => {
  const { app } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "ada@uni.example");
  const browser = new TestBrowser(app);
  expect((await browser.signIn("ada")).body).toMatchObject({ step: "password", session: null });
  expect((await createAccount(browser)).body.code).toBe("sign_in_over");
  const link = (password: string) =>
    browser.call<Opened>("/identity/providers/link-with-password", { password });
  expect((await link("Wrong one 1")).body.code).toBe("password_wrong");
  const linked = await link(PASSWORD);
  expect(linked.body.session.user.uid).toBe(owner.user.uid);
  expect(app.mail.at(-1)).toMatchObject({
    to: "ada@uni.example",
    subject: /sign in to Commonlane at your institution/,
  });
  expect((await new TestBrowser(app).signIn("ada")).body).toMatchObject({ step: "signed-in" });
  const events = await app.call<{ items: { kind: string }[] }>("GET", "/identity/account-events", {
    as: { token: linked.body.session.idToken },
  });
  expect(events.body.items.map(({ kind }) => kind)).toContain("institution-linked");
});

test("[domain/sign-in:old-account] an account with a second factor is linked with a code besides the password", async () => {
  const { app } = await openUniversity();
  const { body: owner } = await signUpWithCode(app, "ada@uni.example");
  const { key } = await setUpApp(app, { token: owner.idToken });
  advanceClock(app, 30);
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const link = (code?: string) =>
    browser.call<Opened>("/identity/providers/link-with-password", {
      password: PASSWORD,
      ...(code && { code }),
    });
  expect((await link()).body.code).toBe("second_factor_needed");
  expect((await link(wrongCodeOf(app, key))).body.code).toBe("code_wrong");
  const linked = await link(codeOf(app, key));
  expect(linked.body.session.user.uid).toBe(owner.user.uid);
  const status = await app.call("GET", "/identity/second-factor", {
    as: { token: linked.body.session.idToken },
  });
  expect(status.body).toMatchObject({ shownInSession: true, hasPassword: true });
});

test("a password cannot be guessed through the link more often than at the login", async () => {
  const { app } = await openUniversity();
  await signUpWithCode(app, "ada@uni.example");
  const browser = new TestBrowser(app);
  await browser.signIn("ada");
  const guess = async () =>
    (await browser.call("/identity/providers/link-with-password", { password: "Wrong one 1" })).body
      .code;
  const codes = [];
  for (let n = 0; n < 12; n++) codes.push(await guess());
  expect(codes.at(-1)).toBe("too_many");
});

test("[domain/access:at-once] a session that ended since the call was admitted links no institution", async () => {
  const { ctx, createUser } = await createTestApp();
  const { uid } = await createUser();
  const caller = { uid, sessionId: randomUUID(), emailVerified: true };
  const client = { networks: [], networkPrefix: "", device: null, devices: [] };
  const linking = confirmLink(ctx, caller, { browserHashes: [], client });
  await expect(linking).rejects.toMatchObject({ code: "signed_out" });
});
