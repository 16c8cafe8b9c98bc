import { readFileSync } from "node:fs";
import { findPasswordProblem } from "@commonlane/contract/password";
import { expect, test } from "vitest";
import {
  requestRegistrationCode,
  fromBrowser,
  signUpWithCode,
  PASSWORD,
  signIn,
  verifyRegistrationCode,
} from "../../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../../test/app/test-app.ts";
import { isCommonPassword, isMadeOfWords } from "./password-rules.ts";

const email = "ada.moreau@example.org";
const COMMON = "Password must be harder to guess: this one is very common.";
const OWN =
  "Password must be harder to guess: don't build it from your name, e-mail address or the name of this community.";

const REFUSED = { COMMON_PASSWORDS: "refused" } as const;
const LIST = new URL("../../../../data/common-passwords.txt", import.meta.url);
const withCapital = (password: string) =>
  password.replace(/[a-z]/, (letter) => letter.toUpperCase());

const isAdas = (password: string) =>
  isMadeOfWords(password, ["Commonlane", "ada.moreau", "Ada Moreau", null]);

async function filterAsync(
  passwords: readonly string[],
  is: (password: string) => Promise<boolean>,
): Promise<string[]> {
  const found = await Promise.all(passwords.map(is));
  return passwords.filter((_, n) => found[n]);
}

type Refusal = { code?: string; error?: string; fields?: Record<string, string> };
const weak = (field: string, error: string) => ({
  status: 400,
  body: { code: "password_weak", error, fields: { [field]: error } },
});
const signUp = (app: TestApp, password: string, displayName?: string) =>
  app.call<Refusal>("POST", "/identity/sign-up", { body: { email, password, displayName } });
const change = (app: TestApp, token: string, newPassword: string) =>
  app.call<Refusal>("POST", "/identity/change-password", {
    as: { token },
    body: { currentPassword: PASSWORD, newPassword },
  });

async function resetCode(app: TestApp): Promise<string> {
  await app.call("POST", "/auth/send-forgot-password-email-otp", { body: { email } });
  return app.mail.findLast(({ to, code }) => to === email && code)?.code ?? "";
}
const reset = (app: TestApp, otp: string, newPassword: string) =>
  app.call<Refusal>("POST", "/auth/reset-password", { body: { email, otp, newPassword } });

test("common passwords are refused at sign-up, reset and change", async () => {
  // Meets all rules of the specification.
  expect((await signUp(await createTestApp(), "Password1")).body.code).not.toBe("password_weak");
  const app = await createTestApp({ settings: REFUSED });
  expect(await signUp(app, "Password1")).toMatchObject(weak("password", COMMON));
  expect(await app.db.selectFrom("account").select("uid").execute()).toEqual([]);

  const { body } = await signUpWithCode(app, email);
  expect(await change(app, body.idToken, "Qwerty123!")).toMatchObject(weak("newPassword", COMMON));
  const code = await resetCode(app);
  for (let n = 0; n < 6; n++)
    expect(await reset(app, code, "Football2024!")).toMatchObject(weak("newPassword", COMMON));
  expect((await signIn(app, email)).status).toBe(200);
  // The refusal cost no attempt.
  expect((await reset(app, code, "Another horse 8")).status).toBe(200);
});

test("a password sent with the code request is checked before a code is sent", async () => {
  const app = await createTestApp({ settings: REFUSED });
  const ask = (password: string, displayName?: string) =>
    app.call<Refusal>("POST", "/auth/send-registration-otp", {
      body: { email, password, displayName },
    });
  expect(await ask("Sunshine1")).toMatchObject(weak("password", COMMON));
  expect(await ask("Lovelace.1815", "Ada Lovelace")).toMatchObject(weak("password", OWN));
  expect(app.mail).toEqual([]);
  expect((await ask(PASSWORD, "Ada Lovelace")).status).toBe(200);
  expect(app.mail).toHaveLength(1);
  expect((await verifyRegistrationCode(app, email, app.mail[0]?.code ?? "")).status).toBe(200);
});

test("the list has 3,000 passwords that meet the other rules, and matches in any case and with a few signs around them", async () => {
  const list = readFileSync(LIST, "utf8").trimEnd().split("\n");
  const wouldPass = list
    .map(withCapital)
    .filter((password) => findPasswordProblem(password) === undefined);
  expect(wouldPass.length).toBeGreaterThanOrEqual(3000);
  const refused = [...wouldPass.slice(0, 50), ...wouldPass.slice(-50)].concat([
    "PASSWORD1",
    "Password 1",
    "Monkey!2024",
    "1Qaz2Wsx!",
    "-Letmein-77",
    "Passw0rd99",
  ]);
  expect(await filterAsync(refused, isCommonPassword)).toEqual(refused);
  const others = [
    "Correct horse 7",
    "Monkey business 1",
    "Monkey8231947",
    "Three2go by bus",
    "Zq8vLm2p",
    "",
    "1",
  ];
  expect(await filterAsync(others, isCommonPassword)).toEqual([]);
});

test("a password made of the owner's names, address or the community's name is refused", async () => {
  const app = await createTestApp({
    settings: REFUSED,
    community: { name: "Lindau fährt zusammen" },
  });
  for (const password of ["Ada.Moreau1", "Commonlane2024", "Lindau-fährt-1", "Zusammen!77"])
    expect(await signUp(app, password)).toMatchObject(weak("password", OWN));
  expect(await signUp(app, "Lovelace1815", "Ada Lovelace")).toMatchObject(weak("password", OWN));

  await verifyRegistrationCode(app, email, await requestRegistrationCode(app, email));
  const { body } = await fromBrowser<{ idToken: string }>(app, "/identity/sign-up", {
    body: { email, password: PASSWORD, displayName: "Ada Lovelace" },
  });
  expect(await change(app, body.idToken, "AdaLovelace1!")).toMatchObject(weak("newPassword", OWN));
  const code = await resetCode(app);
  // Without the code, the reply does not reveal the owner's name.
  expect((await reset(app, "000000", "AdaLovelace1!")).body.code).toBe("code_wrong");
  expect(await reset(app, code, "AdaLovelace1!")).toMatchObject(weak("newPassword", OWN));
  expect((await signIn(app, email)).status).toBe(200);
  expect((await reset(app, code, "Ada rides to work 4 times")).status).toBe(200);
});

test("a name as part of a longer password is allowed", () => {
  const refused = ["Adamoreau1", "Moreau-Ada-1815", "1commonlane!", "ADA moreau x7"];
  expect(refused.filter(isAdas)).toEqual(refused);
  const others = ["Ada likes trains 2", "Moreau48151623", "Correct horse 7", "Ad4Mor3au"];
  expect(others.filter(isAdas)).toEqual([]);
});
