import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../test/app/test-context.ts";
import { RateLimits } from "../http/rate-limits/rate-limits.ts";
import { createServer } from "../http/server.ts";
import { findOwnLegalText } from "./legal-texts.ts";

function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-legal-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function serve(environment: Record<string, string>) {
  const { ctx } = await createTestContext(environment);
  const webFolder = folderWith({ "index.html": "<!doctype html><title>Built</title>" });
  const http = createServer(ctx, new RateLimits(), { webFolder });
  onTestFinished(() => http.close());
  return { ctx, get: (url: string) => http.inject({ url, headers: { accept: "text/html,*/*" } }) };
}

test("an operator's own texts and date replace ours, page by page", async () => {
  const LEGAL_DIR = folderWith({
    "terms-of-use.md": "Be kind.",
    "imprint.md": "The town",
    "secret.md": "no",
  });
  const { ctx, get } = await serve({ LEGAL_DIR, LEGAL_UPDATED: "May 2026" });
  const { body } = await get("/");
  expect(body).toContain("&quot;legalUpdated&quot;:&quot;May 2026&quot;");
  expect(body).toContain(
    "&quot;customLegalTexts&quot;:[&quot;imprint&quot;,&quot;terms-of-use&quot;]",
  );
  expect(body).toContain(
    "{&quot;href&quot;:&quot;/imprint&quot;,&quot;text&quot;:&quot;Imprint&quot;}",
  );
  expect(body).not.toContain("&quot;href&quot;:&quot;/accessibility&quot;");
  expect(findOwnLegalText(ctx, "terms-of-use", "de")).toEqual({
    page: "terms-of-use",
    language: null,
    updated: "May 2026",
    body: "Be kind.",
  });
  expect(findOwnLegalText(ctx, "privacy-policy", "en")).toBeUndefined();
});

test("[spec/9-legal:updated] without texts of the operator the texts are ours, last updated January 2025", async () => {
  const { get } = await serve({});
  const { body } = await get("/");
  expect(body).toContain("&quot;legalUpdated&quot;:&quot;January 2025&quot;");
  expect(body).toContain("&quot;customLegalTexts&quot;:[]");
});

test("a folder without texts, or with an empty one, is refused at the start", async () => {
  await expect(serve({ LEGAL_DIR: folderWith({}) })).rejects.toThrow(
    /LEGAL_DIR.*imprint.md, .*privacy-policy.md/,
  );
  const empty = folderWith({ "privacy-policy.md": " \n" });
  await expect(serve({ LEGAL_DIR: empty })).rejects.toThrow(
    "LEGAL_DIR: privacy-policy.md is empty.",
  );
});
