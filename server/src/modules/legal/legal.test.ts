import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LegalText, LegalTextEditor } from "@commonlane/contract/legal";
import type { Consent } from "@commonlane/contract/personal-data";
import { expect, test } from "vitest";
import { SettingsFollower } from "#platform/community/change-community.ts";
import { createTransientConsumer } from "#platform/events/event-consumer.ts";
import { createCommunity } from "#platform/community/community.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../test/app/test-app.ts";
import { createTestFolder } from "../../../test/app/test-folders.ts";
import {
  createAdministrator,
  createModerator,
  listModeratorActs,
} from "../../../test/fixtures/moderators.ts";

type Failed = { code?: string };

const at = (page: string, language: string) => `/administration/legal/${page}/${language}`;

/** Calls of one administrator on a page. */
function openEditor(app: TestApp, as: TestUser) {
  return {
    get: (page: string, language = "en") =>
      app.call<LegalTextEditor & Failed>("GET", at(page, language), { as }),
    save: (
      page: string,
      body: string,
      { language = "en", revision = null as number | null } = {},
    ) =>
      app.call<LegalTextEditor & Failed>("PUT", `${at(page, language)}/draft`, {
        as,
        body: { body, revision },
      }),
    publish: (
      page: string,
      { version, revision }: { version: number; revision: number },
      { language = "en", agreeAgain = false } = {},
    ) =>
      app.call<LegalTextEditor & Failed>("POST", `${at(page, language)}/publication`, {
        as,
        body: { version, revision, agreeAgain },
      }),
    discard: (page: string) =>
      app.call<LegalTextEditor>("DELETE", `${at(page, "en")}/draft`, { as }),
    withdraw: (page: string) =>
      app.call<LegalTextEditor & Failed>("DELETE", `${at(page, "en")}/publication`, { as }),
    read: (page: string, version: number) =>
      app.call<{ body: string } & Failed>("GET", `${at(page, "en")}/versions/${version}`, { as }),
  };
}

/** Saves and publishes in one go. */
async function publishText(
  editor: ReturnType<typeof openEditor>,
  page: string,
  body: string,
  options = {},
) {
  const saved = await editor.save(page, body, options);
  const published = await editor.publish(
    page,
    saved.body.draft ?? { version: 0, revision: 0 },
    options,
  );
  expect(published.status).toBe(200);
  return published.body;
}

const readPage = (app: TestApp, page: string, language?: string) =>
  app.call<LegalText & Failed>("GET", `/legal/${page}`, { query: language ? { language } : {} });

test("[domain/legal:publish] a draft is visible to visitors once it is published; versions keep date and author", async () => {
  const app = await createTestApp();
  const ad = await createAdministrator(app);
  const editor = openEditor(app, ad);
  expect((await readPage(app, "imprint")).body.code).toBe("not_found");
  const saved = await editor.save("imprint", "The town runs this.");
  expect(saved.body.draft).toEqual({ version: 1, revision: 1, body: "The town runs this." });
  expect((await readPage(app, "imprint")).body.code).toBe("not_found");
  await editor.publish("imprint", { version: 1, revision: 1 });
  expect((await readPage(app, "imprint")).body).toEqual({
    page: "imprint",
    language: "en",
    updated: "1 January 2026",
    body: "The town runs this.",
  });
  app.clock.now = new Date("2026-03-01T08:00:00Z");
  const second = await publishText(editor, "imprint", "The city runs this.");
  expect(second.versions).toMatchObject([
    {
      version: 2,
      publishedAt: "2026-03-01T08:00:00.000Z",
      savedBy: { uid: ad.uid },
      publishedBy: { uid: ad.uid },
    },
    { version: 1, publishedAt: "2026-01-01T08:00:00.000Z" },
  ]);
  expect((await readPage(app, "imprint")).body.body).toBe("The city runs this.");
  expect((await editor.read("imprint", 1)).body.body).toBe("The town runs this.");
  expect((await editor.read("imprint", 3)).body.code).toBe("not_found");
  const acts = await listModeratorActs(app, ad);
  expect(acts.find(({ call }) => call === "legal.publish")?.details).toMatchObject({
    page: "imprint",
    language: "en",
  });
});

test("[domain/legal:other-processes] a published text reaches the other processes with its event", async () => {
  const app = await createTestApp();
  const other = createCommunity({}, app.ctx.log);
  const follower = new SettingsFollower({ db: app.db, community: other });
  const poll = follower.after(
    await createTransientConsumer(app.ctx, follower.onChanged, {
      topics: () => ["community-settings"],
    }),
  );
  await publishText(openEditor(app, await createAdministrator(app)), "imprint", "The town");
  while ((await poll()) === 0);
  expect(other.publishedTexts.texts).toMatchObject([{ page: "imprint", body: "The town" }]);
});

test("[domain/legal:language] a page is in the reader's language, else in the community's, else in any", async () => {
  const app = await createTestApp({ community: { language: "de" } });
  const editor = openEditor(app, await createAdministrator(app));
  await publishText(editor, "imprint", "Mairie", { language: "fr" });
  expect((await readPage(app, "imprint", "es")).body).toMatchObject({
    language: "fr",
    body: "Mairie",
  });
  await publishText(editor, "imprint", "Stadt", { language: "de" });
  expect((await readPage(app, "imprint", "es")).body).toMatchObject({
    language: "de",
    body: "Stadt",
  });
  expect((await readPage(app, "imprint", "fr")).body).toMatchObject({
    language: "fr",
    body: "Mairie",
  });
  expect((await readPage(app, "imprint")).body).toMatchObject({ language: "de" });
});

test("[domain/legal:conflict] two administrators never overwrite each other, and publish only what they saw", async () => {
  const app = await createTestApp();
  const ada = openEditor(app, await createAdministrator(app));
  const bob = openEditor(app, await createAdministrator(app));
  const both = await Promise.all([ada.save("imprint", "Ada's"), bob.save("imprint", "Bob's")]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.code).toBe("text_changed");
  expect((await ada.save("imprint", "Ada's second", { revision: 1 })).body.draft?.revision).toBe(2);
  expect((await bob.save("imprint", "Bob's second", { revision: 1 })).body.code).toBe(
    "text_changed",
  );
  expect((await bob.publish("imprint", { version: 1, revision: 1 })).body.code).toBe(
    "text_changed",
  );
  expect((await bob.publish("imprint", { version: 1, revision: 2 })).status).toBe(200);
  expect((await ada.publish("imprint", { version: 1, revision: 2 })).body.code).toBe(
    "text_changed",
  );
  expect((await ada.save("imprint", "Ada's third", { revision: 2 })).body.code).toBe(
    "text_changed",
  );
});

test("a draft can be discarded, and a published text taken off; no earlier version comes back", async () => {
  const app = await createTestApp();
  const editor = openEditor(app, await createAdministrator(app));
  await publishText(editor, "imprint", "First");
  await publishText(editor, "imprint", "Second");
  await editor.save("imprint", "Third");
  expect((await editor.discard("imprint")).body).toMatchObject({
    draft: null,
    published: { version: 2 },
  });
  expect((await editor.withdraw("imprint")).body.published).toBeNull();
  expect((await readPage(app, "imprint")).body.code).toBe("not_found");
  expect((await editor.withdraw("imprint")).body.code).toBe("not_found");
  expect((await publishText(editor, "imprint", "Fourth")).published).toMatchObject({
    version: 3,
    body: "Fourth",
  });
});

test("[domain/legal:agree-again] members agree again when the administrator asks for it, not for a correction", async () => {
  const app = await createTestApp();
  const editor = openEditor(app, await createAdministrator(app));
  const as = await app.createUser();
  const consents = async () =>
    (await app.call<{ items: Consent[] }>("GET", "/identity/consents", { as })).body.items;
  const agree = (items: readonly Consent[]) =>
    app.call("POST", "/identity/consents", {
      as,
      body: { documents: items.map(({ document, version }) => ({ document, version })) },
    });
  const stateOf = async (name: string) =>
    (await consents()).find(({ document }) => document === name);
  await agree(await consents());
  const builtIn = await stateOf("terms-of-use");
  await publishText(editor, "terms-of-use", "Be kind.", { agreeAgain: true });
  expect(await stateOf("terms-of-use")).toMatchObject({
    agreedAt: null,
    changed: true,
    updated: "1 January 2026",
  });
  expect(await stateOf("privacy-policy")).toMatchObject({
    changed: false,
    agreedAt: expect.any(String),
  });
  const seen = await consents();
  await publishText(editor, "terms-of-use", "Be kind!", { agreeAgain: false });
  await agree(seen);
  expect(await stateOf("terms-of-use")).toMatchObject({ agreedAt: expect.any(String) });
  await publishText(editor, "terms-of-use", "Sei nett.", { language: "de", agreeAgain: true });
  expect(await stateOf("terms-of-use")).toMatchObject({ agreedAt: null, changed: true });
  // Only texts that members agree to.
  const imprint = await publishText(editor, "imprint", "The town", { agreeAgain: true });
  expect(imprint.versions[0]?.agreeAgain).toBe(false);
  // Without a text of its own the community is back at the built-in one, which the member knows.
  await editor.withdraw("terms-of-use");
  await app.call("DELETE", "/administration/legal/terms-of-use/de/publication", {
    as: await createAdministrator(app),
  });
  expect(await stateOf("terms-of-use")).toEqual(builtIn);
});

test("[domain/legal:files] a file of the operator wins and locks its page, and only that", async () => {
  const folder = createTestFolder();
  writeFileSync(join(folder, "imprint.md"), "From the file");
  const app = await createTestApp({ settings: { LEGAL_DIR: folder } });
  const editor = openEditor(app, await createAdministrator(app));
  expect((await editor.get("imprint")).body.fixedBy).toBe("LEGAL_DIR");
  expect((await editor.save("imprint", "Mine")).body.code).toBe("setting_fixed");
  expect((await editor.publish("imprint", { version: 1, revision: 1 })).body.code).toBe(
    "setting_fixed",
  );
  expect((await editor.withdraw("imprint")).body.code).toBe("setting_fixed");
  expect((await readPage(app, "imprint")).body).toMatchObject({
    language: null,
    body: "From the file",
  });
  await publishText(editor, "accessibility", "For everyone");
  expect((await readPage(app, "accessibility")).body.body).toBe("For everyone");
});

test("[domain/legal:administrators] moderators and visitors can neither see nor change drafts", async () => {
  const app = await createTestApp();
  await openEditor(app, await createAdministrator(app)).save("imprint", "Secret draft");
  const mo = openEditor(app, await createModerator(app));
  const replies = [
    await mo.get("imprint"),
    await mo.save("imprint", "x", { revision: 1 }),
    await mo.read("imprint", 1),
  ];
  expect(replies.map(({ body }) => body.code)).toEqual(replies.map(() => "administrators_only"));
});

test("templates are filled in from the settings, and mark what is missing", async () => {
  const app = await createTestApp({
    community: {
      name: "Uni Rides",
      supportEmail: "help@uni.example",
      legalEntity: "University\nMain Street 1",
    },
  });
  const editor = openEditor(app, await createAdministrator(app));
  const { template } = (await editor.get("imprint")).body;
  for (const part of [
    "## Who runs Uni Rides",
    "University  \nMain Street 1",
    "help@uni.example",
    "[number]",
  ])
    expect(template).toContain(part);
  expect((await editor.get("accessibility")).body.template).toContain("WCAG");
  expect((await editor.get("terms-of-use")).body.template).toBeNull();
});

test.each([
  [{ body: " ", revision: null }, "body"],
  [{ body: "x".repeat(50_001), revision: null }, "body"],
])("an invalid text is refused and nothing is stored", async (body, field) => {
  const app = await createTestApp();
  const as = await createAdministrator(app);
  const reply = await app.call<{ fields?: object }>(
    "PUT",
    "/administration/legal/imprint/en/draft",
    { as, body },
  );
  expect([reply.status, Object.keys(reply.body.fields ?? {})]).toEqual([400, [field]]);
  expect(await app.db.selectFrom("legal_text").selectAll().execute()).toEqual([]);
});
