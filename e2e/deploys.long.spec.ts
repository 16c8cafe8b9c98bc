import { signUp, testPerson } from "./support/people.ts";
import { expect, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

test("a screen whose code was replaced by a deploy recovers with one reload, then shows an error with navigation", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  await signUp(page, testPerson("Deployed", "Dora"));
  await page.goto("/home");
  await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
  const tab = (name: string) => page.getByRole("link", { name, exact: true }).first();
  let loads = 0;
  page.on("load", () => loads++);

  await test.step("gone for good: one reload, then a plain word", async () => {
    await page.route("**/assets/SeekPage-*.js", (route) =>
      route.fulfill({ status: 404, body: "" }),
    );
    watch.mayComplain(/status of 404|ChunkLoadError/);
    await tab("Seek").click();
    await expect(
      page.getByRole("heading", { name: "Part of the app couldn't load" }),
    ).toBeVisible();
    expect(loads).toBe(1);
    expect(new URL(page.url()).pathname).toBe("/seek");
    await tab("Home").click();
    await expect(page.getByRole("heading", { name: "Leaving soon" })).toBeVisible();
    expect(loads).toBe(1);
  });

  await test.step("there again: the next look shows it", async () => {
    await page.unroute("**/assets/SeekPage-*.js");
    await tab("Seek").click();
    await expect(
      page.getByRole("heading", { name: /^(Find a ride|Part of the app)/ }).first(),
    ).toBeVisible();
    if (await page.getByRole("button", { name: "Try again" }).isVisible())
      await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Find a ride" })).toBeVisible();
  });

  await test.step("offline: no reload into the browser's own error page", async () => {
    loads = 0;
    await page.context().setOffline(true);
    await tab("Drivers").click();
    await expect(
      page.getByRole("heading", { name: "Part of the app couldn't load" }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(
      page.getByRole("heading", { name: "Part of the app couldn't load" }),
    ).toBeVisible();
    expect(loads).toBe(0);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Drivers near you" })).toBeVisible();
  });
});

test("the same for the calls of a form, which keeps its input", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf();
  watch.serverMayBeAway();
  watch.mayComplain(/status of 404|ChunkLoadError/);
  await page.goto("/forgot-password");
  await page.getByLabel("E-mail").fill("dora@example.org");
  await page.route(
    "**/assets/account-recovery-*.js",
    (route) => route.fulfill({ status: 404, body: "" }),
    {
      times: 1,
    },
  );
  const loadedAgain = page.waitForEvent("load");
  await page.getByRole("button", { name: "Send the code" }).click();
  await loadedAgain;
  await expect(page.getByLabel("E-mail")).toHaveValue("dora@example.org");
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});
