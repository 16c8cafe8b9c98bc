import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestContext } from "../../../../test/app/test-context.ts";
import { RateLimits } from "../rate-limits/rate-limits.ts";
import { createServer } from "../server.ts";

const BUILT_PAGE = `<!doctype html><html><head><title>Commonlane</title>
<script type="module" crossorigin src="/assets/app.js"></script>
<link rel="modulepreload" crossorigin href="/assets/vendor.js">
<link rel="preload" as="font" href="/assets/font.woff2" crossorigin="">
</head><body><div id="root"></div></body></html>`;

test("a page names the scripts of its screen and language to a browser with a session, and to no other", async () => {
  const folder = mkdtempSync(join(tmpdir(), "commonlane-web-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "index.html"), BUILT_PAGE);
  const screens = [
    { route: "/requests/new", scripts: ["/assets/form.js"] },
    { route: "/requests/:requestId", scripts: ["/assets/shell.js", "/assets/request.js"] },
  ];
  const texts = { de: ["/assets/texts-de.js"] };
  writeFileSync(join(folder, "screen-scripts.json"), JSON.stringify({ screens, texts }));
  const { ctx } = await createTestContext();
  const http = createServer(ctx, new RateLimits(), { webFolder: folder });
  onTestFinished(() => http.close());
  const named = async (url: string, cookie = "commonlane_session=open", language = "en") => {
    const { body } = await http.inject({
      url,
      headers: { accept: "text/html", "accept-language": language, cookie },
    });
    const links = body.matchAll(/<link rel="modulepreload"[^>]* href="\/assets\/([^"]+)"/g);
    return [...links].map(([, script]) => script);
  };
  expect(await named("/requests/7?from=home")).toEqual(["vendor.js", "shell.js", "request.js"]);
  expect(await named("/requests/new/", "__Secure-commonlane_session=open", "de")).toEqual([
    "vendor.js",
    "form.js",
    "texts-de.js",
  ]);
  for (const url of ["/requests/7/more", "/requests/", "/other/requests/7"])
    expect([url, await named(url)]).toEqual([url, ["vendor.js"]]);
  expect(await named("/requests/7", "commonlane_session=closing")).toEqual(["vendor.js"]);
  expect((await http.inject("/screen-scripts.json")).statusCode).toBe(404);

  const { body } = await http.inject({
    url: "/requests/new",
    headers: { accept: "text/html", cookie: "commonlane_session=open" },
  });
  const lowPriority = body.matchAll(
    /<link [^>]*fetchpriority="low"[^>]* href="\/assets\/([^"]+)"/g,
  );
  // The renewal of the session and the first data go ahead of it.
  expect([...lowPriority].map(([, file]) => file)).toEqual(["form.js"]);
  // The screen is shown before its fonts are loaded.
  expect(body).not.toContain("font.woff2");
});
