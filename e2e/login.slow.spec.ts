import {
  alert,
  claim,
  expect,
  holdClock,
  emailsTo,
  linkTo,
  logIn,
  newAccount,
  test,
} from "./support/accounts.ts";
import { holdRequests } from "./support/hold-requests.ts";
import { signUp, PASSWORD } from "./support/people.ts";
import { proofFor } from "./support/proof-of-work.ts";

const UNVERIFIED =
  "Please verify your email before logging in. Check your inbox (and spam folder) for a verification link.";
const UNVERIFIED_SHORT =
  "Please verify your email before logging in. Check your inbox for a verification link.";

test("[spec/login:required] [spec/login:links] both fields are required; links lead to the password reset and the registration", async ({
  visit,
}) => {
  const page = await visit("/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(alert(page)).toHaveText("Please fill in all fields");
  await page.getByLabel("E-mail").fill("ada@example.org");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(alert(page)).toHaveText("Please fill in all fields");
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await page.goBack();
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveURL("/register");
});

test("[spec/login:submitting] [spec/login:failure] the button shows progress, and a failure shows our message", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/status of 50\d\b|^call failed \{.*status: (?:50\d|0)\b|net::ERR_/);
  const ada = newAccount();
  await signUp(await visit("/privacy-policy"), ada);
  const page = await visit("/login");
  const answer = await holdRequests(page, "**/api/identity/sign-in", { times: 1 });
  await logIn(page, ada.email, "Wrong horse 7");
  await expect(page.getByRole("button", { name: "Signing in..." })).toHaveAttribute(
    "aria-busy",
    "true",
  );
  answer();
  await expect(alert(page)).toHaveText("Wrong e-mail or password. Please try again.");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();

  const refusals = [
    [
      401,
      "auth/user-disabled",
      "",
      "This account has been suspended. Contact support if you think that's a mistake.",
    ],
    [
      403,
      "account_suspended",
      "This account has been suspended: Threats",
      "This account has been suspended: Threats",
    ],
    [
      429,
      "too_many",
      "Too many tries. Please wait 4 minutes.",
      "Too many tries. Please wait 4 minutes.",
    ],
    [400, "auth/unheard-of", "The service's own words.", "The service's own words."],
    [500, "unexpected", "Internal", "An error occurred. Please try again."],
  ] as const;
  for (const [status, code, error, message] of refusals) {
    const json = { code, error, requestId: "r1" };
    await page.route("**/api/identity/sign-in", (route) => route.fulfill({ status, json }), {
      times: 1,
    });
    await logIn(page, ada.email);
    await expect(alert(page)).toHaveText(message);
  }
  await page.route("**/api/identity/sign-in", (route) => route.abort(), { times: 1 });
  await logIn(page, ada.email);
  await expect(alert(page)).toHaveText(
    "We can't reach the server. Check your connection and try again.",
  );
  await logIn(page, ada.email);
  await page.waitForURL("/home");
});

test("[spec/login:needs-verification] [spec/verify:resend] [spec/verify:redirect] [spec/verify:success] login is refused until verified; a new link; redirect to the login after 3 s with a message", async ({
  visit,
  watch,
}) => {
  watch.mayComplain(/status of 50\d\b|^call failed \{.*status: 50\d\b/);
  const ada = newAccount();
  const page = await visit("/login");
  await claim(page, ada);
  await logIn(page, ada.email);
  await expect(page.getByText(UNVERIFIED)).toBeVisible();
  await expect(page).toHaveURL("/login");
  expect(await page.evaluate(() => localStorage.getItem("commonlane.session"))).toBeNull();

  const resend = page.getByRole("button", { name: "Resend Verification Email" });
  await page.getByLabel("E-mail").fill("");
  await resend.click();
  await expect(alert(page)).toHaveText("Please enter your email address first");
  await page.getByLabel("E-mail").fill(ada.email);
  const replies = [
    [{ status: 200, json: { success: false } }, "Failed to send verification email"],
    [{ status: 200, json: { success: false, error: "Not today." } }, "Not today."],
    [{ status: 502, body: "gone" }, "An error occurred. Please try again."],
  ] as const;
  for (const [reply, message] of replies) {
    await page.route("**/api/auth/resend-verification", (route) => route.fulfill(reply), {
      times: 1,
    });
    await resend.click();
    await expect(alert(page)).toHaveText(message);
  }
  await resend.click();
  await expect(
    page.getByText("Verification email sent successfully! Please check your inbox."),
  ).toBeVisible();
  await expect(page.getByText(UNVERIFIED_SHORT)).toBeVisible();

  const link = await linkTo(page, ada.email);
  // Like a mail scanner, which must not use up the link.
  for (let n = 0; n < 3; n++) await page.request.get(link);
  await holdClock(page);
  await page.goto(link);
  await expect(
    page
      .getByRole("status")
      .filter({ hasText: "Email verified successfully! You can now log in." }),
  ).toBeVisible();
  await page.clock.runFor(2999);
  // The token has left the address by now.
  await expect(page).toHaveURL("/verify-email");
  await page.clock.runFor(1);
  await expect(page).toHaveURL("/login");
  await page.clock.resume();
  await expect(page.getByText("Email verified successfully! You can now log in.")).toBeVisible();
  await logIn(page, ada.email);
  await page.waitForURL("/home");
});

test("[spec/verify:already] a link for a verified address reports success, and so does the call", async ({
  visit,
}) => {
  const ada = newAccount();
  const page = await visit("/login");
  await claim(page, ada);
  const headers = { "captcha-proof": await proofFor(page, "resend-verification") };
  await page.request.post("/api/auth/resend-verification", { data: { email: ada.email }, headers });
  const link = await linkTo(page, ada.email);
  for (let times = 0; times < 2; times++) {
    await page.goto(link);
    await expect(page.getByText("Email verified successfully! You can now log in.")).toBeVisible();
  }
  expect(await emailsTo(page, ada.email)).toHaveLength(1);
  const signedIn = await page.request.post("/api/identity/sign-in", {
    data: { email: ada.email, password: PASSWORD },
  });
  const { idToken }: { idToken: string } = await signedIn.json();
  const call = (headers: Record<string, string>) =>
    page.request.post("/api/firebase-auth/send-email-verification", { headers });
  const reply = await call({
    authorization: `Bearer ${idToken}`,
    "captcha-proof": await proofFor(page, "email-verification"),
  });
  expect(await reply.json()).toMatchObject({ success: true, message: "Email is already verified" });
});
