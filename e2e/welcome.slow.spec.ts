import { logIn } from "./support/accounts.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { FREIBURG, KOELN } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("by touch: three steps after the first sign-in, kept for the next search, and never again on any device", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(PHONE);
  const elsewhere = await browserOf(DESKTOP);
  const nora = testPerson("Nora", "Newcomer");
  await signUp(page, nora, { welcomed: false });
  await page.goto("/home");
  await captureScreenshots(
    page,
    "home: welcome",
    page.getByRole("heading", { name: /^Welcome to/ }),
  );
  await page.getByRole("link", { name: "Start", exact: true }).tap();
  await page.waitForURL("**/welcome");
  const next = (name: string) => page.getByRole("button", { name, exact: true });

  await captureScreenshots(
    page,
    "welcome: photo",
    page.getByRole("heading", { name: "Add a photo" }),
  );
  const chooser = page.waitForEvent("filechooser");
  await next("Add a photo").tap();
  await (
    await chooser
  ).setFiles({ name: "me.png", mimeType: "image/png", buffer: await page.screenshot() });
  await page.getByRole("dialog").getByRole("button", { name: "Save photo" }).tap();
  await next("Continue").tap();

  await expect(page.getByRole("heading", { name: "Where do you go most?" })).toBeFocused();
  await choosePlace(page.getByRole("combobox", { name: "Home" }), "Freibur", FREIBURG);
  await expect(page.getByText("Saved. Only you can see it.")).toBeVisible();
  await choosePlace(page.getByRole("combobox", { name: "Work or campus" }), "Köl", KOELN);
  await captureScreenshots(
    page,
    "welcome: places",
    page.getByRole("heading", { name: "Where do you go most?" }),
  );
  await next("Continue").tap();
  await captureScreenshots(
    page,
    "welcome: notifications",
    page.getByRole("heading", { name: "Hear back right away" }),
  );
  await next("Skip").tap();
  await page.waitForURL("**/home");

  await page.getByRole("combobox", { name: "From" }).tap();
  await page.getByRole("option", { name: /^Home/ }).tap();
  await expect(page.getByRole("combobox", { name: "From" })).toHaveValue(FREIBURG);
  await expect(page.getByRole("banner").locator("img")).toBeVisible();

  await page.getByRole("link", { name: "Home to work" }).tap();
  await page.waitForURL(/\/home\?from=.*Freiburg.*to=.*Cologne/);

  await elsewhere.goto("/login");
  await logIn(elsewhere, nora.email);
  await expect(elsewhere.getByRole("heading", { name: "Where do you want to go?" })).toBeVisible();
  await expect(elsewhere.getByRole("banner").locator("img")).toBeVisible();
  expect(new URL(elsewhere.url()).pathname).toBe("/home");
});

test("a new member stays on /home, and dismisses the steps for every device", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const elsewhere = await browserOf(PHONE);
  const dana = testPerson("Dana", "Dismisser");
  await signUp(page, dana, { welcomed: false });
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Where do you want to go?" })).toBeVisible();
  const welcome = page.getByRole("region", { name: /^Welcome to/ });
  await press(welcome.getByRole("button", { name: "Skip all" }));
  await expect(welcome).toBeHidden();
  expect(new URL(page.url()).pathname).toBe("/home");

  await elsewhere.goto("/login");
  await logIn(elsewhere, dana.email);
  await expect(elsewhere.getByRole("heading", { name: "Where do you want to go?" })).toBeVisible();
  await elsewhere.waitForLoadState("networkidle");
  await expect(elsewhere.getByRole("heading", { name: /^Welcome to/ })).toBeHidden();
});

test("by keyboard: each step can be skipped, and leaving in the middle is enough", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Skip", "Skipper"), { welcomed: false });
  await page.goto("/home");
  await press(page.getByRole("link", { name: "Start", exact: true }));
  await page.waitForURL("**/welcome");
  await press(page.getByRole("button", { name: "Skip", exact: true }));
  await expect(page.getByRole("heading", { name: "Where do you go most?" })).toBeFocused();
  await press(page.getByRole("button", { name: "Back" }));
  await expect(page.getByRole("heading", { name: "Add a photo" })).toBeVisible();
  await page.goto("/home");
  await expect(page.getByRole("heading", { name: "Where do you want to go?" })).toBeVisible();
  await expect(
    page.getByRole("heading", { name: "No rides yet" }).or(page.getByRole("article")).first(),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/home");
});
