import { alert, expect, newAccount, test, toast } from "./support/accounts.ts";
import { holdRequests } from "./support/hold-requests.ts";

test("[spec/verify:missing-link] without a token the link is invalid, and a form offers a new one", async ({
  visit,
}) => {
  const page = await visit("/verify-email");
  await expect(alert(page)).toHaveText(
    "Invalid verification link. Please check your email for a valid verification link.",
  );
  await page.getByRole("button", { name: "Resend Verification Email" }).click();
  await expect(toast(page, "Please enter your email address")).toBeVisible();
  await expect(page.locator("[data-type=warning]")).toHaveText(/Please enter your email address/);
  const { email } = newAccount();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Resend Verification Email" }).click();
  await expect(
    page.getByText("Verification email sent successfully! Please check your inbox."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Resend Verification Email" }).click();
  await expect(alert(page).last()).toHaveText(
    /^We just sent you an e-mail\. Please wait \d+ seconds/,
  );
});

test("[spec/verify:states] verifying, then the reason of a failure: the server's message, otherwise the specification's", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/status of 50\d\b|^call failed \{.*status: (?:50\d|0)\b|net::ERR_/);
  const page = await visit("/login");
  const answer = await holdRequests(page, "**/api/auth/verify-email?*", { times: 1 });
  await page.goto("/verify-email?token=nobody-was-sent-this");
  await expect(
    page.getByRole("status").filter({ hasText: "Verifying your email..." }),
  ).toBeVisible();
  answer();
  await expect(alert(page)).toHaveText(
    "This verification link has expired. Please request a new one.",
  );

  const replies = [
    [{ status: 200, json: { success: false } }, "Email verification failed"],
    [{ status: 200, json: { success: false, error: "It is over." } }, "It is over."],
    [
      { status: 502, body: "gone" },
      "An error occurred while verifying your email. Please try again.",
    ],
  ] as const;
  for (const [reply, message] of replies) {
    await page.route("**/api/auth/verify-email?*", (route) => route.fulfill(reply), { times: 1 });
    await page.reload();
    await expect(alert(page)).toHaveText(message);
  }
  await page.route("**/api/auth/verify-email?*", (route) => route.abort(), { times: 1 });
  await page.reload();
  await expect(alert(page)).toHaveText(
    "An error occurred while verifying your email. Please try again.",
  );
});

test("the token of a link leaves the address bar at once, is sent nowhere else, and survives a reload", async ({
  visit,
}) => {
  const page = await visit("/login");
  const referers: string[] = [];
  page.on("request", async (request) => {
    referers.push((await request.allHeaders())["referer"] ?? "");
  });
  for (const path of ["/verify-email", "/undo-email-change", "/unsubscribe"]) {
    const answer = await page.goto(`${path}?token=SECRET-OF-A-LETTER`);
    expect(answer?.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).search).toBe("");
    expect(await page.evaluate(() => document.referrer + location.href)).not.toContain("SECRET");
  }
  expect(referers.length).toBeGreaterThan(10);
  expect(referers.filter((referer) => referer.includes("SECRET"))).toEqual([]);

  const firstRequest = page.waitForRequest("**/api/auth/verify-email?*");
  await page.goto("/verify-email?token=SECRET-OF-A-LETTER");
  expect((await firstRequest).url()).toContain("SECRET-OF-A-LETTER");
  const again = page.waitForRequest("**/api/auth/verify-email?*");
  await page.reload();
  expect((await again).url()).toContain("SECRET-OF-A-LETTER");
});
