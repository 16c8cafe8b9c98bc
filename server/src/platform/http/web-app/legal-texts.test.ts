import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { RateLimits } from "../rate-limits/rate-limits.ts";
import { createServer } from "../server.ts";

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
  return (url: string, headers: Record<string, string> = {}) =>
    http.inject({ url, headers: { accept: "text/html,*/*", ...headers } });
}

test("an operator's own texts and date replace ours, page by page", async () => {
  const LEGAL_DIR = folderWith({ "terms-of-use.md": "Be kind.", "secret.md": "no" });
  const get = await serve({ LEGAL_DIR, LEGAL_UPDATED: "May 2026" });
  const { body } = await get("/");
  expect(body).toContain("&quot;legalUpdated&quot;:&quot;May 2026&quot;");
  expect(body).toContain("&quot;customLegalTexts&quot;:[&quot;terms-of-use&quot;]");
  const text = await get("/legal/terms-of-use.md");
  expect([text.statusCode, text.body]).toEqual([200, "Be kind."]);
  expect(text.headers).toMatchObject({ "content-type": "text/markdown; charset=utf-8", "cache-control": "no-cache" });
  for (const path of ["/legal/privacy-policy.md", "/legal/secret.md", "/legal/..%2fsecret.md", "/legal/"])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404]);
});

test("an operator's translations go to readers of their languages, the main text to all others", async () => {
  const LEGAL_DIR = folderWith({ "terms-of-use.md": "Be kind.", "terms-of-use.de.md": "Sei nett." });
  const get = await serve({ LEGAL_DIR });
  const read = async (url: string, headers = {}) => {
    const reply = await get(url, headers);
    expect(reply.headers["vary"]).toContain("accept-language");
    return [reply.body, reply.headers["content-language"]];
  };
  const german = ["Sei nett.", "de"];
  expect(await read("/legal/terms-of-use.md", { "accept-language": "de-AT" })).toEqual(german);
  expect(await read("/legal/terms-of-use.md?lang=de", { "accept-language": "fr" })).toEqual(german);
  expect(await read("/legal/terms-of-use.md?lang=ar", { "accept-language": "de" })).toEqual(["Be kind.", "en"]);
});

test("[spec/9-legal:updated] without texts of the operator the texts are ours, last updated January 2025", async () => {
  const get = await serve({});
  const { body } = await get("/");
  expect(body).toContain("&quot;legalUpdated&quot;:&quot;January 2025&quot;");
  expect(body).toContain("&quot;customLegalTexts&quot;:[]");
});

test("a folder without texts, or with an empty one, is refused at the start", async () => {
  await expect(serve({ LEGAL_DIR: folderWith({}) })).rejects.toThrow(
    /LEGAL_DIR.*privacy-policy.md nor terms-of-use.md/,
  );
  const empty = folderWith({ "privacy-policy.md": " \n" });
  await expect(serve({ LEGAL_DIR: empty })).rejects.toThrow("LEGAL_DIR: privacy-policy.md is empty.");
  const onlyTranslated = folderWith({ "privacy-policy.de.md": "Deine Daten" });
  await expect(serve({ LEGAL_DIR: onlyTranslated })).rejects.toThrow("LEGAL_DIR: privacy-policy.md is missing");
});
