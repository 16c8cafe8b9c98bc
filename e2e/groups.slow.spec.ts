import { expectNoBarriers } from "./support/axe.ts";
import { captureScreenshots } from "./support/inspect.ts";
import { press, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("an unlisted group is created by touch, and a second person joins it with the invitation link without asking", async ({
  world: { browserOf },
}) => {
  const manager = await browserOf(PHONE);
  const guest = await browserOf(PHONE);
  const name = "Hill village by touch";
  await signUp(manager, testPerson("Mona", "Hill"));
  await manager.goto("/home");
  await manager.getByRole("button", { name: /^Account menu/ }).tap();
  await manager.getByRole("menuitem", { name: "Groups" }).tap();
  await manager.getByRole("link", { name: "Create a group" }).tap();
  await manager.getByRole("button", { name: "Create group" }).tap();
  await captureScreenshots(manager, "a group without a name", manager.getByText("Enter a name."));
  await manager.getByLabel("Name", { exact: true }).fill(name);
  await manager.getByLabel("Only with an invitation link").tap();
  await manager.getByLabel("Others can find this group").tap();
  await manager.getByRole("button", { name: "Create group" }).tap();
  await expect(manager.getByRole("heading", { name, level: 1 })).toBeVisible();
  await manager.getByRole("button", { name: "Make an invitation link" }).tap();
  const link = manager.getByLabel("Link", { exact: true });
  await expect(link).toHaveValue(/\/join-group#[\w-]{16,}$/);
  await captureScreenshots(manager, "a group for its manager", link);
  const url = new URL(await link.inputValue());

  await test.step("a visitor is asked to sign in, and then sees the invitation", async () => {
    await guest.goto(`/join-group${url.hash}`);
    await expect(guest.getByText("This page is for members. Sign in to see it.")).toBeVisible();
    await signUp(guest, testPerson("Gina", "Guest"));
    await guest.goto("/login");
    await expect(guest.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expectNoBarriers(guest, "an invitation to a group");
    await guest.getByRole("button", { name: "Join" }).tap();
    await expect(guest).toHaveURL(/\/groups\/[\w-]+$/);
    await expect(guest.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(2);
  });

  await test.step("the manager sees the new member, and disables the link", async () => {
    await expect(manager.getByText("2 members", { exact: true })).toBeVisible();
    // The list grows above the button.
    const members = manager.getByRole("list", { name: "Members" });
    await expect(members.getByRole("listitem")).toHaveCount(2);
    await manager.getByRole("button", { name: "Disable link" }).tap();
    const dialog = manager.getByRole("dialog", { name: "Disable the invitation link?" });
    await dialog.getByRole("button", { name: "Disable link" }).tap();
    await expect(manager.getByRole("button", { name: "Make an invitation link" })).toBeVisible();
  });
});

test("someone asks to join a listed group, is accepted and removed again, by keyboard", async ({
  world: { browserOf },
}) => {
  const manager = await browserOf();
  const asker = await browserOf();
  const name = "Faculty by keyboard";
  await signUp(manager, testPerson("Mara", "Dean"));
  await signUp(asker, testPerson("Aris", "Asker"));
  await manager.goto("/groups/new");
  await type(manager.getByLabel("Name", { exact: true }), name);
  await manager.keyboard.press("Enter");
  await expect(manager.getByRole("heading", { name, level: 1 })).toBeVisible();
  const groupPath = new URL(manager.url()).pathname;

  await test.step("a search finds the group, and the request is sent with a message", async () => {
    await asker.goto("/groups");
    await type(asker.getByLabel("Search groups"), "faculty keyboard");
    await asker.keyboard.press("Enter");
    const found = asker.getByRole("link", { name: new RegExp(`^${name}`) });
    await captureScreenshots(asker, "the list of groups", found);
    await press(found);
    await press(asker.getByRole("button", { name: "Ask to join" }));
    const dialog = asker.getByRole("dialog", { name: `Ask to join ${name}` });
    await type(dialog.getByLabel("Message to the managers"), "I teach here.");
    await press(dialog.getByRole("button", { name: "Send request" }));
    await expect(asker.getByRole("button", { name: "Withdraw request" })).toBeVisible();
  });

  await test.step("the manager accepts on the page of the group", async () => {
    const request = manager.getByRole("article", { name: "Request of Aris A." });
    await expect(request).toContainText("I teach here.");
    await press(request.getByRole("button", { name: "Accept Aris A." }));
    await expect(request).toHaveCount(0);
    await expect(manager.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(
      2,
    );
    await expect(asker.getByText("2 members", { exact: true })).toBeVisible();
  });

  await test.step("the manager removes the member, who can ask again", async () => {
    await press(manager.getByRole("button", { name: "Change Aris A.'s membership" }));
    await expect(manager.getByRole("menuitem", { name: "Make a manager" })).toBeFocused();
    await manager.keyboard.press("ArrowDown");
    await expect(manager.getByRole("menuitem", { name: "Remove from the group" })).toBeFocused();
    await manager.keyboard.press("Enter");
    const dialog = manager.getByRole("dialog", { name: `Remove Aris A. from ${name}` });
    await press(dialog.getByRole("button", { name: "Remove from the group" }));
    await expect(manager.getByRole("list", { name: "Members" }).getByRole("listitem")).toHaveCount(
      1,
    );
    await expect(asker.getByRole("button", { name: "Ask to join" })).toBeVisible();
    await expect(asker).toHaveURL(new RegExp(`${groupPath}$`));
  });
});
