import { writeFileSync } from "node:fs";
import { join as inFolder } from "node:path";
import type { Consent } from "@commonlane/contract/personal-data";
import { expect, test } from "vitest";
import { createTestFolder as ownFolder } from "../../../test/app/test-folders.ts";
import { signUpWithCode } from "../../../test/fixtures/accounts.ts";
import { createTestApp, type TestApp } from "../../../test/app/test-app.ts";

type Consents = { items: Consent[] };

test("consents are recorded with their version, and requested again when a text changes", async () => {
  const folder = ownFolder();
  const terms = inFolder(folder, "terms-of-use.md");
  writeFileSync(terms, "Be kind.");
  const app = await createTestApp({ settings: { LEGAL_DIR: folder } });
  const { body } = await signUpWithCode(app, "zed@example.org");
  const as = { token: body.idToken };
  const consents = async (of: TestApp) =>
    (await of.call<Consents>("GET", "/identity/consents", { as })).body.items;
  const before = await consents(app);
  expect(before).toMatchObject([
    { document: "privacy-policy", agreedAt: "2026-01-01T08:00:00.000Z", changed: false },
    { document: "terms-of-use", agreedAt: "2026-01-01T08:00:00.000Z", changed: false },
  ]);
  writeFileSync(terms, "Be very kind.");
  // Like a restart with a new text.
  Object.assign(app.ctx, { settings: { ...app.ctx.settings } });
  const changed = await consents(app);
  expect(changed).toMatchObject([before[0], { agreedAt: null, changed: true }]);
  const agree = (version: string | undefined) =>
    app.call<Consents>("POST", "/identity/consents", {
      as,
      body: { documents: [{ document: "terms-of-use", version }] },
    });
  // The version they saw is no longer current.
  expect((await agree(before[1]?.version)).body.items[1]?.agreedAt).toBeNull();
  expect((await agree(changed[1]?.version)).body.items[1]?.agreedAt).toBe(
    "2026-01-01T08:00:00.000Z",
  );
  const storedTexts = await app.db
    .selectFrom("legal_version")
    .select("body")
    .orderBy("body")
    .where("document", "=", "terms-of-use")
    .execute();
  expect(storedTexts.map(({ body }) => body)).toEqual(["Be kind.", "Be very kind."]);
});
