import type { Page } from "@playwright/test";
import {
  answered,
  codeTo,
  expect,
  fillPasswords,
  fillRegistration,
  emailsTo,
  logIn,
  newAccount,
  test,
  typeCode,
  alert,
} from "./support/accounts.ts";

const signUp = { name: "Sign up" } as const;
const atCode = { name: "Check your e-mail" } as const;

test("a very common password is refused on the form, the input stays, and no code is sent", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/register");
  await fillRegistration(page, ada);
  await fillPasswords(page, "Football2024!");
  await page.getByRole("button", signUp).click();
  await expect(alert(page)).toHaveText(
    "Password must be harder to guess: this one is very common.",
  );
  await expect(page.getByLabel("E-mail")).toHaveValue(ada.email);
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Football2024!");
  expect(await emailsTo(page, ada.email)).toHaveLength(0);
  await fillPasswords(page, "Football on Sundays 7");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", atCode)).toBeVisible();
});

test("[spec/register:creation-failure] a failed account creation is shown on the form; a retry needs no new code", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/net::ERR_FAILED|^call failed \{.*status: 0\b/);
  const ada = newAccount();
  const page = await visit("/register");
  await page.route("**/api/identity/sign-up", (route) => route.abort(), { times: 1 });
  await fillRegistration(page, ada);
  await page.getByRole("button", signUp).click();
  await page.getByRole("heading", atCode).waitFor();
  await typeCode(page, await codeTo(page, ada.email));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(alert(page)).toHaveText(
    "We can't reach the server. Check your connection and try again.",
  );
  await expect(page.getByLabel("E-mail")).toHaveValue(ada.email);
  await page.getByRole("button", signUp).click();
  await expect(page.getByText("Registration successful! You can now log in.")).toBeVisible();
  expect(await emailsTo(page, ada.email)).toHaveLength(1);
});

test("[spec/register:backend-failure] [spec/register:repaired] a profile that could not be saved at registration is saved at the next login", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/status of 500\b|^call failed \{.*status: 500\b|^registration not completed/);
  const ada = newAccount();
  const page = await visit("/register");
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const problem = {
    code: "unexpected",
    error: "An error occurred. Please try again.",
    requestId: "r1",
  };
  await page.route(
    "**/api/firebase-auth/register",
    (route) => route.fulfill({ status: 500, json: problem }),
    {
      times: 1,
    },
  );
  await fillRegistration(page, ada);
  await page.getByRole("button", signUp).click();
  await page.getByRole("heading", atCode).waitFor();
  await typeCode(page, await codeTo(page, ada.email));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Registration successful! You can now log in.")).toBeVisible();
  await expect
    .poll(() => logged.filter((line) => line.startsWith("registration not completed")))
    .toHaveLength(1);
  await page.waitForURL("/login");
  const repaired = page.waitForResponse("**/api/firebase-auth/register");
  await logIn(page, ada.email);
  await welcomed(page);
  expect((await repaired).status()).toBe(201);
  await page.goto("/settings/account");
  await expect(page.getByRole("textbox", { name: "Phone" })).toHaveValue("+1 202 555 0123");
  expect(await page.evaluate(() => localStorage.getItem("commonlane.unregistered"))).toBeNull();
  await page.goto("/profile");
  await expect(
    page.getByRole("heading", { name: `${ada.firstName} ${ada.lastName}` }),
  ).toBeVisible();
});

/** The first sign-in ends on /home, which offers the welcome steps. */
async function welcomed(page: Page): Promise<void> {
  await page.waitForURL("/home");
  await expect(page.getByRole("heading", { name: /^Welcome to/ })).toBeVisible();
  await answered(page);
}
