import { signUp, testPerson } from "./support/people.ts";
import { BONN, KARLSRUHE, seek } from "./support/rides.ts";
import { hostRide, towns } from "./support/screens.ts";
import { tomorrow } from "./support/places.ts";
import { expect, PHONE, test } from "./support/test.ts";

test("a saved search shows a new ride live, and is renamed, paused, removed and restored", async ({
  world: { browserOf },
}) => {
  const saver = await browserOf(PHONE);
  const host = await browserOf();
  await signUp(saver, testPerson("Ines", "Moreau"));
  await saver.goto("/home");
  await seek(saver, ["Karlsr", KARLSRUHE], ["Bon", BONN]);
  const keep = saver.getByRole("region", { name: "Get alerts" });
  await keep.getByRole("button", { name: /^Save for [A-Z][a-z]{2} \d/ }).click();
  await expect(keep.getByRole("status")).toContainText("We'll notify you of new matching rides.");
  await keep.getByRole("link", { name: "Saved searches" }).click();
  const search = saver.getByRole("article", { name: "Karlsruhe to Bonn" });
  await expect(search).toContainText("2 seats");

  await hostRide(await signUp(host, testPerson("Pavel", "Novak")), "06:45");

  await test.step("it is told without a reload, and leads to the ride", async () => {
    await search.getByRole("link", { name: "1 new ride found" }).click();
    await saver.getByRole("link", { name: "View ride" }).click();
    await expect(saver.getByRole("heading", { name: "Karlsruhe to Bonn", level: 1 })).toBeVisible();
    await saver.goto("/saved-searches");
  });

  await test.step("a name, a pause, and a removal with a way back", async () => {
    await search.getByRole("button", { name: "Rename Karlsruhe to Bonn" }).click();
    await saver.getByLabel("Search name").fill("Home for the weekend");
    await saver.keyboard.press("Enter");
    const named = saver.getByRole("article", { name: "Home for the weekend" });
    await named.getByRole("button", { name: "Pause" }).click();
    await expect(named).toContainText("Paused");
    await named.getByRole("button", { name: "Remove" }).click();
    await expect(saver.getByText("Removed: Home for the weekend")).toBeVisible();
    await expect(saver.getByRole("button", { name: /^Undo/ })).toBeFocused();
    await saver.keyboard.press("Enter");
    await expect(named).toContainText("Paused");
    await saver.reload();
    await expect(named).toContainText("Paused");
  });
});

test("a host is notified of a request along the route, and the notification leads to the answer", async ({
  world: { browserOf },
}) => {
  const host = await browserOf();
  const seeker = await browserOf();
  const pavel = await signUp(host, testPerson("Pavel", "Novak"));
  await hostRide(pavel, "06:45");
  const ines = await signUp(seeker, testPerson("Ines", "Moreau"));
  await ines.call("requests", {
    origin: towns.karlsruhe,
    destination: towns.mainz,
    departsAfter: `${tomorrow()}T05:00:00Z`,
    departsBefore: `${tomorrow()}T12:00:00Z`,
  });
  const alerts = async () =>
    (await pavel.read<NotificationList>("notifications")).items.map(({ title, path }) => ({
      title,
      path,
    }));
  await expect.poll(alerts).toHaveLength(1);
  const [alert] = await alerts();
  expect(alert?.title).toBe("Ines M. needs a ride along your route");
  await host.goto(alert?.path ?? "/");
  const form = host.getByRole("form", { name: "Offer Ines M. a ride" });
  await expect(form.getByRole("button", { name: "Send offer" })).toBeVisible();
  await expect(form).toContainText(/\+\d+ min and .* for you/);
});

interface NotificationList {
  readonly items: readonly { readonly title: string; readonly path: string }[];
}
