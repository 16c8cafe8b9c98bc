import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { builtWeb, serve } from "../../../../test/fixtures/built-web.ts";

const PRERENDER = `export const prerenderedPaths = ["/", "/login", "/privacy-policy"];
export const prerender = async (path, { community, legalTexts }) => ({
  title: "A <b> of " + community.name,
  markup: "<h1>" + path + "</h1>" + (legalTexts.find(({ page }) => page === "privacy-policy")?.body ?? ""),
});
export const pageTexts = async ({ language }) => ({
  description: "Description in " + language,
  needsScripts: "Scripts, in " + language,
});`;
const BUILT_PAGE = `<!doctype html><html><head><script src="/assets/early.js"></script><title>Commonlane</title>
<script type="module" crossorigin src="/assets/app.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor.js">
</head><body><div id="root"></div></body></html>`;

test("public pages contain what a visitor sees first, for this community, and fetch the app after it was painted", async () => {
  const folder = builtWeb();
  writeFileSync(join(folder, "index.html"), BUILT_PAGE);
  writeFileSync(join(folder, "prerender.mjs"), PRERENDER);
  const legal = join(folder, "texts");
  mkdirSync(legal);
  writeFileSync(join(legal, "privacy-policy.md"), "Our own words");
  const settings = {
    COMMUNITY_NAME: "Ride & Share",
    LEGAL_DIR: legal,
    PUBLIC_URL: "https://rides.example.edu",
  };
  const get = await serve(folder, settings);
  const page = async (url: string) =>
    (await get(url, { accept: "text/html", host: "rides.example.edu" })).body;
  for (const url of ["/login", "/login/", "/login?next=/rides/1"]) {
    const body = await page(url);
    expect(body).toContain('<div id="root"><h1>/login</h1>');
    expect(body).toContain("<title>A &lt;b&gt; of Ride &amp; Share</title>");
    expect(body).toContain('<link rel="canonical" href="https://rides.example.edu/login" />');
    expect(body).toContain(
      '<script data-entry="/assets/app.js" data-preload="/assets/vendor.js" src="/assets/early.js">',
    );
    expect(body).not.toMatch(/type="module"|modulepreload/);
  }
  expect(await page("/privacy-policy")).toContain("Our own words");
  for (const url of ["/register", "/home", "/no-such-page", "/prerender.mjs"]) {
    const body = await page(url);
    expect(body).toContain('<div id="root"></div>');
    expect(body).toContain('type="module"');
  }
});

test("a page that cannot be prerendered is served as the app, and another community gets its own", async () => {
  const folder = builtWeb();
  writeFileSync(join(folder, "index.html"), BUILT_PAGE);
  const broken = PRERENDER.replace(
    "=> ({",
    '=> { if (path === "/") throw new Error("broken"); return {',
  ).replace("});", "}; };");
  writeFileSync(join(folder, "prerender.mjs"), broken);
  const page = async (name: string, url: string) =>
    (await (await serve(folder, { COMMUNITY_NAME: name }))(url, { accept: "text/html" })).body;
  expect(await page("One", "/")).toContain('<div id="root"></div>');
  expect(await page("One", "/login")).toContain("of One</title>");
  expect(await page("Two", "/login")).toContain("of Two</title>");
});

test("[domain/work:failed-load] pages that could not be prerendered once are prerendered a while later, without a restart", async () => {
  const folder = builtWeb();
  writeFileSync(join(folder, "index.html"), BUILT_PAGE);
  const file = join(folder, "prerender.mjs");
  writeFileSync(file, `throw new Error("out of memory");`);
  const get = await serve(folder);
  const page = async () => (await get("/login", { accept: "text/html" })).body;
  expect(await page()).toContain('<div id="root"></div>');
  writeFileSync(file, PRERENDER);
  expect(await page()).toContain('<div id="root"></div>');
  const later = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11_000);
  onTestFinished(() => later.mockRestore());
  expect(await page()).toContain('<div id="root"><h1>/login</h1>');
});
