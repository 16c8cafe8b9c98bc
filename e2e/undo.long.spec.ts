import { press } from "./support/keyboard.ts";
import { PASSWORD, signUp, testPerson } from "./support/people.ts";
import { choosePlace } from "./support/places.ts";
import { FREIBURG, KOELN, WAY } from "./support/rides.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test.describe.configure({ mode: "default" });

test("deleting a template or a trusted contact can be undone; a failed deletion is reported", async ({
  world: { browserOf, watch },
}) => {
  const page = await browserOf(PHONE);
  const person = testPerson("Undoing", "Uma");
  const uma = await signUp(page, person);
  await uma.call("rides/templates", { name: "To work", ride: { ...WAY, seatsTotal: 3 } });
  await uma.call("identity/confirm", { password: PASSWORD });
  for (const name of ["Kim", "Lou", "Max"])
    await uma.call("trusted-contacts", { name, email: `${name}.${Date.now()}@contact.test` });

  await test.step("a template, by keyboard", async () => {
    await page.goto("/host");
    const templates = page.getByRole("region", { name: "Your templates" });
    const gone = templates.getByRole("button", { name: "Delete template To work" });
    await press(gone);
    await expect(templates.getByRole("status")).toHaveText("Deleting To work…");
    await expect(templates.getByRole("button", { name: "Undo" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(templates.getByRole("link", { name: "To work" })).toBeVisible();

    watch.serverMayBeAway();
    await page.route("**/api/rides/templates/*", (route) => route.abort(), { times: 1 });
    await press(gone);
    await expect(templates.getByRole("alert")).not.toBeEmpty();
    await expect(templates.getByRole("link", { name: "To work" })).toBeVisible();
    await press(gone);
    await expect(templates).toBeHidden();
  });

  await test.step("a contact", async () => {
    await page.goto("/settings/safety");
    const contacts = page.getByRole("region", { name: "Trusted contacts" });
    await contacts.getByRole("button", { name: "Remove Kim" }).press("Enter");
    await expect(contacts.getByText("Removing Kim…")).toBeVisible();
    await contacts.getByRole("button", { name: "Undo" }).press("Enter");
    await expect(contacts.getByRole("button", { name: "Remove Kim" })).toBeVisible();
    expect((await uma.read<{ items: object[] }>("trusted-contacts")).items).toHaveLength(3);
    await contacts.getByRole("button", { name: "Remove Kim" }).press("Enter");
    await expect(contacts.getByText(/Kim/)).toHaveCount(0);
  });

  await test.step("[domain/undo:leaving] leaving the site, or logging out, sends what can still be undone", async () => {
    const contacts = page.getByRole("region", { name: "Trusted contacts" });
    await contacts.getByRole("button", { name: "Remove Lou" }).press("Enter");
    await expect(contacts.getByText("Removing Lou…")).toBeVisible();
    await page.goto("about:blank");
    await page.goto("/settings/safety");
    await expect(contacts.getByRole("button", { name: "Remove Max" })).toBeVisible();
    await expect(contacts.getByText(/Lou/)).toHaveCount(0);

    await contacts.getByRole("button", { name: "Remove Max" }).press("Enter");
    await expect(contacts.getByText("Removing Max…")).toBeVisible();
    await page.getByRole("button", { name: /^Account menu/ }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL((url) => url.pathname === "/");
    await page.goto("/login");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/home");
    await page.goto("/settings/safety");
    await expect(contacts).toBeVisible();
    await expect(contacts.getByText(/Max/)).toHaveCount(0);
  });
});

test("“Start over” can be undone with input and step, until something else is typed", async ({
  world: { browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  await signUp(page, testPerson("Overly", "Ove"));
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const from = page.getByRole("combobox", { name: "From" });
  await page.goto("/host");
  await choosePlace(from, "Freibur", FREIBURG);
  await choosePlace(page.getByRole("combobox", { name: "To", exact: true }), "Köl", KOELN);
  await button("Continue").click();
  await page.getByLabel("Departure").fill("07:45");
  await button("Start over").press("Enter");
  await expect(from).toHaveValue("");
  await expect(page.getByRole("heading", { name: "Route", level: 2 })).toBeFocused();
  await expect(button("Start over")).toBeHidden();
  await button("Undo").press("Enter");
  await expect(page.getByLabel("Departure")).toHaveValue("07:45");
  await button("Back").click();
  await expect(from).toHaveValue(FREIBURG);

  await button("Start over").click();
  await expect(button("Undo")).toBeFocused();
  await from.fill("K");
  await expect(button("Undo")).toBeHidden();
});

test("while a confirmed action is being sent the dialog stays open, and shows its error", async ({
  world: { browserOf, watch },
}) => {
  watch.serverMayBeAway();
  const page = await browserOf(DESKTOP);
  const ora = await signUp(page, testPerson("Other", "Ora"));
  const departsAt = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = await ora.call("rides", { ...WAY, departsAt, seatsTotal: 3 });
  await page.goto(`/rides/${id}`);
  await page.getByRole("button", { name: "Cancel ride" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel this ride?" });
  const keep = dialog.getByRole("button", { name: "Keep ride" });
  const close = dialog.getByRole("button", { name: "Close" });
  const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
  await page.route(`**/api/rides/${id}`, (route) =>
    route.request().method() === "DELETE" ? lost.then(() => route.abort()) : route.fallback(),
  );
  await dialog.getByRole("button", { name: "Cancel ride" }).click();
  await expect(keep).toBeDisabled();
  await expect(close).toBeDisabled();
  for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
  await page.mouse.click(4, 4);
  await expect(dialog).toBeVisible();
  lose();
  await expect(dialog.getByRole("alert")).toContainText("nothing changed");
  await keep.click();
  await expect(dialog).toBeHidden();
});
