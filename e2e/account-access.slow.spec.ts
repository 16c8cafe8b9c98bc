import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { PASSWORD, signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("[domain/access:removed] a member sees what has access to the account, what is new first, and removes it by keyboard", async ({
  world: { browserOf },
}) => {
  for (const size of [PHONE, DESKTOP]) {
    const page = await browserOf(size);
    const ida = await signUp(page, testPerson("Ida", "Access"));
    await ida.call("identity/confirm", { password: PASSWORD });
    await ida.call("trusted-contacts", { name: "Kim", email: `kim.${Date.now()}@contact.test` });
    await ida.call("calendar-feed", {});
    await page.goto("/settings/sign-in");
    const access = page.getByRole("region", { name: "Who and what has access" });
    await expect(access.getByText("This device")).toBeVisible();
    await expect(access.getByRole("heading", { name: "Added in the last 30 days" })).toBeVisible();
    await captureScreenshots(page, "who and what has access", access);

    await press(access.getByRole("button", { name: /^Remove Trusted contact: Kim/ }));
    const dialog = page.getByRole("dialog", { name: /^Remove Trusted contact: Kim/ });
    await press(dialog.getByRole("button", { name: "Remove" }));
    await expect(access.getByText(/^Trusted contact: Kim/)).toHaveCount(0);
    await expect(access.getByText("Calendar feed")).toBeVisible();
  }
});
