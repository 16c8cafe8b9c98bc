import type { Page } from "@playwright/test";
import { becomeAdministrator } from "./support/administrators.ts";
import { expectNoBarriers } from "./support/axe.ts";
import { signUp, testPerson } from "./support/people.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100"><script>alert(1)</script><rect width="300" height="100" fill="#7c1d4f"/><circle cx="50" cy="50" r="40" fill="#ffd400"/></svg>`;

/** Opens the editor of a text from the list. */
async function openText(page: Page, name: string): Promise<void> {
  await page.getByRole("link", { name: "Legal texts", exact: true }).click();
  await page.getByRole("link", { name: `${name}: English` }).click();
  await expect(page.getByRole("heading", { name: `${name} (English)` })).toBeVisible();
}

const published = (page: Page) =>
  page.getByText("Published. Pages show it when they are opened again.");

test("an administrator writes an imprint and new terms; visitors read them without scripts, members agree again", async ({
  world: { server, watch, browserOf },
}) => {
  // An address that the server refuses.
  watch.mayComplain(/status of 400|status: 400/);
  const page = await browserOf(DESKTOP);
  const visitor = await browserOf({ ...PHONE, javaScriptEnabled: false });
  const member = await browserOf(DESKTOP);
  await becomeAdministrator(page, server.setupLink ?? "");
  await signUp(member, testPerson("Ada", "Moreau"));

  await test.step("a draft from the template is not public", async () => {
    await openText(page, "Imprint");
    await page.getByRole("button", { name: "Start from the template" }).click();
    await expect(
      page.getByText("Parts in square brackets still have to be filled in or removed."),
    ).toBeVisible();
    await page
      .getByLabel("Text", { exact: true })
      .fill("## Who runs it\n\nThe **town**, <b>Main Street 1</b>");
    await page.getByRole("button", { name: "Save draft" }).click();
    await expect(page.getByText("Draft saved. Visitors don't see it yet.")).toBeVisible();
    await page.getByText("Preview", { exact: true }).click();
    await expect(page.getByRole("heading", { name: "Who runs it" })).toBeVisible();
    await expectNoBarriers(page, "a legal text");
    await visitor.goto("/imprint");
    await expect(visitor.getByText("This page has not been written yet.")).toBeVisible();
    await expect(
      visitor.getByRole("contentinfo").getByRole("link", { name: "Imprint" }),
    ).toHaveCount(0);
  });

  await test.step("published, it is in the footer and readable without scripts", async () => {
    await page.getByRole("button", { name: "Publish…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
    await expect(published(page)).toBeVisible();
    await visitor.goto("/");
    await visitor.getByRole("contentinfo").getByRole("link", { name: "Imprint" }).click();
    await expect(visitor).toHaveTitle("Imprint · Commonlane");
    await expect(visitor.getByRole("heading", { name: "Who runs it" })).toBeVisible();
    await expect(visitor.getByText("The town, <b>Main Street 1</b>")).toBeVisible();
  });

  await test.step("members are asked to agree to the new terms", async () => {
    await openText(page, "Terms of Use");
    await page.getByLabel("Text", { exact: true }).fill("Be kind to each other.");
    await page.getByRole("button", { name: "Publish…" }).click();
    const dialog = page.getByRole("dialog", { name: "Publish this text?" });
    await expect(dialog.getByLabel("Members must agree again")).toBeChecked();
    await expectNoBarriers(page, "publishing", undefined, "dialog[open]");
    await dialog.getByRole("button", { name: "Publish", exact: true }).click();
    await expect(page.getByText("In force")).toBeVisible();
    await member.goto("/home");
    const changed = member.getByRole("dialog", { name: "Our terms have changed" });
    await expect(changed.getByRole("link", { name: /^Terms of Use/ })).toBeVisible();
    await changed.getByRole("button", { name: "I agree" }).click();
    await expect(changed).toBeHidden();
    await member.goto("/terms-of-use");
    await expect(member.getByText("Be kind to each other.")).toBeVisible();
  });

  await test.step("a link of the community's own, and the source code", async () => {
    await page.getByRole("link", { name: "Legal texts", exact: true }).click();
    await page.getByRole("button", { name: "Add a link" }).click();
    await page.getByLabel("Text of the link").fill("Student union");
    await page.getByLabel("Address", { exact: true }).fill("http://union.example.edu");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(
      page.getByText("Enter an address that starts with https://.").first(),
    ).toBeVisible();
    await page.getByLabel("Address", { exact: true }).fill("https://union.example.edu");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Pages show it when they are opened again.")).toBeVisible();
    await expectNoBarriers(page, "legal texts");
    await visitor.goto("/");
    const footer = visitor.getByRole("contentinfo");
    await expect(footer.getByRole("link", { name: /^Student union/ })).toHaveAttribute(
      "href",
      "https://union.example.edu",
    );
    await footer.getByRole("link", { name: "Source code" }).click();
    await expect(visitor.getByText(/runs on Commonlane \d+\.\d+\.\d+/)).toBeVisible();
  });

  await test.step("the record of processing shows the periods of this server", async () => {
    await page.getByRole("link", { name: "Record of processing and retention periods" }).click();
    await expect(page.getByRole("heading", { name: "Rides, requests and bookings" })).toBeVisible();
    await expect(page.getByRole("row", { name: /^Notifications/ })).toContainText("90 days");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download the record (CSV)" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("processing-activities.csv");
    await expectNoBarriers(page, "data protection");
  });
});

test("logo and colour chosen in the console are seen by visitors", async ({
  world: { server, browserOf },
}) => {
  const page = await browserOf(DESKTOP);
  const visitor = await browserOf(PHONE);
  await becomeAdministrator(page, server.setupLink ?? "");
  await page.getByRole("link", { name: "Appearance" }).click();
  await expect(page.getByRole("button", { name: "Choose a logo" })).toBeVisible();

  await test.step("an SVG is drawn before it is sent; text that is no picture is refused", async () => {
    const input = page.getByLabel("File of the logo");
    await input.setInputFiles({
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture"),
    });
    await expect(
      page.getByText("This browser can't show that file. Choose another one."),
    ).toBeVisible();
    await input.setInputFiles({
      name: "logo.svg",
      mimeType: "image/svg+xml",
      buffer: Buffer.from(LOGO),
    });
    await expect(page.getByRole("img", { name: "The present logo" })).toBeVisible();
  });

  await test.step("a light colour is made readable, a dark one stays", async () => {
    const color = page.getByLabel("Main colour");
    await color.fill("#ffd400");
    await expect(page.getByText(/a darker shade of it is used/)).toBeVisible();
    await color.fill("#7c1d4f");
    await expect(page.getByText(/a darker shade of it is used/)).toBeHidden();
    await expectNoBarriers(page, "appearance");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved. Pages show it when they are opened again.")).toBeVisible();
  });

  await test.step("a visitor sees both, in both themes", async () => {
    await visitor.goto("/");
    const logo = visitor.getByRole("banner").locator("img.community-logo");
    await expect(logo).toBeVisible();
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640);
    // So wide a logo contains the name, which is there for screen readers only.
    await expect(logo.locator("+ span")).toHaveClass("sr-only");
    const brand = () =>
      visitor.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue("--c-brand").trim(),
      );
    expect(await brand()).toBe("#7c1d4f");
    await expectNoBarriers(visitor, "a page in the community's colour");
    await visitor.emulateMedia({ colorScheme: "dark" });
    expect(await brand()).not.toBe("#7c1d4f");
    await expectNoBarriers(visitor, "a page in the community's colour, dark");
    const manifest: unknown = await (await visitor.request.get("/manifest.webmanifest")).json();
    expect(manifest).toMatchObject({ theme_color: "#7c1d4f" });
  });
});
