import { createServer } from "node:http";
import { once } from "node:events";
import { press, type } from "./support/keyboard.ts";
import { signUp, testPerson } from "./support/people.ts";
import { freePort } from "./support/process.ts";
import { DESKTOP, expect, PHONE, test } from "./support/test.ts";

/** The website of a university, at an origin of its own. */
const port = await freePort();
const UNIVERSITY = `http://127.0.0.1:${port}`;
/** Another website, which the operator has not allowed. */
const otherPort = await freePort();
const OTHER = `http://127.0.0.1:${otherPort}`;

test.use({ settings: { WIDGET_ORIGINS: UNIVERSITY } });

test("the search form in a university's page leads to the search, by touch and by keyboard, and no other page may embed it", async ({
  world: { browserOf, server, watch },
}) => {
  watch.alsoAt(UNIVERSITY);
  watch.alsoAt(OTHER);
  const page = `<!doctype html><title>University</title><iframe title="Rides" src="${server.address}/widget/search" width="340" height="420"></iframe>`;
  const website = createServer((_, reply) =>
    reply.setHeader("content-type", "text/html").end(page),
  );
  const otherWebsite = createServer((_, reply) =>
    reply.setHeader("content-type", "text/html").end(page),
  );
  const listening = [website, otherWebsite].map((site) => once(site, "listening"));
  website.listen(port, "127.0.0.1");
  otherWebsite.listen(otherPort, "127.0.0.1");
  await Promise.all(listening);
  try {
    await test.step("by touch, as a visitor: the landing page keeps the search for after the sign-in", async () => {
      const phone = await browserOf(PHONE);
      await phone.goto(UNIVERSITY);
      const form = phone.frameLocator("iframe");
      await form.getByLabel("From").fill("Freiburg im Breisgau");
      await form.getByLabel("To").fill("Köln");
      const [opened] = await Promise.all([
        phone.context().waitForEvent("page"),
        form.getByRole("button", { name: "Search" }).tap(),
      ]);
      await opened.waitForURL(`${server.address}/`);
      await expect(opened.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(phone).toHaveURL(`${UNIVERSITY}/`);
    });

    await test.step("by keyboard, as a member: an unknown place is named, and the search opens in the app", async () => {
      const desktop = await browserOf(DESKTOP);
      await signUp(desktop, testPerson("Uni", "Member"));
      await desktop.goto(UNIVERSITY);
      const form = desktop.frameLocator("iframe");
      await form.getByLabel("From").focus();
      await desktop.keyboard.type("Nowhereville");
      await desktop.keyboard.press("Tab");
      await desktop.keyboard.type("Köln");
      const [opened] = await Promise.all([
        desktop.context().waitForEvent("page"),
        desktop.keyboard.press("Enter"),
      ]);
      await expect(opened.getByRole("alert")).toContainText("Nowhereville");
      await opened.getByLabel("From").clear();
      await type(opened.getByLabel("From"), "Freiburg im Breisgau");
      await press(opened.getByRole("button", { name: "Search" }));
      await opened.waitForURL("**/seek?from=*Freiburg*");
      await expect(opened.getByRole("heading", { name: /rides? on/ }).first()).toBeVisible();
    });

    await test.step("a page of another origin shows an empty frame", async () => {
      // The browser reports the refused frame.
      watch.mayComplain(/frame-ancestors/);
      const stranger = await browserOf(DESKTOP);
      const refused = stranger.waitForEvent("console", (message) =>
        message.text().includes("frame-ancestors"),
      );
      await stranger.goto(OTHER, { waitUntil: "commit" });
      await refused;
      expect(stranger.frames().filter((frame) => frame.url().startsWith(server.address))).toEqual(
        [],
      );
      await stranger.close();
    });
  } finally {
    for (const site of [website, otherWebsite]) {
      site.close();
      site.closeAllConnections();
    }
  }
});
