import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { PASSWORD, signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";
import { addUniversity, openUniversity, signInAdministrator } from "./support/university.ts";

test("[domain/sign-in:first] a student signs in at the university for the first time, on a phone, by keyboard, and signs out at both", async ({
  world: { server, watch, browserOf },
}) => {
  const university = await openUniversity(server, watch);
  const administrator = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  const button = page.getByRole("button", { name: "Sign in with Example University" });

  await test.step("an administrator adds the university in the console", async () => {
    await signInAdministrator(administrator, server);
    await addUniversity(administrator, university.issuer);
    await expectNoBarriers(administrator, "sign-in providers");
  });

  await test.step("the sign-in page leads to the university, and that back to a short form", async () => {
    await page.goto("/login");
    await expect(button).toBeVisible();
    await expectNoBarriers(page, "login with an institution");
    await press(button);
    await type(page.getByLabel("User name"), "ada");
    await press(page.getByRole("button", { name: "Sign in" }));
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await expect(page).toHaveURL(`${server.address}/sign-in/uni/callback`);
    await expect(page.getByLabel("First name")).toHaveValue("Ada");
    await expect(page.getByLabel("E-mail")).toHaveValue("ada@uni.example");
    await expectNoBarriers(page, "first sign-in at an institution");
  });

  await test.step("age and terms are asked once", async () => {
    await press(page.getByRole("button", { name: "Create account" }));
    await expect(page.getByRole("alert")).toHaveText("Please confirm your age and the terms.");
    await tabTo(page.getByLabel("I'm 18 or older"));
    await page.keyboard.press("Space");
    await tabTo(page.getByLabel("I agree to the Terms of Use and the Privacy Policy"));
    await page.keyboard.press("Space");
    await press(page.getByRole("button", { name: "Create account" }));
    await press(page.getByRole("button", { name: "Skip all" }));
    await page.waitForURL("**/home");
  });

  await test.step("signing out ends the session at the university, too", async () => {
    await page.goto("/settings/account");
    await expect(page.getByText("ada@uni.example").last()).toBeVisible();
    await press(
      page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).last(),
    );
    await press(page.getByRole("button", { name: "Sign out of the university" }));
    await page.waitForURL("**/login");
    await press(button);
    await expect(page.getByLabel("User name")).toBeVisible();
  });

  await test.step("the next sign-in asks nothing here", async () => {
    await type(page.getByLabel("User name"), "ada");
    await press(page.getByRole("button", { name: "Sign in" }));
    await page.waitForURL("**/home");
    await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  });
  await university.close();
});

test("[domain/sign-in:link] a person links an old account, by keyboard on a phone; its password the domain then no longer takes; and unlinks it", async ({
  world: { server, watch, browserOf },
}) => {
  const university = await openUniversity(server, watch);
  const administrator = await browserOf(DESKTOP);
  const page = await browserOf(PHONE);
  await signInAdministrator(administrator, server);
  await addUniversity(administrator, university.issuer);
  const person = { ...testPerson("Ada", "Moreau"), email: "old@private.example" };
  await signUp(page, person);

  await test.step("from the settings to the university and back, with a confirmation on both sides", async () => {
    await page.goto("/settings/account");
    watch.mayComplain(/status of 403|status: 403/);
    await press(page.getByRole("button", { name: "Link Example University" }));
    await type(page.getByLabel("Your password"), PASSWORD);
    await press(page.getByRole("button", { name: "Confirm" }));
    await type(page.getByLabel("User name"), "ada");
    await press(page.getByRole("button", { name: "Sign in" }));
    await expect(page.getByRole("heading", { name: "Link Example University?" })).toBeVisible();
    await expect(page.getByText("Ada Moreau · ada@uni.example")).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await expectNoBarriers(page, "linking an institution");
    await press(page.getByRole("button", { name: "Link account" }));
    await expect(page.getByRole("button", { name: "Unlink Example University" })).toBeVisible();
    await expectNoBarriers(page, "linked institutions");
  });

  await test.step("addresses of the university's domain are sent there", async () => {
    await administrator.getByRole("button", { name: "Change Example University" }).click();
    await administrator.getByLabel("E-mail domains without passwords").fill("uni.example");
    await administrator.getByRole("button", { name: "Save" }).click();
    await expect(administrator.getByText("Instead of a password: uni.example")).toBeVisible();
    const visitor = await browserOf(PHONE);
    await visitor.goto("/login");
    await visitor.getByLabel("E-mail").fill("bob@uni.example");
    await expect(visitor.getByText("@uni.example signs in here:")).toBeVisible();
    await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await visitor.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(visitor.getByRole("alert")).toHaveText(
      "People with addresses at uni.example sign in at Example University.",
    );
    await visitor.getByRole("button", { name: "Sign in with Example University" }).last().click();
    await visitor.getByLabel("User name").fill("ada");
    await visitor.getByRole("button", { name: "Sign in" }).click();
    await visitor.waitForURL("**/home");
    await visitor.goto("/settings/account");
    await expect(visitor.getByText(person.email).first()).toBeVisible();
  });

  await test.step("unlinking asks first; the password is the way that is left", async () => {
    await press(page.getByRole("button", { name: "Unlink Example University" }));
    await press(page.getByRole("dialog").getByRole("button", { name: "Unlink" }));
    await expect(page.getByRole("button", { name: "Link Example University" })).toBeVisible();
  });
  await university.close();
});
