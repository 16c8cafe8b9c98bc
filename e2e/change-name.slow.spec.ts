import { expectNoBarriers } from "./support/axe.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, testOnOneServer as test } from "./support/test.ts";

test("a member with a name against the rules must change it; a refused name stays in the field", async ({
  world: { browserOf, watch },
}) => {
  watch.mayComplain(/status of 400|status: 400/);
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Amara", "Okafor"));
  // Registration refuses such a name, so the test uses an account from before the rule.
  await page.route("**/api/firebase-auth/profile", async (route) => {
    const reply = await route.fetch();
    const nameProblem = "Please use the letters of one script.";
    await route.fulfill({ response: reply, json: { ...(await reply.json()), nameProblem } });
  });
  await page.goto("/home");
  const dialog = page.getByRole("dialog", { name: "Please change your name" });
  await expect(dialog.getByText("Please use the letters of one script.")).toBeVisible();
  await expectNoBarriers(page, "a name to change", undefined, "dialog[open]");
  const first = dialog.getByLabel("First name");
  await expect(first).toHaveValue("Amara");
  await first.fill("Admin");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(first).toHaveAccessibleDescription(/This name is reserved/);
  await expect(first).toHaveValue("Admin");
  await page.unroute("**/api/firebase-auth/profile");
  await first.fill("Amara Lea");
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await expect(page.getByLabel("First name")).toHaveValue("Amara Lea");
});
