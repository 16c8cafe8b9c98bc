import type { Page } from "@playwright/test";
import { expectNoBarriers } from "./support/axe.ts";
import { press, tabTo, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, testOnOneServer as test } from "./support/test.ts";

test("a profile and photo are changed, seen by another member, also by keyboard alone", async ({
  world: { browserOf, watch },
}) => {
  const amara = await browserOf(PHONE);
  const jonas = await browserOf(DESKTOP);
  const { uid: amaras } = await signUp(amara, testPerson("Amara", "Okafor"));
  const { uid: jonas1 } = await signUp(jonas, testPerson("Jonas", "Weber"));
  await amara.goto("/profile");

  await test.step("change what others read", async () => {
    await amara.getByRole("button", { name: "Edit profile" }).click();
    const edit = amara.getByRole("dialog", { name: "Edit profile" });
    await edit.getByLabel("A few words about you").fill("Drives slowly, stops for coffee.");
    await edit.getByLabel("Languages you speak").first().selectOption("de");
    await expectNoBarriers(amara, "editing the profile", undefined, "dialog[open]");
    await edit.getByRole("button", { name: "Save", exact: true }).click();
    await expect(edit).toBeHidden();
    await expect(amara.getByRole("region", { name: "How others see you" })).toContainText(
      "Drives slowly",
    );
    await amara.goto("/settings/account");
    const phone = amara.getByLabel("Phone", { exact: true });
    await expect(phone).toHaveValue("+1 202 555 0123");
    await phone.fill("4915123456789");
    await expect(phone).toHaveValue("+49 1512 3456789");
    await expect(amara.getByText("Valid Germany phone number")).toBeVisible();
    await amara.getByRole("button", { name: "Save", exact: true }).click();
    await expect(amara.getByText("Saved.").first()).toBeVisible();
    await amara.reload();
    await expect(phone).toHaveValue("+49 1512 3456789");
    await amara.goto("/settings/vehicles");
    await amara.getByRole("button", { name: "Add a vehicle" }).click();
    await amara.getByLabel("Make").fill("Škoda");
    await amara.getByLabel("Model").fill("Octavia");
    await amara.getByLabel("Number plate").fill("FR-CL 217");
    await amara.getByLabel("Room for bicycles").check();
    await amara.getByRole("button", { name: "Save vehicle" }).click();
    await expect(amara.getByText("FR-CL 217 · 4 seats · Room for bicycles")).toBeVisible();
    await amara.goto("/profile");
  });

  await test.step("cut a photo by hand", async () => {
    await amara.getByLabel("Photo from this device").setInputFiles(await redAndBlue(amara));
    const dialog = amara.getByRole("dialog", { name: "Your photo" });
    const area = dialog.getByRole("application", { name: "Visible part of the picture" });
    await expect(area).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Save photo" })).toBeEnabled();
    await expectNoBarriers(amara, "cutting a photo");
    const box = await area.boundingBox();
    if (!box) throw new Error("There is nothing to drag.");
    await amara.mouse.move(box.x + 40, box.y + 40);
    await amara.mouse.down();
    await amara.mouse.move(box.x + box.width + 200, box.y + 40);
    await amara.mouse.up();
    await dialog.getByRole("button", { name: "Save photo" }).click();
    await expect(dialog).toBeHidden();
    // The entire left half, on the profile and in the header.
    await expect.poll(() => coloursOf(amara, "main section img")).toEqual(["red", "red"]);
    await expect.poll(() => coloursOf(amara, "header img")).toEqual(["red", "red"]);
    await amara.getByRole("link", { name: "View public profile" }).click();
    await expect(amara.getByText("This is how others see you.")).toBeVisible();
  });

  await test.step("a photo that could not be loaded is loaded once the network is back", async () => {
    watch.serverMayBeAway();
    watch.mayComplain(/^Failed to load resource/);
    const photos = "**/api/photos/**";
    await amara.route(photos, (route) => route.abort());
    await amara.reload();
    await expect(amara.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await expect(amara.locator("header img")).toHaveCount(0);
    await amara.unroute(photos);
    await amara.context().setOffline(true);
    await amara.context().setOffline(false);
    await expect.poll(() => coloursOf(amara, "header img")).toEqual(["red", "red"]);
  });

  await test.step("another person sees it, and no more than is meant for others", async () => {
    await jonas.goto(`/profile/${amaras}`);
    await expect(jonas.getByRole("heading", { name: "Amara O.", level: 1 })).toBeVisible();
    await expect.poll(() => coloursOf(jonas, "main img")).toEqual(["red", "red"]);
    const page = jonas.locator("main");
    for (const shown of ["Drives slowly", "German", "Škoda Octavia", "Room for bicycles"])
      await expect(page).toContainText(shown);
    for (const hidden of ["Okafor", "FR-CL", "+49", "example.org"])
      await expect(page).not.toContainText(hidden);
    await expectNoBarriers(jonas, "a profile as others see it");
  });

  await test.step("the same by keyboard alone", async () => {
    await jonas.goto("/profile");
    await press(jonas.getByRole("button", { name: "Edit profile" }));
    await type(jonas.getByLabel("A few words about you"), "Quiet.");
    await press(jonas.getByRole("button", { name: "Save", exact: true }));
    await expect(jonas.getByRole("dialog")).toBeHidden();
    await expect(jonas.getByRole("button", { name: "Edit profile" })).toBeFocused();
    await cutByKeyboard(jonas);
    // Turned clockwise, the left side is on top; then only the lower half stays in the frame.
    await expect.poll(() => coloursOf(jonas, "main section img")).toEqual(["blue", "blue"]);
    await expect(jonas.getByRole("button", { name: "Add a photo" })).toBeHidden();
    await amara.goto(`/profile/${jonas1}`);
    await expect.poll(() => coloursOf(amara, "main img")).toEqual(["blue", "blue"]);
    await press(jonas.getByRole("button", { name: "Remove photo" }));
    await press(jonas.getByRole("dialog").getByRole("button", { name: "Remove" }));
    await expect(jonas.getByRole("button", { name: "Add a photo" })).toBeFocused();
    await expect(jonas.locator("header img")).toHaveCount(0);
  });
});

async function cutByKeyboard(page: Page): Promise<void> {
  const picture = await redAndBlue(page);
  const chooser = page.waitForEvent("filechooser");
  await press(page.getByRole("button", { name: "Add a photo" }));
  await (await chooser).setFiles(picture);
  const dialog = page.getByRole("dialog", { name: "Your photo" });
  await press(dialog.getByRole("button", { name: "Rotate" }));
  await tabTo(dialog.getByRole("application", { name: "Visible part of the picture" }));
  for (let n = 0; n < 11; n++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("+");
  await press(dialog.getByRole("button", { name: "Save photo" }));
  await expect(dialog).toBeHidden();
}

/** A picture twice as wide as high: red on the left, blue on the right. */
async function redAndBlue(page: Page) {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 1600;
    canvas.height = 800;
    const brush = canvas.getContext("2d");
    if (!brush) return "";
    brush.fillStyle = "#f00";
    brush.fillRect(0, 0, 800, 800);
    brush.fillStyle = "#00f";
    brush.fillRect(800, 0, 800, 800);
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return { name: "holiday.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

/** The colours in two opposite corners of a picture on the page; undefined until it is loaded. */
const coloursOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .first()
    .evaluate((image) => {
      if (!(image instanceof HTMLImageElement) || !image.complete || image.naturalWidth === 0)
        return [];
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 10;
      const brush = canvas.getContext("2d");
      brush?.drawImage(image, 0, 0, 10, 10);
      return [1, 8].map((at) => {
        const [red = 0, , blue = 0] = brush?.getImageData(at, at, 1, 1).data ?? [];
        return red > 200 && blue < 60 ? "red" : blue > 200 && red < 60 ? "blue" : `${red}/${blue}`;
      });
    });
